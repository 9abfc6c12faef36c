// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/ColorTable.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace inkray
{

/// The color table of the surfaces of a mesh or a volume, in the memory of a backend.
template <class Backend>
class PathColorTable
{
public:
  void set(const ColorTable& table) { table_ = table; }
  /// Copy the table to the backend, and return it as kernels read it, for values v that are held as
  /// (v - offset) * scale. A table without entries is white.
  ColorTableView view(Backend& backend, double offset, double scale)
  {
    const std::vector<float> white = { 1.0f, 1.0f, 1.0f };
    const std::vector<float>& rgb = table_.rgb.size() < 3 ? white : table_.rgb;
    const auto n = static_cast<std::int64_t>(rgb.size() / 3);
    entries_.reserve(backend, 3 * n);
    backend.copyFromHost(entries_.data(), rgb.data(), static_cast<std::size_t>(3 * n) * sizeof(float));
    ColorTableView view{};
    view.table = entries_.data();
    view.numEntries = table_.ofColors ? 0 : static_cast<std::int32_t>(n);
    std::copy_n(table_.nanColor, 3, view.nan);
    view.setRange((table_.range[0] - offset) * scale, (table_.range[1] - offset) * scale);
    return view;
  }
  std::size_t bytes() const { return entries_.bytes(); }

private:
  ColorTable table_;
  typename Backend::template Array<float> entries_;
};

} // namespace inkray
