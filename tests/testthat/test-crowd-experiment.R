# No test here goes to the network: downloads are from files, by way of the option for mirrors. The real files are read
# where they are at hand (see helper-published.R); nothing of them is copied here.

crowd_path <- function(name = "existence") dirname(published_file(name))

test_that("the experiments are read as evaluations with truth, groups and recall", {
  path <- crowd_path()
  existence <- crowd_experiment("existence", path)
  expect_s3_class(existence, "seqjudge_evaluations")
  expect_named(existence, c("evaluator", "item", "position", "score", "truth", "group"))
  expect_identical(dim(existence), c(1200L, 6L))
  expect_identical(attr(existence, "scale"), score_scale("bins", k = 10))
  # Every order of the five sizes occurs twice.
  orders <- tapply(existence$truth, existence$evaluator, paste, collapse = " ")
  expect_identical(as.vector(table(orders)), rep(2L, 120))
  expect_identical(unique(existence$group), "all")

  relativity <- crowd_experiment("relativity", path)
  per_group <- tapply(relativity$evaluator, relativity$group, function(who) length(unique(who)))
  expect_identical(c(per_group), c("large first" = 25L, "small first" = 25L))
  again <- grepl(" again$", relativity$item)
  expect_true(all(relativity$group[again] == "large first"))
  expect_identical(sum(again), 125L)
  expect_identical(as.numeric(sub(" again", "", relativity$item)), relativity$truth)

  conflict <- crowd_experiment("conflict", path)
  expect_named(conflict, c("evaluator", "item", "position", "score", "truth", "group", "recall"))
  expect_identical(c(table(conflict$group)), c("1,3,4,5,2" = 250L, "2,3,4,5,1" = 250L))
  expect_setequal(conflict$recall, c("first", "last"))
})

test_that("the values are those of the files", {
  for (name in c("existence", "relativity", "conflict")) {
    path <- crowd_path(name)
    x <- crowd_experiment(name, path)
    plain <- utils::read.csv(file.path(path, paste0(name, ".csv")), check.names = FALSE)
    expect_identical(unique(x$evaluator), as.character(plain$worker))
    for (t in seq_len(max(x$position))) {
      expect_equal(x$score[x$position == t], plain[[paste0("score", t)]])
      expect_equal(x$truth[x$position == t], plain[[paste0("size", t)]])
    }
    if (name == "conflict") {
      expect_identical(x$recall[x$position == 1], ifelse(plain$comparison == 1, "first", "last"))
    }
  }
})

test_that("path may be the file itself, with either kind of line ends", {
  folder <- crowd_path("conflict")
  file <- file.path(folder, "conflict.csv")
  x <- crowd_experiment("conflict", folder)
  expect_identical(crowd_experiment("conflict", file), x)
  content <- readBin(file, "raw", file.size(file))
  other <- withr::local_tempfile(fileext = ".csv")
  writeBin(content[content != as.raw(13)], other)
  expect_identical(crowd_experiment("conflict", other), x)
})

test_that("a download is kept, and not fetched again", {
  path <- crowd_path("conflict")
  local_places(file_url(path))
  x <- crowd_experiment("conflict")
  expect_identical(x, crowd_experiment("conflict", path))
  cached <- file.path(tools::R_user_dir("seqjudge", "cache"), "conflict.csv")
  expect_true(file.exists(cached))
  # The mirror is gone, the cache is there.
  withr::local_options(seqjudge.crowd_url = "file:///nowhere/at/all")
  expect_identical(crowd_experiment("conflict"), x)
  # A damaged cache is not used.
  writeLines("worker,,score1", cached)
  expect_error(crowd_experiment("conflict"), class = "seqjudge_error_offline")
  withr::local_options(seqjudge.crowd_url = paste0(file_url(path), "/"))
  expect_identical(crowd_experiment("conflict"), x)
})

test_that("files that are missing, truncated or altered are refused", {
  mirror <- withr::local_tempdir()
  local_places(file_url(mirror))
  cache <- tools::R_user_dir("seqjudge", "cache")
  expect_error(crowd_experiment("existence"), class = "seqjudge_error_offline")
  writeLines("<html>Not here</html>", file.path(mirror, "existence.csv"))
  expect_error(crowd_experiment("existence"), class = "seqjudge_error_checksum")
  writeLines(character(), file.path(mirror, "relativity.csv"))
  expect_error(crowd_experiment("relativity"), class = "seqjudge_error_checksum")
  expect_error(crowd_experiment("relativity", mirror), class = "seqjudge_error_checksum")
  # What was refused is not kept.
  expect_identical(list.files(cache), character())

  path <- crowd_path()
  lines <- readLines(file.path(path, "existence.csv"), warn = FALSE)
  broken <- withr::local_tempfile(fileext = ".csv")
  writeLines(lines[-length(lines)], broken)
  expect_error(crowd_experiment("existence", broken), class = "seqjudge_error_checksum")
  lines[2] <- sub(",,[0-9]+,", ",,5,", lines[2])
  writeLines(lines, broken)
  expect_error(crowd_experiment("existence", broken), class = "seqjudge_error_checksum")
  # The file of another experiment.
  expect_error(crowd_experiment("conflict", file.path(path, "existence.csv")), class = "seqjudge_error_checksum")
})

test_that("wording: crowd_experiment()", {
  mirror <- withr::local_tempdir()
  local_places(file_url(mirror))
  writeLines("<html>Not here</html>", file.path(mirror, "existence.csv"))
  # Names of temporary folders, and what the system says of a missing file, differ from one machine to the next.
  hide <- function(lines) {
    lines <- gsub(normalizePath(mirror, "/"), "<mirror>", lines, fixed = TRUE)
    replace(lines, grep("could not be downloaded", lines) + 1, "  x <what the system says>")
  }
  expect_snapshot(error = TRUE, transform = hide, {
    crowd_experiment("existence")
    crowd_experiment("conflict")
    crowd_experiment("existence", file.path(mirror, "existence.csv"))
    crowd_experiment("conflict", mirror)
    crowd_experiment("agreement")
    crowd_experiment("conflict", 3)
  })
})
