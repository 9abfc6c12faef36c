// SPDX-License-Identifier: BSD-3-Clause
#include "Shading/StepTable.h"

#include <algorithm>

namespace inkray
{

namespace
{
bool isConstant(const FunctionInterval& p)
{
  return p.redSlope == 0.0f && p.greenSlope == 0.0f && p.blueSlope == 0.0f && p.attenuationSlope == 0.0f;
}
} // namespace

StepTable::StepTable(std::vector<FunctionInterval> function)
  : pieces(std::move(function))
{
  // The scalars between which the function changes.
  const FunctionInterval &front = pieces.front(), &back = pieces.back();
  float low = isConstant(front) ? std::max(-besideRange, front.middle + front.half) : 0.0f;
  float high = isConstant(back) ? std::min(1.0f + besideRange, back.middle - back.half) : 1.0f;
  if (!(high > low))
  {
    low = 0.0f;
    high = 1.0f;
  }
  const PiecewiseView all = { pieces.data(), static_cast<int>(pieces.size()) };
  const auto at = [&](float place) {
    return colorOf(all, low + (high - low) * std::clamp(place / float(numCells), 0.0f, 1.0f));
  };
  for (int cell = 0; cell <= numCells; ++cell)
  {
    Float4 sum = {};
    for (int k = 0; k < 8; ++k)
    {
      const Float4 c = at(float(cell) + (float(k) - 3.5f) / 8.0f);
      sum = { sum.x + 0.125f * c.x, sum.y + 0.125f * c.y, sum.z + 0.125f * c.z, sum.w + 0.125f * c.w };
    }
    cells.push_back(sum);
  }
  // If the function is transparent at an end, that end's cell is too; it also stands for all scalars beyond.
  if ((isConstant(front) && front.attenuation == 0.0f) || at(0.0f).w == 0.0f)
    cells.front().w = 0.0f;
  if ((isConstant(back) && back.attenuation == 0.0f) || at(float(numCells)).w == 0.0f)
    cells.back().w = 0.0f;
  view.numCells = static_cast<float>(numCells);
  view.perScalar = 1.0f / (high - low);
  view.offset = -low / (high - low);
}

} // namespace inkray
