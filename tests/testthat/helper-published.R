# The paper's data are not part of the package: the environment variable SEQJUDGE_DATA names a folder with the authors'
# CSV files, or they are in shared/data beside a source checkout. Tests that need them are skipped without.

published_file <- function(name) {
  folder <- Sys.getenv("SEQJUDGE_DATA")
  if (folder == "") folder <- test_path("..", "..", "..", "shared", "data")
  file <- file.path(folder, paste0(name, ".csv"))
  skip_if(!file.exists(file), paste0("the paper's ", name, ".csv is not here; set SEQJUDGE_DATA to its folder"))
  normalizePath(file)
}

published_experiment <- function(name) crowd_experiment(name, published_file(name))

file_url <- function(folder) paste0("file://", if (.Platform$OS.type == "windows") "/", normalizePath(folder, "/"))

# Places of our own for the cache and the mirror.
local_places <- function(mirror, env = parent.frame()) {
  withr::local_envvar(R_USER_CACHE_DIR = withr::local_tempdir(.local_envir = env), .local_envir = env)
  withr::local_options(seqjudge.crowd_url = mirror, .local_envir = env)
}
