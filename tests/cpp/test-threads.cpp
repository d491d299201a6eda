#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "seqjudge/support/threads.hpp"

namespace {

using seqjudge::for_each_chunk;

struct Interrupted {};

void rest() { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }

TEST(Threads, EachChunkIsDoneOnce) {
  for (const int threads : {-1, 0, 1, 2, 4, 7})
    for (const std::size_t count : {0, 1, 2, 3, 1000}) {
      std::vector<int> done(count, 0);
      for_each_chunk(count, threads, [&done](std::size_t chunk) { ++done[chunk]; });
      ASSERT_EQ(done, std::vector<int>(count, 1));
    }
}

TEST(Threads, OneThreadIsTheCallers) {
  const auto caller = std::this_thread::get_id();
  std::vector<std::size_t> order;
  std::size_t polls = 0;
  for_each_chunk(
      5, 1,
      [&](std::size_t chunk) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        order.push_back(chunk);
        EXPECT_EQ(polls, order.size());
      },
      [&polls] { ++polls; });
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(Threads, OnlyTheCallerPollsAndOnlyWorkersWork) {
  const auto caller = std::this_thread::get_id();
  std::atomic<bool> polled{false};
  for_each_chunk(
      2, 2,
      [&](std::size_t) {
        EXPECT_NE(std::this_thread::get_id(), caller);
        while (!polled) rest();
      },
      [&] {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        polled = true;
      });
  EXPECT_TRUE(polled);
}

TEST(Threads, AnErrorOfTheWorkReachesTheCallerAndEndsTheRest) {
  for (const int threads : {1, 2, 4}) {
    std::atomic<int> done{0};
    try {
      for_each_chunk(1000000, threads, [&done](std::size_t chunk) {
        if (chunk == 3) throw std::runtime_error("chunk three");
        ++done;
      });
      FAIL() << "no exception";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), std::string("chunk three"));
    }
    EXPECT_LT(done, 1000000);
  }
}

TEST(Threads, AnErrorOfThePollEndsTheWork) {
  for (const int threads : {1, 2, 4}) {
    std::atomic<std::size_t> done{0};
    EXPECT_THROW(for_each_chunk(
                     1000000, threads,
                     [&done](std::size_t) {
                       rest();
                       ++done;
                     },
                     [&done] {
                       if (done > 0) throw Interrupted();
                     }),
                 Interrupted);
    EXPECT_LT(done, 1000000u);
  }
}

// A chunk that never ends by itself leaves by its poll.
TEST(Threads, LongChunksAreLeftByTheirPoll) {
  for (const int threads : {1, 2}) {
    std::atomic<int> polls{0};
    EXPECT_THROW(for_each_chunk(
                     2, threads,
                     [](std::size_t, auto& poll) {
                       for (;;) {
                         poll();
                         rest();
                       }
                     },
                     [&polls] {
                       if (++polls == 3) throw Interrupted();
                     }),
                 Interrupted);
  }
}

}  // namespace
