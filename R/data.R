#' A simulated baking contest
#'
#' Six judges taste the cakes of the same twelve contestants, each in an order of their own, and give points from 0 to
#' 100. The data are simulated, so that the truth is known: each judge follows the model of this package, with the
#' experience of a number of earlier cakes and a little noise (standard deviation 3 points).
#'
#' | judge | Amara | Bruno | Ines | Kofi | Lena | Milo |
#' |---|---|---|---|---|---|---|
#' | prior size | 0 | 2 | 5 | 10 | 30 | 1000 |
#'
#' @format A data frame with 72 rows, by judge and in order of presentation:
#' \describe{
#'   \item{judge}{Name of the judge.}
#'   \item{contestant}{Name of the contestant whose cake was tasted.}
#'   \item{position}{When: 1 for the first cake that this judge tasted.}
#'   \item{points}{Points given, a whole number from 0 to 100: shares of the cakes that this one beats, in a hundred
#'     (see `meaning` in [score_scale()]). Divide by 100 for scores on the model's scale.}
#'   \item{true_rank}{True rank of the cake, 12 for the best.}
#' }
#' @family evaluations
#' @source Simulated by the script `data-raw/bakeoff.R` in the package's sources.
#' @examples
#' # Amara has never judged before. Whoever comes first gets about 50 points from her.
#' subset(bakeoff, judge == "Amara")
"bakeoff"
