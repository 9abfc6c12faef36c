// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/Revised.h"
#include "Device/Buffer.h"
#include "Shading/ColorTable.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace inkray
{

/// The table with the colors of the second array (MeshStyle::surfaceColors), in the memory of a backend.
template <class Backend>
class SurfaceColorTable
{
public:
  explicit SurfaceColorTable(Backend& backend)
    : backend_(backend)
  {
  }

  /// Take a table, or drop the earlier one if it is absent. InvalidInput keeps the earlier one.
  void set(const Revised<ColorTable>& item)
  {
    if (!item.isSet())
    {
      isSet_ = false;
      return;
    }
    const ColorTable& table = item.get();
    if (table.rgb.size() < 3 || table.rgb.size() % 3 != 0)
      throw InvalidInput("a table of colors needs three numbers for each of its entries, and one entry");
    if (!std::isfinite(table.range[0]) || !std::isfinite(table.range[1]))
      throw InvalidInput("the range of a table of colors is not finite");
    isSet_ = false; // until memory has been allocated
    table_.assign(backend_, table.rgb);
    view_ = {};
    view_.table = table_.data();
    view_.numEntries = table.ofColors ? 0 : static_cast<std::int32_t>(table.rgb.size() / 3);
    std::copy_n(table.nanColor, 3, view_.nan);
    std::copy_n(table.range, 2, range_);
    isSet_ = true;
  }

  /// The table as kernels read it, for values v that are stored as (v - offset) * scale. Throws InvalidInput
  /// if there is no table.
  ColorTableView over(double offset, double scale) const
  {
    if (!isSet_)
      throw InvalidInput("values to color isosurfaces are set, but no colors for them; set both");
    ColorTableView view = view_;
    view.setRange((range_[0] - offset) * scale, (range_[1] - offset) * scale);
    return view;
  }
  std::size_t bytes() const { return table_.bytes(); }

private:
  Backend& backend_;
  bool isSet_ = false;
  double range_[2] = { 0.0, 1.0 };
  Buffer<float, Backend> table_;
  ColorTableView view_{};
};

} // namespace inkray
