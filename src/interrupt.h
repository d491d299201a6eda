// Answers the user's interrupt from within the core's loops, which know nothing of R.

#ifndef SEQJUDGE_SRC_INTERRUPT_H
#define SEQJUDGE_SRC_INTERRUPT_H

#include <Rcpp.h>

#include <chrono>
#include <memory>

// Loops take their poll by value: copies share one clock. Asking R costs far more than asking the clock, so that many
// short calls stay fast.
class InterruptPoll {
 public:
  void operator()() const {
    const auto now = Clock::now();
    if (now - *last_ < std::chrono::milliseconds(100)) return;
    *last_ = now;
    Rcpp::checkUserInterrupt();
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::shared_ptr<Clock::time_point> last_ = std::make_shared<Clock::time_point>(Clock::now());
};

#endif
