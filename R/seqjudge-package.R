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
#' @section A map:
#' The way of the data, from a judges' table to a decision, by the questions that come up:
#' * *Who saw what, when, and scored it how?* [evaluations()] and [as_evaluations()] take in and check the data of one
#'   or many evaluators; [score_scale()] says how points, stars or deciles are to be read.
#' * *Is there an order effect at all?* [test_order_effect()].
#' * *How much of a correction is called for?* [fit_prior()] estimates how much experience the evaluators bring along,
#'   with or without known truth.
#' * *What is the ranking without the order effect?* [rank_items()], for every evaluator; [rank_partitions()]
#'   for a table in a database.
#' * *What is the one ranking behind several judges?* [rank_panel()], beside the usual ways, [panel_baselines()].
#' * *Who leads now?* [insertion_stream()] and [current_ranking()], while the competition is on.
#' * *How sure is it?* [rank_posterior()]: intervals of places, who may be the best, which pairs to look at again;
#'   [best_ranking()] is the ranking of the smallest expected error. Panels answer the same questions, since both hold a
#'   [rank_distribution()].
#' * *What does the correction change, and does it help?* [compare_rankings()] sets rankings side by side, with the
#'   truth or with each other; [find_conflicts()] lists the pairs that are in the wrong order.
#' * *How do I plan the next one?* [plan_orders()] for who sees what in which order, [plan_panel()] for how many judges
#'   it takes, [second_looks()] for what to look at again.
#' * *How do I show it?* [autoplot()] draws each of these; [report_rankings()] writes a page for the organiser.
#'
#' For vectors and matrices of scores:
#' * [insertion_ranking()] corrects, [induced_ranking()] is what the raw scores say.
#' * [footrule_distance()] and its relatives tell how far two rankings lie apart.
#' * [relative_ranks()], [ranking_from_relative()] and [expected_scores()] are the model itself, [score_model()] any
#'   other.
#'
#' Scores are about people: [anonymise()] takes the names out, and keeps the key apart.
#'
#' To study and to understand:
#' * [simulate_evaluations()] and [simulate_study()] show what the order of presentation does, and what correcting
#'   gains; [bayes_risk()] tells the smallest error that any method can have.
#' * [worst_case_ranking()], [footrule_bound()], [risk_bounds()], [optimal_scores()] and [conflict_rankings()] are the
#'   paper's theory; [crowd_experiment()] gets its data.
#'
#' To read, as one course: `vignette("seqjudge")`, `vignette("should-i-correct")`, `vignette("which-order-effect")`,
#' `vignette("panel")`, `vignette("live-competitions")`, `vignette("planning")`, `vignette("how-sure")`,
#' `vignette("choosing-the-prior-size")` and `vignette("theory")`; `vignette("cheatsheet")` has everything on one page.
#' The website has further pages: on simulations, the paper's experiments, real people, calibration, and speed.
#'
#' @section Ranks and places:
#' A *rank* runs as in [rank()]: the best of `n` items has rank `n`. What people read is the *place*, `1` for the best.
#'
#' @section Digits:
#' Tables are printed to four significant digits, or as many as `options(seqjudge.digits = )` says, from 1 to 15.
#' `as.data.frame()` and `tidy()` give numbers as they are.
#'
#' @section Strings:
#' Where an argument takes one of a few strings, such as `method = "exact"`, they are written as on the help page: case
#' counts, here as in names of evaluators, items and columns.
#'
#' @seealso [seqjudge-threads] for how many processors are used, and [bakeoff] for the data of the examples.
#' @examples
#' # From a table to corrected rankings, in three steps.
#' scale <- score_scale("range", 0, 100, meaning = "shares")
#' x <- evaluations(bakeoff, judge, contestant, position, points, scale)
#' fit <- fit_prior(x, pooled = "partial")
#' summary(rank_items(x, prior = fit))
#' @template paper
#' @keywords internal
#' @useDynLib seqjudge, .registration = TRUE
#' @importFrom Rcpp evalCpp
#' @importFrom ggplot2 aes coord_cartesian coord_equal element_blank element_rect element_text expand_limits expansion
#'   facet_grid facet_wrap geom_abline geom_col geom_errorbar geom_hline geom_line geom_linerange geom_point
#'   geom_pointrange geom_raster geom_rect geom_ribbon geom_segment geom_smooth geom_text geom_tile geom_vline ggplot
#'   ggplot_add guide_axis guide_legend guides label_wrap_gen labeller labs
#'   position_dodge position_identity position_jitter scale_alpha_identity scale_colour_manual scale_colour_viridis_d
#'   scale_fill_gradient scale_fill_gradient2 scale_fill_manual scale_linetype_manual scale_shape_manual
#'   scale_x_continuous scale_x_discrete scale_x_reverse scale_y_continuous scale_y_discrete scale_y_log10
#'   scale_y_reverse theme theme_minimal unit vars waiver
#' @importFrom rlang %||% .data
#' @importFrom stats coef confint logLik nobs simulate update
"_PACKAGE"
