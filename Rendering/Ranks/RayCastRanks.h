// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

class vtkRenderer;

/// The ranks of a parallel server, each of which draws a part of a volume. All ranks call the collective
/// methods (Take...) together, in the same order, with arrays of the same size.
class RayCastRanks
{
public:
  virtual ~RayCastRanks() = default;

  virtual int GetRank() const = 0;
  virtual int GetNumberOfRanks() const = 0;
  /// The order in which the ranks' pictures of this frame are blended, the front rank first. Ranks whose
  /// picture is blended twice or not at all are left out. The order is the same on all ranks.
  virtual std::vector<int> GetFrontToBack(vtkRenderer* renderer) const = 0;
  /// The ranks in the order of their parts of the volume, the nearest first, without ranks whose place is
  /// unknown. The order is the same on all ranks; by default it is that of GetFrontToBack.
  virtual std::vector<int> GetPartsFrontToBack(vtkRenderer* renderer) const
  {
    return this->GetFrontToBack(renderer);
  }
  /// The boxes of these parts, by rank, as (low, high) along each axis. Low above high: that rank has no
  /// part. Empty if the boxes are unknown. The same on all ranks.
  virtual std::vector<std::array<double, 6>> GetBoxes(vtkRenderer*) const { return {}; }
  /// The matrix from the coordinates of the boxes to those of the data; by default, the identity.
  virtual std::array<double, 16> GetBoxesToData() const
  {
    return { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
  }

  ///@{
  /// Replace each value by the minimum over all ranks, or by the sum. Collective.
  virtual void TakeLeast(double* values, std::int64_t number) = 0;
  virtual void TakeLeast(float* values, std::int64_t number) = 0;
  virtual void TakeLeast(std::int64_t* values, std::int64_t number) = 0;
  virtual void TakeSum(float* values, std::int64_t number) = 0;
  ///@}

  ///@{
  /// Send values to another rank, which has to receive the same number; Receive waits for them.
  virtual void Send(const float* values, std::int64_t number, int to) = 0;
  virtual void Receive(float* values, std::int64_t number, int from) = 0;
  ///@}
};
