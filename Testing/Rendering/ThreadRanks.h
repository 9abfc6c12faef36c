// SPDX-License-Identifier: BSD-3-Clause
// Ranks of a test, each of which is a thread.
#pragma once

#include "RayCastRanks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <queue>
#include <utility>
#include <vector>

/// The state that all ranks' threads share.
class World
{
public:
  explicit World(int ranks)
    : Ranks(ranks)
  {
  }

  /// Combines arrays of all ranks: `combine` takes the value so far and a rank's value.
  template <class Value, class Combine>
  void Reduce(Value* values, std::int64_t number, Combine combine)
  {
    std::unique_lock<std::mutex> lock(this->Mutex);
    // Wait until all ranks have taken the last result.
    this->Changed.wait(lock, [this] { return !this->IsTaken; });
    if (this->Came == 0)
    {
      this->Values.assign(values, values + number);
    }
    else
    {
      EXPECT_EQ(this->Values.size(), static_cast<std::size_t>(number)) << "ranks are at one stage";
      std::transform(this->Values.begin(), this->Values.end(), values, this->Values.begin(),
        [combine](
          double all, Value mine) { return static_cast<double>(combine(static_cast<Value>(all), mine)); });
    }
    this->IsTaken = ++this->Came == this->Ranks;
    this->Changed.notify_all();
    this->Changed.wait(lock, [this] { return this->IsTaken; });
    std::transform(this->Values.begin(), this->Values.end(), values,
      [](double value) { return static_cast<Value>(value); });
    this->IsTaken = --this->Came > 0;
    this->Changed.notify_all();
  }

  void Send(std::pair<int, int> way, const float* values, std::int64_t number)
  {
    const std::lock_guard<std::mutex> lock(this->Mutex);
    this->Mail[way].emplace(values, values + number);
    this->Sent += number;
    this->Changed.notify_all();
  }
  void Receive(std::pair<int, int> way, float* values, std::int64_t number)
  {
    std::unique_lock<std::mutex> lock(this->Mutex);
    this->Changed.wait(lock, [&] { return this->Mail.count(way) > 0; });
    std::queue<std::vector<float>>& mail = this->Mail[way];
    EXPECT_EQ(mail.front().size(), static_cast<std::size_t>(number));
    std::copy(mail.front().begin(), mail.front().end(), values);
    mail.pop();
    if (mail.empty())
    {
      this->Mail.erase(way);
    }
  }

  const int Ranks;
  std::vector<int> Order;
  std::vector<int> PartsOrder; // if it differs from Order
  std::vector<std::array<double, 6>> Boxes;
  std::map<std::pair<int, int>, std::queue<std::vector<float>>> Mail;
  std::int64_t Sent = 0; // number of values sent

private:
  std::mutex Mutex;
  std::condition_variable Changed;
  std::vector<double> Values; // exact, except for packed extremes, which no test here uses
  int Came = 0;
  bool IsTaken = false;
};

class ThreadRank : public RayCastRanks
{
public:
  ThreadRank(World& world, int rank)
    : All(world)
    , Rank(rank)
  {
  }
  int GetRank() const override { return this->Rank; }
  int GetNumberOfRanks() const override { return this->All.Ranks; }
  std::vector<int> GetFrontToBack(vtkRenderer*) const override { return this->All.Order; }
  std::vector<int> GetPartsFrontToBack(vtkRenderer* renderer) const override
  {
    return this->All.PartsOrder.empty() ? this->GetFrontToBack(renderer) : this->All.PartsOrder;
  }
  std::vector<std::array<double, 6>> GetBoxes(vtkRenderer*) const override { return this->All.Boxes; }
  void TakeLeast(double* values, std::int64_t number) override
  {
    this->All.Reduce(values, number, [](double a, double b) { return std::min(a, b); });
  }
  void TakeLeast(float* values, std::int64_t number) override
  {
    this->All.Reduce(values, number, [](float a, float b) { return std::min(a, b); });
  }
  void TakeLeast(std::int64_t*, std::int64_t) override { ADD_FAILURE() << "extremes are not tested here"; }
  void TakeSum(float* values, std::int64_t number) override
  {
    this->All.Reduce(values, number, [](float a, float b) { return a + b; });
  }
  void Send(const float* values, std::int64_t number, int to) override
  {
    this->All.Send({ this->Rank, to }, values, number);
  }
  void Receive(float* values, std::int64_t number, int from) override
  {
    this->All.Receive({ from, this->Rank }, values, number);
  }

private:
  World& All;
  int Rank;
};
