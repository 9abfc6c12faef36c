// SPDX-License-Identifier: BSD-3-Clause
#include "BorderSums.h"

#include "ServerRanks.h"
#include "UnstructuredInput.h"
#include "vtkBoundingBox.h"
#include "vtkCellData.h"
#include "vtkIdList.h"
#include "vtkMultiProcessController.h"
#include "vtkNew.h"
#include "vtkUnsignedIntArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <tuple>
#include <unordered_map>

namespace
{
constexpr int Tag = 26102;

/// The coordinates of a point and its block.
using Place = std::array<double, 4>;

struct HashOf
{
  std::size_t operator()(const Place& place) const
  {
    std::size_t hash = 0;
    for (const double x : place)
    {
      hash = 1000003 * hash + std::hash<double>()(x);
    }
    return hash;
  }
};

/// The block of each point. Empty if the data have no blocks.
std::vector<unsigned int> BlocksOf(vtkUnstructuredGrid* grid)
{
  auto* const blocks =
    vtkUnsignedIntArray::SafeDownCast(grid->GetCellData()->GetArray(UnstructuredInput::CompositeIndices));
  std::vector<unsigned int> of;
  if (blocks)
  {
    of.resize(static_cast<std::size_t>(grid->GetNumberOfPoints()));
    vtkNew<vtkIdList> corners;
    for (vtkIdType cell = 0; cell < grid->GetNumberOfCells(); ++cell)
    {
      grid->GetCellPoints(cell, corners);
      for (vtkIdType i = 0; i < corners->GetNumberOfIds(); ++i)
      {
        of[static_cast<std::size_t>(corners->GetId(i))] = blocks->GetValue(cell);
      }
    }
  }
  return of;
}

/// The points in a box, by coordinates and block.
using Points = std::unordered_multimap<Place, std::size_t, HashOf>;
Points PointsIn(vtkUnstructuredGrid* grid, const std::vector<unsigned int>& blocks, const vtkBoundingBox& box)
{
  Points points;
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    double p[3];
    grid->GetPoint(i, p);
    if (box.ContainsPoint(p))
    {
      const auto point = static_cast<std::size_t>(i);
      const double block = blocks.empty() ? 0.0 : blocks[point];
      // Adding 0 turns -0 into 0, so that both compare and hash equal.
      points.emplace(Place{ p[0] + 0.0, p[1] + 0.0, p[2] + 0.0, block }, point);
    }
  }
  return points;
}
} // namespace

void BorderSums::AddUp(vtkUnstructuredGrid* grid, int number, std::vector<double>& sums)
{
  const int ranks = ServerRanks::GetNumberOfRanks(), me = ServerRanks::GetRank();
  if (ranks == 1)
  {
    return;
  }
  vtkMultiProcessController* const controller = vtkMultiProcessController::GetGlobalController();
  std::array<double, 6> mine = { 1, -1, 1, -1, 1, -1 };
  const bool hasSums = !sums.empty();
  if (hasSums)
  {
    grid->GetBounds(mine.data());
  }
  std::vector<double> all(6 * static_cast<std::size_t>(ranks));
  controller->AllGather(mine.data(), all.data(), 6);
  const std::vector<unsigned int> blocks = hasSums ? BlocksOf(grid) : std::vector<unsigned int>();

  // Send the sums that this rank found itself, without those received in earlier rounds.
  const std::vector<double> own = sums;
  const auto width = static_cast<std::size_t>(number);
  const std::size_t row = std::tuple_size<Place>::value + width;
  for (int round = 0; round < ranks; ++round)
  {
    const int partner = ServerRanks::GetPartner(round, me, ranks);
    vtkBoundingBox box(mine.data());
    const vtkBoundingBox other(all.data() + 6 * static_cast<std::size_t>(partner));
    if (partner == me || !box.IsValid() || !other.IsValid() || !box.IntersectBox(other))
    {
      continue; // the partner comes to the same result
    }
    const Points points = PointsIn(grid, blocks, box);
    std::vector<double> sent;
    sent.reserve(row * points.size());
    for (const auto& [place, point] : points)
    {
      sent.insert(sent.end(), place.begin(), place.end());
      const auto first = own.begin() + static_cast<std::ptrdiff_t>(width * point);
      sent.insert(sent.end(), first, first + number);
    }
    // The lower rank sends first.
    std::vector<double> received;
    const auto send = [&] {
      const auto size = static_cast<vtkIdType>(sent.size());
      controller->Send(&size, 1, partner, Tag);
      controller->Send(sent.data(), size, partner, Tag);
    };
    const auto receive = [&] {
      vtkIdType size = 0;
      controller->Receive(&size, 1, partner, Tag);
      received.resize(static_cast<std::size_t>(size));
      controller->Receive(received.data(), size, partner, Tag);
    };
    if (me < partner)
    {
      send();
      receive();
    }
    else
    {
      receive();
      send();
    }
    for (std::size_t at = 0; at + row <= received.size(); at += row)
    {
      Place place;
      std::copy_n(received.begin() + static_cast<std::ptrdiff_t>(at), place.size(), place.begin());
      const auto range = points.equal_range(place);
      for (auto found = range.first; found != range.second; ++found)
      {
        for (std::size_t i = 0; i < width; ++i)
        {
          sums[width * found->second + i] += received[at + place.size() + i];
        }
      }
    }
  }
}
