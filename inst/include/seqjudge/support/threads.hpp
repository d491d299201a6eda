// Work spread over threads, in a way that R can live with: only the calling thread ever polls (and so talks to R), and
// whatever is thrown, by the work or by the poll, ends all of it and is thrown again to the caller.
//
// Results must not depend on the number of threads. So the work is cut into numbered chunks, whose number has nothing
// to do with that of the threads; each chunk writes to a place of its own.

#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <type_traits>
#include <vector>

#include "poll.hpp"

namespace seqjudge {
namespace detail {

// Thrown in a worker to leave a chunk that nobody waits for any more.
struct Abandoned {};

// What a worker polls: has the work been called off?
class WorkerPoll {
 public:
  explicit WorkerPoll(const std::atomic<bool>& stop) : stop_(&stop) {}
  void operator()() const {
    if (stop_->load(std::memory_order_relaxed)) throw Abandoned();
  }

 private:
  const std::atomic<bool>* stop_;
};

// Work takes the chunk's number, and a poll as well if its chunks are long.
template <class Work, class Poll>
void do_chunk(const Work& work, std::size_t chunk, Poll& poll) {
  if constexpr (std::is_invocable_v<const Work&, std::size_t>)
    work(chunk);
  else
    work(chunk, poll);
}

template <class Work>
class Crew {
 public:
  Crew(std::size_t count, const Work& work) : count_(count), work_(work) {}
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // Returns false if not a single thread could be started.
  template <class Poll>
  bool run(std::size_t size, Poll& poll) {
    std::vector<std::thread> threads;
    threads.reserve(size);
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      try {
        while (threads.size() < size) threads.emplace_back([this] { labour(); });
      } catch (const std::system_error&) {
        // Fewer threads than asked for do the same work.
      }
      busy_ = threads.size();
    }
    if (threads.empty()) return false;
    supervise(poll);
    for (auto& thread : threads) thread.join();
    if (error_) std::rethrow_exception(error_);
    return true;
  }

 private:
  void labour() {
    WorkerPoll poll(stop_);
    std::exception_ptr error;
    try {
      for (std::size_t chunk; !stop_.load(std::memory_order_relaxed) && (chunk = next_.fetch_add(1)) < count_;)
        do_chunk(work_, chunk, poll);
    } catch (const Abandoned&) {
      // The error that called the work off is known already.
    } catch (...) {
      error = std::current_exception();
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    if (error) fail(error);
    if (--busy_ == 0) finished_.notify_one();
  }

  // The caller must not throw before the threads have been joined.
  template <class Poll>
  void supervise(Poll& poll) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!finished_.wait_for(lock, std::chrono::milliseconds(50), [this] { return busy_ == 0; })) {
      if (stop_.load(std::memory_order_relaxed)) continue;
      lock.unlock();
      std::exception_ptr error;
      try {
        poll();
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      if (error) fail(error);
    }
  }

  // With the lock held. The first error is the one to report.
  void fail(const std::exception_ptr& error) {
    if (!error_) error_ = error;
    stop_.store(true, std::memory_order_relaxed);
  }

  const std::size_t count_;
  const Work& work_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable finished_;
  std::size_t busy_ = 0;
  std::exception_ptr error_;
};

}  // namespace detail

// Calls work(chunk), or work(chunk, poll) if it takes two arguments, for each chunk in 0..count-1, in any order and at
// the same time on `threads` threads; with one thread, in order on the calling thread. `poll` is called on the calling
// thread only, about every 50 ms, or before each chunk if there is one thread; it may throw. Chunks should take a few
// milliseconds, or call their own poll that often: one that has begun is waited for.
template <class Work, class Poll = NoPoll>
void for_each_chunk(std::size_t count, int threads, const Work& work, Poll poll = {}) {
  const std::size_t size = std::min(count, static_cast<std::size_t>(std::max(threads, 1)));
  if (size > 1 && detail::Crew<Work>(count, work).run(size, poll)) return;
  for (std::size_t chunk = 0; chunk < count; ++chunk) {
    poll();
    detail::do_chunk(work, chunk, poll);
  }
}

}  // namespace seqjudge
