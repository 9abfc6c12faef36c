// SPDX-License-Identifier: BSD-3-Clause
#include "BlockExchange.h"

#include "RankBoxes.h"
#include "ServerRanks.h"
#include "vtkDataSetAttributes.h"
#include "vtkFieldData.h"
#include "vtkIntArray.h"
#include "vtkMultiProcessController.h"
#include "vtkNew.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <tuple>

namespace
{
using Extent = LatticeBlock::Extent;
constexpr int Tag = 26103;
constexpr Extent Nothing = { 0, -1, 0, -1, 0, -1 };
constexpr const char* PartName = "InKRayBlockPart"; // flat index, place and whole of a part that is sent

bool IsEmpty(const Extent& extent)
{
  return extent[0] > extent[1] || extent[2] > extent[3] || extent[4] > extent[5];
}

Extent Intersect(const Extent& a, const Extent& b)
{
  Extent both;
  for (std::size_t low = 0; low < 6; low += 2)
  {
    both[low] = std::max(a[low], b[low]);
    both[low + 1] = std::min(a[low + 1], b[low + 1]);
  }
  return both;
}

Extent Unite(const Extent& a, const Extent& b)
{
  if (IsEmpty(a) || IsEmpty(b))
  {
    return IsEmpty(a) ? b : a;
  }
  Extent both;
  for (std::size_t low = 0; low < 6; low += 2)
  {
    both[low] = std::min(a[low], b[low]);
    both[low + 1] = std::max(a[low + 1], b[low + 1]);
  }
  return both;
}

/// The extent of the cells of a block that are no ghosts of other blocks.
Extent FindOwn(const LatticeBlock& block)
{
  vtkUnsignedCharArray* const flags = block.Image->GetCellGhostArray();
  if (!flags || flags->GetNumberOfTuples() != block.Image->GetNumberOfCells())
  {
    return block.Place;
  }
  const Extent& place = block.Place;
  Extent own = Nothing;
  vtkIdType cell = 0;
  for (int z = place[4]; z < place[5]; ++z)
  {
    for (int y = place[2]; y < place[3]; ++y)
    {
      for (int x = place[0]; x < place[1]; ++x, ++cell)
      {
        if (!(flags->GetValue(cell) & vtkDataSetAttributes::DUPLICATECELL))
        {
          own = Unite(own, { x, x + 1, y, y + 1, z, z + 1 });
        }
      }
    }
  }
  return own;
}

/// Remove the arrays that do not have one tuple for each point or cell.
void RemoveWrongArrays(vtkImageData* image)
{
  for (const int association : { vtkDataObject::POINT, vtkDataObject::CELL })
  {
    vtkDataSetAttributes* const attributes = image->GetAttributes(association);
    for (int i = attributes->GetNumberOfArrays(); i-- > 0;)
    {
      if (attributes->GetAbstractArray(i)->GetNumberOfTuples() != image->GetNumberOfElements(association))
      {
        attributes->RemoveArray(i);
      }
    }
  }
}

/// The parts of blocks in a box and in two layers of cells around it. Throws std::bad_alloc.
BlockExchange::Blocks FindIn(const BlockExchange::Blocks& blocks, const Extent& box)
{
  BlockExchange::Blocks parts;
  if (IsEmpty(box))
  {
    return parts;
  }
  const Extent around = { box[0] - 2, box[1] + 2, box[2] - 2, box[3] + 2, box[4] - 2, box[5] + 2 };
  for (const LatticeBlock& block : blocks)
  {
    const Extent place = Intersect(block.Place, around);
    if (IsEmpty(place))
    {
      continue;
    }
    parts.push_back(block);
    if (place != block.Place)
    {
      Extent inImage;
      block.Image->GetExtent(inImage.data());
      for (std::size_t end = 0; end < 6; ++end)
      {
        inImage[end] += place[end] - block.Place[end];
      }
      parts.back().Place = place;
      parts.back().Image = vtkSmartPointer<vtkImageData>::New();
      parts.back().Image->ShallowCopy(block.Image);
      RemoveWrongArrays(parts.back().Image); // Crop would read beyond their ends
      parts.back().Image->Crop(inImage.data());
    }
  }
  return parts;
}

/// Send parts to another rank.
void Send(const BlockExchange::Blocks& parts, int to)
{
  vtkMultiProcessController* const controller = vtkMultiProcessController::GetGlobalController();
  const int number = static_cast<int>(parts.size());
  controller->Send(&number, 1, to, Tag);
  for (const LatticeBlock& part : parts)
  {
    vtkNew<vtkIntArray> numbers;
    numbers->SetName(PartName);
    numbers->InsertNextValue(static_cast<int>(part.FlatIndex));
    for (const Extent& extent : { part.Place, part.Whole })
    {
      std::for_each(extent.begin(), extent.end(), [&](int end) { numbers->InsertNextValue(end); });
    }
    vtkNew<vtkFieldData> fields;
    fields->AddArray(numbers);
    vtkNew<vtkImageData> sent;
    sent->ShallowCopy(part.Image);
    sent->SetFieldData(fields);
    controller->Send(sent, to, Tag);
  }
}

/// Receive parts of another rank.
void Receive(BlockExchange::Blocks& parts, int from)
{
  vtkMultiProcessController* const controller = vtkMultiProcessController::GetGlobalController();
  int number = 0;
  controller->Receive(&number, 1, from, Tag);
  for (int i = 0; i < number; ++i)
  {
    const auto image = vtkSmartPointer<vtkImageData>::New();
    controller->Receive(image.Get(), from, Tag);
    auto* const numbers = vtkIntArray::SafeDownCast(image->GetFieldData()->GetArray(PartName));
    if (numbers && numbers->GetNumberOfValues() == 13)
    {
      LatticeBlock part{ image, static_cast<unsigned int>(numbers->GetValue(0)), from, {}, {} };
      std::copy_n(numbers->GetPointer(1), 6, part.Place.begin());
      std::copy_n(numbers->GetPointer(7), 6, part.Whole.begin());
      parts.push_back(part);
    }
  }
}
} // namespace

BlockExchange::BlockExchange(const Blocks& own)
  : Box(Nothing)
  , Boxes(static_cast<std::size_t>(ServerRanks::GetNumberOfRanks()))
{
  for (const LatticeBlock& block : own)
  {
    this->Box = Unite(this->Box, this->Boxes.size() > 1 ? FindOwn(block) : block.Place);
  }
  RankBoxes::Box mine;
  std::copy(this->Box.begin(), this->Box.end(), mine.begin());
  const std::vector<RankBoxes::Box> all = RankBoxes::SeparateAll(mine.data());
  for (std::size_t rank = 0; rank < all.size(); ++rank)
  {
    // A wall between two boxes is rounded alike in both.
    std::transform(all[rank].begin(), all[rank].end(), this->Boxes[rank].begin(),
      [](double end) { return static_cast<int>(std::lround(end)); });
  }
  for (Extent& box : this->Boxes)
  {
    // Separate may leave no cells to a rank, which then draws nothing.
    const bool hasCells = box[0] < box[1] && box[2] < box[3] && box[4] < box[5];
    box = hasCells || this->Boxes.size() == 1 ? box : Nothing;
  }
  this->Box = this->Boxes[static_cast<std::size_t>(ServerRanks::GetRank())];
}

double BlockExchange::GetNumberOfPoints() const
{
  double points = 0;
  for (const Extent& box : this->Boxes)
  {
    points +=
      IsEmpty(box) ? 0.0 : (box[1] - box[0] + 1.0) * (box[3] - box[2] + 1.0) * (box[5] - box[4] + 1.0);
  }
  return points;
}

bool BlockExchange::HandOut(Blocks& blocks) const
{
  const int ranks = ServerRanks::GetNumberOfRanks(), me = ServerRanks::GetRank();
  std::vector<Blocks> parts(this->Boxes.size()); // of this rank's blocks, for each rank
  double lacking = 0;
  try
  {
    for (std::size_t rank = 0; rank < parts.size(); ++rank)
    {
      parts[rank] = FindIn(blocks, this->Boxes[rank]);
    }
  }
  catch (const std::bad_alloc&)
  {
    lacking = 1;
  }
  ServerRanks::AddUp(&lacking, 1);
  if (lacking > 0)
  {
    return false;
  }
  blocks = parts[static_cast<std::size_t>(me)];
  for (int round = 0; round < ranks; ++round)
  {
    const int partner = ServerRanks::GetPartner(round, me, ranks);
    const Blocks& sent = parts[static_cast<std::size_t>(partner)];
    // The lower rank sends first.
    if (me < partner)
    {
      Send(sent, partner);
      Receive(blocks, partner);
    }
    else if (me > partner)
    {
      Receive(blocks, partner);
      Send(sent, partner);
    }
  }
  std::sort(blocks.begin(), blocks.end(), [](const LatticeBlock& a, const LatticeBlock& b) {
    return std::tie(a.FlatIndex, a.Process) < std::tie(b.FlatIndex, b.Process);
  });
  return true;
}
