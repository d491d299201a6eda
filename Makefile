# Everything a contributor runs. The recipes are one-liners; what they do is in tools/.

PKG     := $(shell sed -n 's/^Package: *//p' DESCRIPTION)
LIB     := $(CURDIR)/.lib
OUT     := $(CURDIR)/out
# Directories are listed too: their time stamps tell when a file was deleted.
SOURCES := $(shell find DESCRIPTION NAMESPACE LICENSE R src inst data man 2>/dev/null)
STAMP   := $(LIB)/.installed

# Targets that use the package see the private library first; everything else never does.
WITH_LIB := R_LIBS="$(LIB):$$R_LIBS"

# A bare container has the C locale, in which R cannot print or parse UTF-8.
ifeq ($(LC_ALL)$(LC_CTYPE)$(LANG),)
export LANG := C.UTF-8
endif

.NOTPARALLEL:
.PHONY: help deps demo test app app-test check check-no-suggests sanitize sanitize-r valgrind valgrind-r gctorture coverage fuzz fuzz-r interrupts mutants fixed-calls numbers bench document prerender srr vignettes site look links spell lint format install clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | awk -F '\t' '{printf "  make %-18s %s\n", $$1, $$2}'

GROUPS := demo test check sanitize valgrind coverage bench document prerender site spell lint app app-test
deps: $(addprefix deps-,$(GROUPS)) ## install what any target below may need

deps-%:
	@tools/setup.sh $*

demo: deps-demo install ## correct the bundled example competition and draw it
	@mkdir -p $(OUT)
	@$(WITH_LIB) Rscript tools/demo.R

test: deps-test install ## run all tests
	@$(WITH_LIB) Rscript tools/run-tests.R $(PKG)

app: deps-app install ## the organiser's app, in the browser; PORT=n for another port than 8080
	@$(WITH_LIB) Rscript tools/app.R $(or $(PORT),8080)

app-test: deps-app-test install ## the tests of the app, in Chromium, with screenshots into out/screenshots
	@mkdir -p $(OUT)/screenshots
	@SEQJUDGE_SCREENSHOTS=$(OUT)/screenshots $(WITH_LIB) Rscript tools/run-tests.R $(PKG) '^app'

check: deps-check ## R CMD check --as-cran, vignettes included
	@tools/check.sh

check-no-suggests: deps-check ## the same with the suggested packages hidden
	@tools/check.sh --no-suggests

sanitize: deps-sanitize ## the core's C++ tests under ASan and UBSan, and random inputs for a minute
	@tools/cpp-tests.sh sanitize

valgrind: deps-valgrind ## the core's C++ tests under valgrind
	@tools/cpp-tests.sh valgrind

sanitize-r: deps-test ## the R tests against a build of the package with ASan and UBSan
	@tools/sanitize-r.sh $(PKG)

valgrind-r: deps-test deps-valgrind install ## the R tests that CRAN runs, under valgrind
	@$(WITH_LIB) tools/valgrind-r.sh $(PKG)

gctorture: deps-test install ## the R tests with the garbage collector run at every allocation of the glue
	@$(WITH_LIB) Rscript tools/gctorture.R $(PKG)

coverage: deps-test deps-sanitize deps-coverage ## which lines of R, glue and core the tests run, and which not
	@Rscript tools/coverage.R

fuzz: deps-sanitize ## random inputs to the core, for FUZZ_SECONDS
	@tools/cpp-tests.sh fuzz

fuzz-r: deps-test install ## hostile inputs to every exported function; COUNT=n SEED=k for a sample
	@ulimit -v 16000000; $(WITH_LIB) Rscript tools/fuzz-r.R $(or $(COUNT),0) $(or $(SEED),1)

interrupts: deps-test install ## how soon does each long function answer SIGINT?
	@$(WITH_LIB) Rscript tools/interrupts.R

mutants: deps-sanitize deps-test ## change single tokens of core and glue: does a test fail each time?
	@Rscript tools/mutants.R

fixed-calls: deps-test install ## do a hundred calls still give the recorded results, to the last bit?
	@$(WITH_LIB) Rscript tools/fixed-calls.R

numbers: deps-sanitize ## how much do numbers of the core depend on compiler and flags?
	@tools/numbers.sh

bench: deps-bench install ## run the scripts in bench/
	@set -e; for f in bench/*.R; do echo "== $$f"; $(WITH_LIB) Rscript "$$f"; done

document: deps-document ## regenerate NAMESPACE, man/ and the Rcpp glue
	@Rscript tools/document.R

srr: deps-document ## a copy of the package in out/srr with the rows of STANDARDS.md as tags of rOpenSci's srr
	@Rscript tools/srr.R

prerender: deps-prerender install ## knit the vignettes that cannot be made while building
	@$(WITH_LIB) Rscript tools/prerender.R

vignettes: deps-site install ## knit every vignette in a fresh R, with warnings as errors
	@$(WITH_LIB) Rscript tools/vignettes.R

site: deps-site install ## the website, into out/site, with every internal link checked
	@$(WITH_LIB) Rscript tools/site.R
	@Rscript tools/links.R

look: deps-site install ## headless Chromium looks at a report and at six pages of the website, on a desk and on a phone
	@command -v chromium >/dev/null || apt-get install -y --no-install-recommends chromium
	@$(WITH_LIB) Rscript tools/look.R

links: ## check the links of the website that is there
	@Rscript tools/links.R

spell: deps-spell ## check the spelling of help pages, vignettes and other prose
	@Rscript tools/spell.R

lint: deps-lint install ## lintr, clang-format, and are generated files up to date?
	@$(WITH_LIB) tools/lint.sh

format: deps-lint ## let clang-format rewrite the C++ files
	@tools/cpp-files.sh | xargs -r clang-format -i

install: $(STAMP) ## build and install into the private library .lib/

$(STAMP): $(SOURCES) | deps-demo
	@tools/install.sh $(PKG) $(LIB) $(OUT)
	@touch $@

clean: ## remove everything the targets above have built
	rm -rf $(LIB) $(OUT) src/*.o src/*.so
