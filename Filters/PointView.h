// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace inkray::filters
{

/// The coordinates of a grid's points, three for each point, as float or double, read without a copy.
struct PointView
{
  const void* data = nullptr;
  bool isDouble = true;

  void get(std::int64_t i, double x[3]) const
  {
    for (int c = 0; c < 3; ++c)
    {
      x[c] = this->isDouble ? static_cast<const double*>(this->data)[3 * i + c]
                            : static_cast<const float*>(this->data)[3 * i + c];
    }
  }
};

} // namespace inkray::filters
