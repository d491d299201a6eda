// The core of seqjudge. Plain C++17: needs nothing but the standard library. Its layers are folders, and each uses only
// those before it: support, ranking, model, panel, study. What draws random numbers needs sitmo's header as well, and
// is included by itself: support/random.hpp, model/posterior_draws.hpp, panel/panel_chain.hpp and all of study.

#ifndef SEQJUDGE_HPP
#define SEQJUDGE_HPP

#include "seqjudge/support/maximise.hpp"
#include "seqjudge/support/normal.hpp"
#include "seqjudge/support/permuted_sums.hpp"
#include "seqjudge/support/poll.hpp"
#include "seqjudge/support/random_below.hpp"
#include "seqjudge/support/threads.hpp"

#include "seqjudge/ranking/assignment.hpp"
#include "seqjudge/ranking/classify_ranking.hpp"
#include "seqjudge/ranking/counters.hpp"
#include "seqjudge/ranking/decode.hpp"
#include "seqjudge/ranking/decode_few.hpp"
#include "seqjudge/ranking/encode.hpp"
#include "seqjudge/ranking/footrule_bound.hpp"
#include "seqjudge/ranking/induced_ranking.hpp"
#include "seqjudge/ranking/insertion_ranking.hpp"
#include "seqjudge/ranking/item_tree.hpp"
#include "seqjudge/ranking/live_ranking.hpp"
#include "seqjudge/ranking/median_ranking.hpp"
#include "seqjudge/ranking/metrics.hpp"
#include "seqjudge/ranking/rank_distribution.hpp"

#include "seqjudge/model/compressed_scores.hpp"
#include "seqjudge/model/exact_rank_probabilities.hpp"
#include "seqjudge/model/expected_scores.hpp"
#include "seqjudge/model/fit_noise.hpp"
#include "seqjudge/model/lattice.hpp"
#include "seqjudge/model/likelihood.hpp"
#include "seqjudge/model/likelihood_given_ranking.hpp"
#include "seqjudge/model/marginal_likelihood.hpp"
#include "seqjudge/model/model_scores.hpp"
#include "seqjudge/model/path_sums.hpp"
#include "seqjudge/model/relative_score.hpp"

#include "seqjudge/panel/all_rankings.hpp"
#include "seqjudge/panel/evaluator_paths.hpp"
#include "seqjudge/panel/score_densities.hpp"

#endif
