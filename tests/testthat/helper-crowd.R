# The paper's crowdsourcing experiments. Their data are not part of the package: point the environment variable
# SEQJUDGE_DATA at a folder with the authors' CSV files, or keep them in shared/data beside a source checkout.

crowd_folder <- function() {
  folder <- Sys.getenv("SEQJUDGE_DATA")
  if (folder == "") test_path("..", "..", "..", "shared", "data") else folder
}

read_crowd <- function(name) {
  file <- file.path(crowd_folder(), paste0(name, ".csv"))
  skip_if(!file.exists(file), paste0("the paper's ", name, ".csv is not here; set SEQJUDGE_DATA to its folder"))
  # Unnamed empty columns separate the groups of columns.
  data <- utils::read.csv(file, check.names = FALSE)
  sizes <- unname(as.matrix(data[grepl("^size", names(data))]))
  list(
    bins = unname(as.matrix(data[grepl("^score", names(data))])),
    sizes = sizes,
    # An item shown twice shares the average of its ranks.
    truth = t(apply(sizes, 1, rank)),
    comparison = data[["comparison"]]
  )
}
