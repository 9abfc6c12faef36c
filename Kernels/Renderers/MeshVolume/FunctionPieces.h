// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/HeldRange.h"
#include "Core/Revised.h"
#include "Device/Buffer.h"
#include "Shading/PiecewiseTransferFunction.h"

#include <cstddef>
#include <vector>

namespace inkray
{

/// A transfer function of a Look and its pieces, as rays look them up in the memory of a backend.
template <class Backend>
class FunctionPieces
{
public:
  /// Take the function, or drop the earlier one if it is absent. After InvalidInput the earlier one stays.
  void set(const Revised<TransferFunction>& function)
  {
    if (function.isSet())
      makeIntervals(function.get(), 0.0, 1.0);
    function_ = function.get();
  }
  bool isSet() const { return !function_.knots.empty(); }
  const TransferFunction& function() const { return function_; }

  std::vector<FunctionInterval> inHost(const HeldValues& values) const
  {
    return makeIntervals(function_, values.low(), values.scale());
  }
  /// The pieces of the function with all knots that it had before they were reduced.
  std::vector<FunctionInterval> fineInHost(const HeldValues& values) const
  {
    if (function_.fineKnots.empty())
      return this->inHost(values);
    TransferFunction fine;
    fine.knots = function_.fineKnots;
    return makeIntervals(fine, values.low(), values.scale());
  }
  /// Make the pieces, over these values.
  void update(Backend& backend, const HeldValues& values)
  {
    const std::vector<FunctionInterval> made = this->inHost(values);
    pieces_.assign(backend, made);
    view_ = { pieces_.data(), static_cast<int>(made.size()) };
  }
  const PiecewiseView& view() const { return view_; }
  std::size_t bytes() const { return pieces_.bytes(); }

private:
  TransferFunction function_;
  Buffer<FunctionInterval, Backend> pieces_;
  PiecewiseView view_{};
};

} // namespace inkray
