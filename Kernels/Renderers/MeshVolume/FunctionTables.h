// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Shading/FunctionColorTable.h"
#include "Shading/TabulatedTransferFunction.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace inkray
{

/// Tables of a transfer function in the memory of a backend: a CPU looks up integrals, a GPU only colors.
template <class Backend>
class FunctionTables
{
public:
  void clear()
  {
    integrals_ = {};
    colors_ = {};
    pieces_.release();
    cells_.release();
    opacities_.release();
    ofColors_.release();
  }
  /// Make the table for the pieces of a function. `fine`: pieces of the same function with all of its knots.
  /// No table is made if rays are as fast or more exact without one.
  void update(
    Backend& backend, const std::vector<FunctionInterval>& pieces, const std::vector<FunctionInterval>& fine)
  {
    this->clear();
    if constexpr (Backend::isDevice)
    {
      const FunctionColorTable made = makeFunctionColorTable(pieces, fine);
      if (made.colors.empty())
        return;
      opacities_.assign(backend, made.opacities);
      ofColors_.assign(backend, made.colors);
      colors_ = made.viewOf(opacities_.data(), ofColors_.data());
      backend.synchronize(); // the host's arrays are about to be freed
    }
    else
    {
      const TransferFunctionTable made = makeTable(pieces);
      if (made.pieces.empty())
        return;
      pieces_.assign(backend, made.pieces);
      cells_.assign(backend, made.blockOfCell);
      integrals_ = made.viewOf(pieces_.data(), cells_.data());
    }
  }
  const TabulatedView& integrals() const { return integrals_; }
  const FunctionColorTableView& colors() const { return colors_; } ///< null `colors`: no table
  std::size_t bytes() const
  {
    return pieces_.bytes() + cells_.bytes() + opacities_.bytes() + ofColors_.bytes();
  }

private:
  Buffer<TabulatedInterval, Backend> pieces_;
  Buffer<std::uint16_t, Backend> cells_;
  TabulatedView integrals_{};
  Buffer<FunctionInterval, Backend> opacities_;
  Buffer<Float4, Backend> ofColors_;
  FunctionColorTableView colors_{};
};

} // namespace inkray
