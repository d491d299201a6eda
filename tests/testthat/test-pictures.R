# Every picture of every class, at the sizes of a page and of a phone. What they look like was checked by eye.

test_that("every picture is drawn for 5, 40 and 200 items, on a page and on a phone, and names leave it room", {
  skip_on_cran()
  local_page()
  for (n in c(5, 40, 200)) {
    objects <- suppressWarnings(suppressMessages(picture_objects(n)))
    for (name in names(objects)) {
      pictures <- all_pictures(objects[[name]])
      for (type in names(pictures)) {
        page <- look_at(pictures[[type]], 7, 5)
        # What fits with 40 names fits with more, of which fewer are named.
        phone <- if (n == 40) look_at(for_phone(pictures[[type]]), 3.6, 4.6) else c(panels = 1, words = 0)
        about <- paste(name, type, n)
        expect_gt(page[["panels"]], 0.5, label = about)
        expect_gt(phone[["panels"]], 0.35, label = paste(about, "on a phone"))
        expect_true(all(c(page[["words"]], phone[["words"]]) <= 1), label = paste(about, "has its titles on the page"))
        expect_gt(page[["marks"]], 0, label = about)
      }
    }
  }
})

test_that("two items, and one, can be drawn", {
  skip_on_cran()
  local_page()
  for (n in 2:3) {
    objects <- suppressWarnings(suppressMessages(picture_objects(n)))
    objects <- objects[c("evaluations", "ranking", "posterior", "ratings")]
    for (object in objects) for (picture in all_pictures(object)) expect_gt(look_at(picture, 7, 5)[["panels"]], 0.4)
  }
})

test_that("pictures have an opaque background, and a theme and colours that are set once", {
  x <- picture_data(5)
  background <- function(picture) ggplot2::ggplot_build(picture)$plot$theme$plot.background$fill
  expect_identical(background(autoplot(x)), "white")
  withr::local_options(
    seqjudge.theme = ggplot2::theme_bw() + ggplot2::theme(plot.background = ggplot2::element_rect(fill = "ivory")),
    seqjudge.colours = rep(c("#111111", "#222222"), 4)
  )
  expect_identical(background(autoplot(x)), "ivory")
  expect_identical(unique(layer_of(autoplot(x["Milo"]), "GeomPoint")$colour), "#111111")
  # Too few colours are not taken.
  withr::local_options(seqjudge.colours = "red")
  expect_identical(shade(1), palette_okabe[1])
})

test_that("a saved picture is not transparent", {
  file <- withr::local_tempfile(fileext = ".png")
  ggplot2::ggsave(file, autoplot(picture_data(5)), width = 3, height = 2, dpi = 50)
  skip_if_not_installed("png")
  pixels <- png::readPNG(file)
  expect_true(dim(pixels)[3] == 3 || all(pixels[, , 4] == 1))
})

test_that("long names are shortened in the middle and stay different", {
  expect_identical(short_names(c("short", strrep("x", 24))), c("short", strrep("x", 24)))
  expect_identical(short_names("abcdefghijklmnop", 10L), "abcdef..op")
  set.seed(1)
  names <- paste0(strrep("same start ", 5), sample.int(500), strrep(" same end", 3))
  expect_identical(anyDuplicated(short_names(names)), 0L)
  expect_true(all(nchar(short_names(names)) <= 24))
})

test_that("names neither overlap nor leave the panel, and the most important stay", {
  set.seed(2)
  for (run in 1:30) {
    k <- sample.int(60, 1)
    x <- stats::runif(k, 0, 100)
    y <- stats::runif(k, 0, 60)
    wide <- stats::runif(k, 2, 60)
    high <- rep(4, k)
    hjust <- sample(c(0, 0.5, 1), k, replace = TRUE)
    placed <- place_names(x, y, wide, high, hjust, 100, 60, 1, flip = run %% 2 == 0)
    on <- which(placed$keep)
    used <- pmin(wide, placed$room)[on]
    left <- placed$x[on] - placed$hjust[on] * used
    expect_true(all(left >= -1e-9 & left + used <= 100 + 1e-9))
    expect_true(all(placed$y[on] >= 2 & placed$y[on] <= 58))
    for (i in seq_along(on)) {
      others <- setdiff(seq_along(on), i)
      apart <- left[others] + used[others] <= left[i] | left[others] >= left[i] + used[i] |
        abs(placed$y[on][others] - placed$y[on][i]) >= 4
      expect_true(all(apart))
    }
  }
  # The first has the first choice.
  both <- place_names(c(10, 10), c(5, 5), c(20, 20), c(4, 4), c(0, 0), 100, 60, 1, FALSE)
  expect_identical(both$keep, c(TRUE, FALSE))
})

test_that("groups differ in shape or line, not in colour alone", {
  objects <- suppressWarnings(suppressMessages(picture_objects(5)))
  kinds <- function(picture, aesthetic, geom) length(unique(layer_of(picture, geom)[[aesthetic]]))
  expect_gt(kinds(autoplot(objects$comparison, "positions"), "linetype", "GeomLine"), 1)
  expect_gt(kinds(autoplot(objects$comparison, "positions"), "shape", "GeomPoint"), 1)
  expect_gt(kinds(autoplot(objects$mean_scores), "linetype", "GeomLine"), 1)
  expect_gt(kinds(autoplot(objects$ranking), "linetype", "GeomLine"), 1)
  expect_gt(kinds(autoplot(objects$posterior), "shape", "GeomPoint"), 1)
})

test_that("a picture that is saved holds nothing of where it was made", {
  # A table with names may lie there. The name is put together, so that it stands in no code.
  made_here <- function(object, ...) {
    somebody <- paste0("Wilhel", "mina")
    autoplot(object, ...)
  }
  objects <- c(suppressWarnings(picture_objects(5)), hostile_objects()[c("risk", "study", "orders", "plan", "model")])
  for (name in names(objects)) {
    types <- picture_types(objects[[name]])
    if (inherits(objects[[name]], "seqjudge_prior_fit")) types <- types[1]
    if (inherits(objects[[name]], "seqjudge_panel")) types <- c("items", "evaluators")
    pictures <- if (length(types) == 0) {
      list(made_here(objects[[name]]))
    } else {
      lapply(types, function(type) made_here(objects[[name]], type = type))
    }
    held <- vapply(pictures, FUN.VALUE = NA, function(picture) {
      bytes <- serialize(picture, NULL, xdr = FALSE)
      grepl("Wilhelmina", rawToChar(bytes[bytes != 0]), fixed = TRUE, useBytes = TRUE)
    })
    expect_false(any(held), info = paste(name, paste(types[held], collapse = " ")))
  }
})
