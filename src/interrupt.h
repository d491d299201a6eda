// Answers the user's interrupt from within the core's loops, which know nothing of R.

#ifndef SEQJUDGE_SRC_INTERRUPT_H
#define SEQJUDGE_SRC_INTERRUPT_H

#include <Rcpp.h>

#include <chrono>

// Copies share one clock. Asking R costs far more than asking the clock, so that many short calls stay fast.
class InterruptPoll {
 public:
  using Clock = std::chrono::steady_clock;
  explicit InterruptPoll(Clock::time_point& last) : last_(&last) {}
  void operator()() const {
    const auto now = Clock::now();
    if (now - *last_ < std::chrono::milliseconds(100)) return;
    *last_ = now;
    Rcpp::checkUserInterrupt();
  }

 private:
  Clock::time_point* last_;
};

#endif
