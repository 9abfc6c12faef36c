// SPDX-License-Identifier: BSD-3-Clause
#include "TetSink.h"

namespace inkray::filters
{

TetSink::Counts& TetSink::Counts::operator+=(const Counts& other)
{
  this->tets += other.tets;
  this->points += other.points;
  this->weights += other.weights;
  this->ignored += other.ignored;
  this->ghosts += other.ghosts;
  this->unsupported += other.unsupported;
  this->invalid += other.invalid;
  return *this;
}

std::int64_t TetSink::addPoint(int n, const std::int64_t* ids, const double* weights)
{
  const bool isOver = this->isLimited &&
    (this->counts.points >= this->limit.points || this->counts.weights + n > this->limit.weights);
  if (this->writes && !isOver)
  {
    this->out.weightStart[this->counts.points] = this->counts.weights;
    for (int i = 0; i < n; ++i)
    {
      this->out.sourcePoint[this->counts.weights + i] = ids[i];
      this->out.weight[this->counts.weights + i] = weights[i];
    }
  }
  this->counts.weights += n;
  return this->out.firstAddedPoint + this->counts.points++;
}

} // namespace inkray::filters
