#include <gtest/gtest.h>

#include <limits>

#include "seqjudge/ratings/mark_posterior.hpp"
#include "seqjudge/support/normal.hpp"

namespace {

TEST(MarkPosterior, QuantilesInvertTheDistribution) {
  for (const double p : {1e-10, 0.001, 0.2, 0.5, 0.77, 0.9999})
    EXPECT_NEAR(seqjudge::detail::normal_below(seqjudge::normal_quantile(p)), p, 1e-12 + 1e-9 * p);
}

TEST(MarkPosterior, DensitiesSumToOneAndHaveTheSpreadThatIsShown) {
  const seqjudge::ExpectedQualities qualities;
  for (const auto shape : {seqjudge::QualityShape::flat, seqjudge::QualityShape::bell})
    for (const double n : {1.0, 5.0, 64.0, 65.0, 1e6, std::numeric_limits<double>::infinity()}) {
      const seqjudge::MarkScale scale{shape, 0.3, 1.2, 0.4};
      double total = 0, square = 0;
      for (double y = -12; y < 12; y += 0.01) {
        const double density = seqjudge::mark_density(qualities, scale, n, y);
        total += 0.01 * density;
        square += 0.01 * density * (y - 0.3) * (y - 0.3);
      }
      EXPECT_NEAR(total, 1, 1e-3);
      EXPECT_NEAR(square, 0.16 + 1.44 * qualities.shown(shape, n), 0.05);
    }
}

}  // namespace
