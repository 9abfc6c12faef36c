// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

namespace inkray
{

/// The place where a ray crosses a face: the corners, and the weights of the first two.
struct FaceCrossing
{
  std::uint32_t ids[3];
  float weights[2];

  INKRAY_HD void allWeights(float all[3]) const
  {
    all[0] = weights[0];
    all[1] = weights[1];
    all[2] = 1.0f - (weights[0] + weights[1]);
  }
};

/// Finds the parts of a segment in which each vertex of its two faces has the largest weight. The weights are
/// linear along the segment, so that the largest is an upper envelope of lines. Slopes rise along it: it has
/// six parts at most.
class NearestVertices
{
public:
  /// Start at a share of the segment, with the corners of the faces behind and ahead, and their weights.
  INKRAY_HD void start(const std::uint32_t fromIds[3], const float fromWeights[3],
    const std::uint32_t toIds[3], const float toWeights[3], float share)
  {
    // A vertex of both faces is listed with the first face. The second face lists it with weight 0.
    INKRAY_UNROLL
    for (int k = 0; k < 3; ++k)
    {
      ids_[k] = fromIds[k];
      begin_[k] = fromWeights[k];
      float end = 0.0f;
      INKRAY_UNROLL
      for (int j = 0; j < 3; ++j)
        end = toIds[j] == fromIds[k] ? toWeights[j] : end;
      slope_[k] = end - begin_[k];
      const bool isNew = toIds[k] != fromIds[0] && toIds[k] != fromIds[1] && toIds[k] != fromIds[2];
      ids_[3 + k] = toIds[k];
      begin_[3 + k] = 0.0f;
      slope_[3 + k] = isNew ? toWeights[k] : 0.0f;
    }
    this->take(0);
    float largest = multiplyAdd(slope_[0], share, begin_[0]);
    INKRAY_UNROLL
    for (int k = 1; k < count; ++k)
    {
      const float weight = multiplyAdd(slope_[k], share, begin_[k]);
      if (weight > largest || (weight == largest && slope_[k] > rise_))
      {
        largest = weight;
        this->take(k);
      }
    }
    share_ = share;
    this->findNext();
  }

  INKRAY_HD std::uint32_t nearest() const { return nearest_; } ///< from the current place on
  /// The share of the way between two shares at which another vertex becomes nearest; more than 1: no vertex.
  INKRAY_HD float shareToNext(float from, float to) const
  {
    const float left = to - from;
    return left > 0.0f && until_ < to ? maximum(0.0f, until_ - from) / left : 2.0f;
  }
  /// Go to the place where the next vertex gets the largest weight.
  INKRAY_HD void advance()
  {
    share_ = until_;
    nearest_ = nextId_;
    weight_ = nextBegin_;
    rise_ = nextRise_;
    this->findNext();
  }

private:
  static constexpr int count = 6;

  INKRAY_HD void take(int k)
  {
    nearest_ = ids_[k];
    weight_ = begin_[k];
    rise_ = slope_[k];
  }
  INKRAY_HD void findNext()
  {
    until_ = 1.0f;
    nextRise_ = rise_;
    nextId_ = nearest_;
    nextBegin_ = weight_;
    INKRAY_UNROLL
    for (int k = 0; k < count; ++k)
    {
      // Function k overtakes where begin + slope t = weight + rise t.
      const float faster = slope_[k] - rise_;
      const float meets = faster > 0.0f ? maximum(share_, (weight_ - begin_[k]) / faster) : 2.0f;
      const bool isFirst = meets < until_ || (meets == until_ && meets < 1.0f && slope_[k] > nextRise_);
      until_ = isFirst ? meets : until_;
      nextRise_ = isFirst ? slope_[k] : nextRise_;
      nextId_ = isFirst ? ids_[k] : nextId_;
      nextBegin_ = isFirst ? begin_[k] : nextBegin_;
    }
  }

  std::uint32_t ids_[count] = {}, nearest_ = 0, nextId_ = 0;
  float begin_[count] = {}, slope_[count] = {}; ///< the weights as functions of the share
  float weight_ = 0.0f, rise_ = 0.0f;           ///< begin and slope of the weight of the nearest vertex
  float nextBegin_ = 0.0f, nextRise_ = 0.0f, share_ = 0.0f, until_ = 1.0f;
};

} // namespace inkray
