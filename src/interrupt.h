// Answers the user's interrupt from within the core's loops, which know nothing of R.

#ifndef SEQJUDGE_SRC_INTERRUPT_H
#define SEQJUDGE_SRC_INTERRUPT_H

#include <Rcpp.h>

#include <chrono>
#include <memory>

// R raises what it finds as it is: an interrupt, or the error of a time limit (setTimeLimit()), of which
// Rcpp::checkUserInterrupt() would make an interrupt that no handler of errors sees. C++ is left in order on the way.
inline void check_interrupt() {
  Rcpp::unwindProtect(
      [](void*) -> SEXP {
        R_CheckUserInterrupt();
        return R_NilValue;
      },
      nullptr);
}

// Loops take their poll by value: copies share one clock. Asking R costs far more than asking the clock, so that many
// short calls stay fast.
class InterruptPoll {
 public:
  void operator()() const {
    const auto now = Clock::now();
    if (now - *last_ < std::chrono::milliseconds(100)) return;
    *last_ = now;
    check_interrupt();
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::shared_ptr<Clock::time_point> last_ = std::make_shared<Clock::time_point>(Clock::now());
};

#endif
