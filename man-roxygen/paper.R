#' @references
#' Wang, J. and Pananjady, A. (2022). Modeling and Correcting Bias in Sequential Evaluation.
#' \doi{10.48550/arXiv.2205.01607}<%= if (exists("at", inherits = FALSE)) paste0(" (", at, ")") %>
