#' seqjudge: take the order effect out of sequential evaluations
#'
#' Judges score candidates one after another, before having seen the rest. Early candidates are scored cautiously,
#' because there is little to compare them with; so the ranking that the scores induce is wrong in a predictable way.
#' seqjudge corrects it.
#'
#' @section The model:
#' The `t`-th item shown has a *relative rank* `r` among the items seen so far (`1` = worst, `t` = best so far). An
#' evaluator who knows no more than that scores it \eqn{r / (t + 1)}, plus noise. One who comes with the experience of
#' \eqn{n_0}{n0} earlier items (the *prior size*) places the item among those as well, and scores it
#' \eqn{r / (n_0 + t + 1)}{r / (n0 + t + 1)}, with `r` counted among all \eqn{n_0 + t}{n0 + t}.
#'
#' @section Where to start:
#' The way of the data, from a judges' table to a decision:
#' * [evaluations()] and [as_evaluations()] take in the data of one or many evaluators, and check them;
#'   [score_scale()] says how points, stars or deciles are to be read.
#' * [test_order_effect()] tells whether scores depend on the order at all.
#' * [fit_prior()] estimates how much experience the evaluators bring along, with or without known truth.
#' * [rank_items()] ranks the items of every evaluator, corrected or by raw scores.
#' * [rank_posterior()] tells how sure that is: intervals of ranks, who may be the best, which pairs to look at again;
#'   [best_ranking()] is the ranking of the smallest expected error.
#' * [compare_rankings()] sets rankings side by side, with the truth or with each other; [find_conflicts()] lists the
#'   pairs on which scores and truth disagree.
#' * [autoplot()] draws each of these.
#'
#' For vectors and matrices of scores:
#' * [insertion_ranking()] corrects, [induced_ranking()] is what the raw scores say.
#' * [footrule_distance()] and its relatives tell how far two rankings lie apart.
#' * [relative_ranks()], [ranking_from_relative()] and [expected_scores()] are the model itself.
#'
#' To study and to understand:
#' * [simulate_evaluations()] and [simulate_study()] show what the order of presentation does, and what correcting
#'   gains; [bayes_risk()] tells the smallest error that any method can have.
#' * [worst_case_ranking()], [footrule_bound()], [risk_bounds()], [optimal_scores()] and [conflict_rankings()] are the
#'   paper's theory; [score_model()] is its general model; [crowd_experiment()] gets its data.
#' * `vignette("seqjudge")` walks through an example; `browseVignettes("seqjudge")` lists the others.
#'
#' @section Ranks and places:
#' A *rank* runs as in [rank()]: the best of `n` items has rank `n`. What people read is the *place*, `1` for the best.
#'
#' @references
#' Wang, J. and Pananjady, A. (2022). Modeling and Correcting Bias in Sequential Evaluation.
#' \doi{10.48550/arXiv.2205.01607}
#' @keywords internal
#' @useDynLib seqjudge, .registration = TRUE
#' @importFrom Rcpp evalCpp
#' @importFrom rlang %||% .data
#' @importFrom stats coef confint logLik nobs simulate update
"_PACKAGE"
