// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

class vtkRenderer;

/// The ranks of a parallel server, each of which draws a part of a volume. All of them call the collective
/// methods (Take...) together, in the same order, with arrays of the same size.
class RayCastRanks
{
public:
  virtual ~RayCastRanks() = default;

  virtual int GetRank() const = 0;
  virtual int GetNumberOfRanks() const = 0;
  /// The ranks in the order in which their pictures of this frame are blended, the front one first, without
  /// those whose picture is blended twice or not at all. It is the same on all ranks.
  virtual std::vector<int> GetFrontToBack(vtkRenderer* renderer) const = 0;
  /// The ranks in the order in which their parts of the volume lie, the nearest first, without those of which
  /// that is not known. It is the same on all ranks, and the one above where nothing else is said.
  virtual std::vector<int> GetPartsFrontToBack(vtkRenderer* renderer) const
  {
    return this->GetFrontToBack(renderer);
  }
  /// The boxes in which these parts lie, by rank, as (low, high) along each axis in the coordinates of the
  /// data; low above high: that rank has none. Empty where they are not known. The same on all ranks.
  virtual std::vector<std::array<double, 6>> GetBoxes(vtkRenderer*) const { return {}; }

  ///@{
  /// Make each value the least of those of all ranks, or their sum. Collective.
  virtual void TakeLeast(double* values, std::int64_t number) = 0;
  virtual void TakeLeast(float* values, std::int64_t number) = 0;
  virtual void TakeLeast(std::int64_t* values, std::int64_t number) = 0;
  virtual void TakeSum(float* values, std::int64_t number) = 0;
  ///@}

  ///@{
  /// Give values to another rank, which receives as many; it waits for them.
  virtual void Send(const float* values, std::int64_t number, int to) = 0;
  virtual void Receive(float* values, std::int64_t number, int from) = 0;
  ///@}
};
