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
