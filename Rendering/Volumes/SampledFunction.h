// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Shading/ColorFit.h"

#include <vector>

/// A function that gives a color and an opacity for each scalar, and is nearly piecewise linear.
class SampledFunction
{
public:
  virtual ~SampledFunction() = default;
  virtual inkray::ColorAndOpacity operator()(double x) const = 0;

  /// Sample the function as knots between which it is linear up to the tolerance. A jump is two knots at one
  /// scalar. There must be nodes.
  std::vector<inkray::FunctionKnot> FindKnots(double tolerance) const;

  /// Find the scalars that belong to the lower side of a jump, such as the upper end of a range.
  std::vector<double> FindUpperEnds() const;

  std::vector<double> Nodes; ///< the scalars at which the function may bend or jump, in ascending order
  double MaximumOpacity = 0;

private:
  void Refine(const inkray::FunctionKnot& b, const inkray::FunctionTolerance& tolerance, int depth,
    std::vector<inkray::FunctionKnot>& knots) const;
  /// How far from the nodes the function is taken to be what it is beyond them.
  double GetReach() const;
};
