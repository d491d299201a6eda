# Have chains settled? See chain_diagnostics.hpp.

# Of each quantity, the first dimension of `draws`, on which rounds and chains follow. `sizes` has the prior sizes of
# each chain: chains with different ones have different means, each of which is right.
chain_diagnostics <- function(draws, names, sizes = vector("list", dim(draws)[3]), threads = 1L) {
  found <- cpp_chain_diagnostics(draws, match(sizes, unique(sizes)), threads)
  data.frame(variable = names, rhat = found[1, ], ess = found[2, ])
}

# `least`: an effective sample size that will do.
have_mixed <- function(diagnostics, least = 100) {
  isTRUE(all(diagnostics$rhat <= 1.05) && all(diagnostics$ess >= least))
}

warn_mixing <- function(diagnostics, least = 100) {
  if (!have_mixed(diagnostics, least)) {
    rhat <- max(diagnostics$rhat, na.rm = TRUE)
    ess <- min(diagnostics$ess, na.rm = TRUE)
    sizes <- if (least > 0) paste(", the smallest effective sample size", round(ess))
    cli::cli_warn(
      c(
        "The chains have not mixed well: the largest R-hat is {round(rhat, 2)}{sizes}.",
        i = "Use more {.arg iterations}."
      ),
      class = "seqjudge_warning_mixing"
    )
  }
}
