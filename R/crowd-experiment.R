# The authors' files as they were first published, checked by content: a later version would be another data set. The
# checksums are those of the text without carriage returns, which a checkout of the repository may add or take away.
crowd_files <- c(existence = "existence.csv", relativity = "relativity.csv", conflict = "conflict.csv")
crowd_checksums <- c(
  existence = "f05821d677ac52ae3fccc7562b5f1f27",
  relativity = "3ce208552a533933143f0d9b1d6ffed7",
  conflict = "379ec35f9c596f1a6ac4302c69958aa3"
)
crowd_commit <- "6b57258ecedf0c93586ff561a380f8f0fc490be8"
crowd_url <- paste0("https://raw.githubusercontent.com/jingyanw/sequential-bias/", crowd_commit, "/data")

#' The paper's experiments on people
#'
#' The data of the three crowdsourcing experiments of Wang and Pananjady (2022), as [evaluations()] with their truth.
#' The data are not part of this package: they are read from your copy, or downloaded once from the authors' repository.
#'
#' People were shown circles of different size, one after another, and put each in a decile bin (1 to 10) of size before
#' seeing the next.
#'
#' | experiment | evaluators | items | what they see |
#' |---|---|---|---|
#' | `"existence"` | 240 | 5 | all 120 orders of presentation, each twice |
#' | `"relativity"` | 50 | 10 | 25 see five small circles, then five large ones; 25 see the large ones twice |
#' | `"conflict"` | 100 | 5 | 50 see the true ranks 1, 3, 4, 5, 2 and 50 see 2, 3, 4, 5, 1 |
#'
#' Without a `path` the file is looked for in the cache of this package (the folder
#' `tools::R_user_dir("seqjudge", "cache")`), and downloaded from <https://github.com/jingyanw/sequential-bias> if it is
#' not there. Whatever its source, its checksum must be that of the published file. To use a mirror, set
#' `options(seqjudge.crowd_url = )` to the address of the folder with the files.
#'
#' @param name String: `"existence"`, `"relativity"` or `"conflict"`.
#' @param path String: a folder with the authors' CSV files, or the file itself. `NULL` to use the cache.
#' @return An [evaluations()] object on the scale of ten bins. Items are called by the size of the circle, with
#'   `" again"` for the second showing; `truth` is the size. Two further columns are kept: `group` (`"all"` in the
#'   existence experiment, `"small first"` or `"large first"` in the relativity experiment, and the order of true ranks,
#'   as `"1,3,4,5,2"`, in the conflict experiment) and, in the conflict
#'   experiment only, `recall`: which of the first and the last circle the evaluator remembered, at the end, as the
#'   larger one, `"first"` or `"last"`.
#' @section Errors:
#' `seqjudge_error_offline` when the file cannot be downloaded, `seqjudge_error_file` when there is none at `path`, and
#' `seqjudge_error_checksum` when a file is not the published one: truncated, altered, or an error page.
#' @source Data by Jingyan Wang, at <https://github.com/jingyanw/sequential-bias> under the MIT licence.
#' @template paper
#' @family experiments
#' @examples
#' \dontrun{
#' # Needs the network the first time.
#' x <- crowd_experiment("existence")
#' x
#' test_order_effect(x)
#' autoplot(mean_scores(x))
#' }
#' @export
crowd_experiment <- function(name = c("existence", "relativity", "conflict"), path = NULL) {
  call <- rlang::current_env()
  name <- check_choice(name, names(crowd_files), "name")
  file <- if (is.null(path)) crowd_cached(name, call) else crowd_local(name, path, call)
  read_crowd_file(file, name)
}

# Finding the file ---------------------------------------------------------------------------------------------------

crowd_local <- function(name, path, call) {
  if (!is_path(path)) stop_type("{.arg path} must be a string, the folder with the authors' files.", "path", call)
  file <- if (dir.exists(path)) file.path(path, crowd_files[[name]]) else path
  if (!file.exists(file)) {
    stop_value(
      "{.arg path} must lead to the file {.file {crowd_files[[name]]}}.", "path", call, NULL, "seqjudge_error_file",
      x = "There is no file {.file {file}}."
    )
  }
  check_published(file, name, "{.file {where}}", file, call)
}

crowd_cached <- function(name, call) {
  folder <- tools::R_user_dir("seqjudge", "cache")
  file <- file.path(folder, crowd_files[[name]])
  # A damaged file in the cache is our own: fetch it anew.
  if (file.exists(file) && is_published(file, name)) {
    return(file)
  }
  fetched <- download_crowd(name, call)
  on.exit(unlink(fetched))
  dir.create(folder, recursive = TRUE, showWarnings = FALSE)
  if (!file.copy(fetched, file, overwrite = TRUE)) {
    stop_value(
      "The folder {.file {folder}} cannot be written to, where the data are kept.",
      "path", call, NULL, "seqjudge_error_file",
      i = "Keep the authors' files in a folder of your own and name it as {.arg path}."
    )
  }
  file
}

# The name of a temporary file that holds the published data.
download_crowd <- function(name, call) {
  url <- paste0(sub("/+$", "", getOption("seqjudge.crowd_url", crowd_url)), "/", crowd_files[[name]])
  fetched <- tempfile(fileext = ".csv")
  problem <- tryCatch(
    {
      status <- suppressWarnings(utils::download.file(url, fetched, mode = "wb", quiet = TRUE))
      if (status != 0 || !file.exists(fetched)) "The download failed."
    },
    error = function(e) conditionMessage(e)
  )
  if (!is.null(problem)) {
    stop_value(
      "The data of the {name} experiment could not be downloaded from {.url {url}}.",
      "path", call, NULL, "seqjudge_error_offline",
      x = "{problem}",
      i = "Are you online? If you have the authors' files, give their folder as {.arg path}."
    )
  }
  check_published(fetched, name, "What came from {.url {where}}", url, call)
}

check_published <- function(file, name, what, where, call) {
  if (!is_published(file, name)) {
    stop_value(
      "The data of the {name} experiment must be as published.", "path", call, NULL, "seqjudge_error_checksum",
      x = paste(what, "has other content: it is truncated, altered, or an error page."),
      i = "The authors' files are at {.url https://github.com/jingyanw/sequential-bias}."
    )
  }
  file
}

is_published <- function(file, name) identical(text_checksum(file), crowd_checksums[[name]])

text_checksum <- function(file) {
  content <- readBin(file, "raw", file.size(file))
  plain <- tempfile()
  on.exit(unlink(plain))
  writeBin(content[content != as.raw(13)], plain)
  unname(tools::md5sum(plain))
}

# Reading it ---------------------------------------------------------------------------------------------------------

read_crowd_file <- function(file, name) {
  # Unnamed empty columns separate the groups of columns.
  wide <- utils::read.csv(file, check.names = FALSE)
  scores <- as.matrix(wide[grepl("^score", names(wide))])
  sizes <- as.matrix(wide[grepl("^size", names(wide))])
  n <- ncol(scores)
  again <- t(apply(sizes, 1, duplicated))
  group <- switch(name,
    existence = rep("all", nrow(wide)),
    relativity = ifelse(rowSums(again) > 0, "large first", "small first"),
    conflict = apply(sizes, 1, function(size) paste(rank(size), collapse = ","))
  )
  # One row of the file after another.
  long <- data.frame(
    evaluator = rep(wide$worker, each = n),
    item = paste0(as.vector(t(sizes)), ifelse(as.vector(t(again)), " again", "")),
    position = rep(seq_len(n), nrow(wide)),
    score = as.vector(t(scores)),
    truth = as.vector(t(sizes)),
    group = rep(group, each = n)
  )
  keep <- "group"
  if (name == "conflict") {
    long$recall <- rep(c("first", "last")[wide$comparison], each = n)
    keep <- c(keep, "recall")
  }
  evaluations(
    long,
    evaluator = "evaluator", item = "item", position = "position", score = "score",
    scale = score_scale("bins", k = 10), truth = "truth", keep = keep
  )
}
