// The core of seqjudge. Plain C++17: needs nothing but the standard library. What draws random numbers needs sitmo's
// header as well, and is included by itself: seqjudge/random.hpp, seqjudge/panel_chain.hpp, seqjudge/posterior.hpp,
// seqjudge/simulate.hpp.

#ifndef SEQJUDGE_HPP
#define SEQJUDGE_HPP

#include "seqjudge/assignment.hpp"
#include "seqjudge/bound.hpp"
#include "seqjudge/compress.hpp"
#include "seqjudge/decode.hpp"
#include "seqjudge/encode.hpp"
#include "seqjudge/fit_noise.hpp"
#include "seqjudge/given_ranking.hpp"
#include "seqjudge/induced.hpp"
#include "seqjudge/insertion.hpp"
#include "seqjudge/item_tree.hpp"
#include "seqjudge/lattice.hpp"
#include "seqjudge/live_ranking.hpp"
#include "seqjudge/marginal.hpp"
#include "seqjudge/maximise.hpp"
#include "seqjudge/median_ranking.hpp"
#include "seqjudge/metrics.hpp"
#include "seqjudge/normal.hpp"
#include "seqjudge/panel.hpp"
#include "seqjudge/permutation.hpp"
#include "seqjudge/rank_marginals.hpp"
#include "seqjudge/rankings.hpp"
#include "seqjudge/relative_score.hpp"
#include "seqjudge/scores.hpp"
#include "seqjudge/threads.hpp"

#endif
