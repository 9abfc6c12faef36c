// SPDX-License-Identifier: BSD-3-Clause
#include "ImageOfBlocks.h"

#include "ArrayChoice.h"
#include "ArrayMemory.h"
#include "BlockExchange.h"
#include "LatticeBlock.h"
#include "MeshVolumePicks.h"
#include "ServerRanks.h"
#include "UnstructuredInput.h"
#include "vtkAOSDataArrayTemplate.h"
#include "vtkCellData.h"
#include "vtkCompositeDataIterator.h"
#include "vtkCompositeDataSet.h"
#include "vtkFieldData.h"
#include "vtkIdList.h"
#include "vtkImageData.h"
#include "vtkIntArray.h"
#include "vtkMatrix3x3.h"
#include "vtkPointData.h"
#include "vtkStructuredData.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <new>

namespace
{
using Extent = LatticeBlock::Extent;
using Blocks = BlockExchange::Blocks;
using Flags = std::vector<unsigned char>; // empty: none is set
constexpr int Points = vtkDataObject::POINT, Cells = vtkDataObject::CELL;

/// Why blocks are not drawn. The answer is the same on all ranks.
enum class Refusal
{
  None,
  OtherKinds,
  NoLattice,
  FarApart,
  NoMemory
};

/// Consecutive points or cells of a block, by the ids of the first in the block and in the image.
struct Run
{
  std::size_t Block;
  vtkIdType From, To, Count;
};

/// The array of a block with one tuple for each point or cell, or null.
vtkDataArray* FindArray(vtkImageData* image, int association, const char* name)
{
  vtkDataArray* const array = image->GetAttributes(association)->GetArray(name);
  return array && array->GetNumberOfTuples() == image->GetNumberOfElements(association) ? array : nullptr;
}

/// The flags of the points of a block, or of its cells; cells with a hidden point are flagged as hidden.
Flags FindFlags(vtkImageData* image, int association)
{
  auto* const array =
    vtkUnsignedCharArray::SafeDownCast(FindArray(image, association, vtkDataSetAttributes::GhostArrayName()));
  Flags flags;
  if (array)
  {
    flags.assign(array->GetPointer(0), array->GetPointer(0) + array->GetNumberOfTuples());
  }
  const Flags ofPoints = association == Cells ? FindFlags(image, Points) : Flags();
  vtkNew<vtkIdList> cells;
  for (std::size_t point = 0; point < ofPoints.size(); ++point)
  {
    if (ofPoints[point] & vtkDataSetAttributes::HIDDENPOINT)
    {
      flags.resize(image->GetNumberOfCells(), 0);
      image->GetPointCells(static_cast<vtkIdType>(point), cells);
      std::for_each(cells->begin(), cells->end(),
        [&flags](vtkIdType cell) { flags[cell] |= vtkDataSetAttributes::HIDDENCELL; });
    }
  }
  return flags;
}

/// The rows of the points or cells of all blocks, as runs of equal visibility; later runs win.
std::vector<Run> FindRuns(const Blocks& blocks, const std::vector<Flags>& flags, Extent all, int association)
{
  const int hidden = association == Points
    ? int(vtkDataSetAttributes::HIDDENPOINT)
    : vtkDataSetAttributes::HIDDENCELL | vtkDataSetAttributes::REFINEDCELL;
  const auto shrink = [association](Extent& extent) { // so that cells are counted in the same way as points
    for (int high = 1; high < 6 && association == Cells; high += 2)
    {
      --extent[high];
    }
  };
  shrink(all);
  std::vector<Run> runs;
  for (int rank = 0; rank < 3; ++rank)
  {
    for (std::size_t i = blocks.size(); i-- > 0;)
    {
      const auto rankOf = [own = flags[i].data(), hidden](vtkIdType id) {
        const int shown = own[id] & hidden ? 1 : 2;
        return own[id] & vtkDataSetAttributes::DUPLICATECELL ? 0 : shown;
      };
      Extent place = blocks[i].Place;
      shrink(place);
      vtkIdType from = 0;
      for (int at[3] = { place[0], place[2], place[4] }; at[2] <= place[5]; ++at[2])
      {
        for (at[1] = place[2]; at[1] <= place[3]; ++at[1])
        {
          const vtkIdType end = from + place[1] - place[0] + 1;
          const vtkIdType toImage = vtkStructuredData::ComputePointIdForExtent(all.data(), at) - from;
          while (from < end)
          {
            const vtkIdType first = from;
            const int own = flags[i].empty() ? 2 : rankOf(first);
            from = flags[i].empty() ? end : first + 1;
            while (from < end && rankOf(from) == own)
            {
              ++from;
            }
            if (own == rank)
            {
              runs.push_back({ i, first, first + toImage, from - first });
            }
          }
        }
      }
    }
  }
  return runs;
}

/// Make an array with tuples. Throws std::bad_alloc.
vtkSmartPointer<vtkDataArray> MakeArray(const char* name, int type, int components, vtkIdType count)
{
  auto array = vtkSmartPointer<vtkDataArray>::Take(vtkDataArray::CreateDataArray(type));
  array->SetName(name);
  array->SetNumberOfComponents(components);
  const auto allocate = [count](auto* numbers) { inkray::filters::allocateTuples(numbers, count); };
  switch (type)
  {
    vtkTemplateMacro(allocate(vtkAOSDataArrayTemplate<VTK_TT>::FastDownCast(array)));
    default: // bits
      array->SetNumberOfTuples(count);
  }
  return array;
}

/// Add the arrays that all blocks have with the same type and number of components.
void AddArrays(vtkImageData* image, const Blocks& blocks, const std::vector<Run>& runs, int association)
{
  vtkDataSetAttributes* const first = blocks.front().Image->GetAttributes(association);
  vtkDataSetAttributes* const attributes = image->GetAttributes(association);
  for (int i = 0; i < first->GetNumberOfArrays(); ++i)
  {
    const char* const name = first->GetArrayName(i);
    vtkDataArray* const model = name ? first->GetArray(name) : nullptr;
    if (!model || std::strcmp(name, vtkDataSetAttributes::GhostArrayName()) == 0)
    {
      continue;
    }
    std::vector<vtkDataArray*> arrays;
    for (const LatticeBlock& block : blocks)
    {
      vtkDataArray* const array = FindArray(block.Image, association, name);
      if (array && array->GetDataType() == model->GetDataType() &&
        array->GetNumberOfComponents() == model->GetNumberOfComponents())
      {
        arrays.push_back(array);
      }
    }
    if (arrays.size() < blocks.size())
    {
      continue;
    }
    auto made = MakeArray(
      name, model->GetDataType(), model->GetNumberOfComponents(), image->GetNumberOfElements(association));
    made->CopyComponentNames(model);
    if (image->GetCellGhostArray())
    {
      // Hidden cells get a value of the data: another one would widen the range of the array.
      for (int c = 0; c < made->GetNumberOfComponents(); ++c)
      {
        const double value = arrays[0]->GetNumberOfTuples() > 0 ? arrays[0]->GetComponent(0, c) : 0.0;
        made->FillComponent(c, std::isfinite(value) ? value : 0.0);
      }
    }
    for (const Run& run : runs)
    {
      made->InsertTuples(run.To, run.Count, run.From, arrays[run.Block]);
    }
    attributes->AddArray(made);
    if (first->GetScalars() == model)
    {
      attributes->SetActiveScalars(name);
    }
  }
}

/// Add an array of the cells with a number of each cell's block.
template <class NumberOf>
void AddNumbers(vtkImageData* image, const char* name, const Blocks& blocks, const std::vector<Run>& runs,
  NumberOf numberOf)
{
  unsigned int most = 0;
  for (const LatticeBlock& block : blocks)
  {
    most = std::max(most, numberOf(block));
  }
  const int type = most < 256 ? VTK_UNSIGNED_CHAR : VTK_UNSIGNED_INT;
  auto array = MakeArray(name, type, 1, image->GetNumberOfCells());
  const auto fill = [&](auto* numbers) {
    std::fill_n(numbers, array->GetNumberOfTuples(), 0);
    for (const Run& run : runs)
    {
      std::fill_n(numbers + run.To, run.Count, numberOf(blocks[run.Block]));
    }
  };
  type == VTK_UNSIGNED_CHAR ? fill(static_cast<unsigned char*>(array->GetVoidPointer(0)))
                            : fill(static_cast<unsigned int*>(array->GetVoidPointer(0)));
  image->GetCellData()->AddArray(array);
}

/// Add the arrays that selections need.
void AddIds(vtkImageData* image, const Blocks& blocks, const std::vector<Run>& runs)
{
  vtkNew<vtkIntArray> extents;
  extents->SetName(MeshVolumePicks::BlockExtents);
  extents->SetNumberOfComponents(8);
  const auto add = [&extents](int process, unsigned int flatIndex, const int* of) {
    const int tuple[8] = { process, static_cast<int>(flatIndex), of[0], of[1], of[2], of[3], of[4], of[5] };
    extents->InsertNextTypedTuple(tuple);
  };
  add(0, 0, image->GetExtent());
  for (const LatticeBlock& block : blocks)
  {
    add(block.Process, block.FlatIndex, block.Whole.data());
  }
  vtkNew<vtkFieldData> fields; // a copy, because a single block shares its own
  fields->ShallowCopy(image->GetFieldData());
  fields->AddArray(extents);
  image->SetFieldData(fields);
  AddNumbers(image, UnstructuredInput::CompositeIndices, blocks, runs,
    [](const LatticeBlock& block) { return block.FlatIndex; });
  if (ServerRanks::GetNumberOfRanks() > 1)
  {
    AddNumbers(image, UnstructuredInput::ProcessIds, blocks, runs,
      [](const LatticeBlock& block) { return static_cast<unsigned int>(block.Process); });
  }
}

/// Whether the first extent holds the second one.
bool Holds(const Extent& all, const Extent& one)
{
  bool holds = true;
  for (std::size_t low = 0; low < 6; low += 2)
  {
    holds = holds && all[low] <= one[low] && one[low + 1] <= all[low + 1];
  }
  return holds;
}

/// Flag the cells outside a box as those of other ranks.
void FlagOutside(unsigned char* flags, const Extent& all, const Extent& box)
{
  for (int z = all[4]; z < all[5]; ++z)
  {
    for (int y = all[2]; y < all[3]; ++y)
    {
      for (int x = all[0]; x < all[1]; ++x, ++flags)
      {
        if (!Holds(box, { x, x + 1, y, y + 1, z, z + 1 }))
        {
          *flags |= vtkDataSetAttributes::DUPLICATECELL;
        }
      }
    }
  }
}

/// Fill an image with the blocks. Cells outside `box` belong to other ranks. Throws std::bad_alloc.
void Fill(vtkImageData* image, const Blocks& blocks, const Extent& box)
{
  Extent all;
  image->GetExtent(all.data());
  std::vector<Flags> ofPoints(blocks.size()), ofCells(blocks.size());
  if (blocks.size() == 1 && Holds(box, all))
  {
    image->GetPointData()->ShallowCopy(blocks.front().Image->GetPointData());
    image->GetCellData()->ShallowCopy(blocks.front().Image->GetCellData());
    image->GetFieldData()->ShallowCopy(blocks.front().Image->GetFieldData());
    AddIds(image, blocks, FindRuns(blocks, ofCells, all, Cells)); // its arrays are there
    return;
  }
  for (std::size_t i = 0; i < blocks.size(); ++i)
  {
    ofPoints[i] = FindFlags(blocks[i].Image, Points);
    ofCells[i] = FindFlags(blocks[i].Image, Cells);
  }
  const std::vector<Run> runs = FindRuns(blocks, ofCells, all, Cells);
  auto flags =
    MakeArray(vtkDataSetAttributes::GhostArrayName(), VTK_UNSIGNED_CHAR, 1, image->GetNumberOfCells());
  flags->Fill(vtkDataSetAttributes::HIDDENCELL);
  auto* const first = vtkUnsignedCharArray::SafeDownCast(flags)->GetPointer(0);
  for (const Run& run : runs)
  {
    const Flags& own = ofCells[run.Block];
    own.empty() ? std::memset(first + run.To, 0, run.Count)
                : std::memcpy(first + run.To, &own[run.From], run.Count);
  }
  FlagOutside(first, all, box);
  if (std::any_of(first, first + image->GetNumberOfCells(), [](unsigned char flag) { return flag != 0; }))
  {
    image->GetCellData()->AddArray(flags);
  }
  AddArrays(image, blocks, FindRuns(blocks, ofPoints, all, Points), Points);
  AddArrays(image, blocks, runs, Cells);
  AddIds(image, blocks, runs);
}

/// How many blocks of a composite data set are drawn or not, over all ranks.
struct Counts
{
  double Drawn = 0, Others = 0; ///< Others: no images
  double Without = 0;           ///< without the chosen array
  double Elsewhere = 0;         ///< of these, those with an array of this name on cells instead of points
};

/// Find the blocks of this rank with points. All ranks call this together.
Blocks Find(vtkCompositeDataSet* input, const ArrayChoice& chosen, Counts& counts)
{
  Blocks blocks;
  double isChosen = chosen.IsIn(input) ? 1 : 0;
  ServerRanks::AddUp(&isChosen, 1);
  auto leaves = vtkSmartPointer<vtkCompositeDataIterator>::Take(input->NewIterator());
  for (leaves->InitTraversal(); !leaves->IsDoneWithTraversal(); leaves->GoToNextItem())
  {
    vtkDataObject* const leaf = leaves->GetCurrentDataObject();
    auto* const image = vtkImageData::SafeDownCast(leaf);
    if (leaf->GetNumberOfElements(Points) == 0)
    {
      continue;
    }
    if (!image)
    {
      ++counts.Others;
    }
    else if (isChosen > 0 && !chosen.In(image))
    {
      ++counts.Without;
      counts.Elsewhere += chosen.IsElsewhereIn(image) ? 1 : 0;
    }
    else
    {
      ++counts.Drawn;
      blocks.push_back({ image, leaves->GetCurrentFlatIndex(), ServerRanks::GetRank(), {}, {} });
    }
  }
  double numbers[4] = { counts.Drawn, counts.Others, counts.Without, counts.Elsewhere };
  ServerRanks::AddUp(numbers, 4);
  counts = { numbers[0], numbers[1], numbers[2], numbers[3] };
  return blocks;
}

/// The lattice of the first block of the first rank with blocks: an empty image with the extent of this
/// block. All ranks call this together.
vtkSmartPointer<vtkImageData> FindLattice(const Blocks& blocks)
{
  constexpr int Number = 21;
  double numbers[Number] = { 0, 0, 0, 1, 1, 1 };
  if (!blocks.empty())
  {
    vtkImageData* const first = blocks.front().Image;
    std::copy_n(first->GetOrigin(), 3, numbers);
    std::copy_n(first->GetSpacing(), 3, numbers + 3);
    std::copy_n(first->GetDirectionMatrix()->GetData(), 9, numbers + 6);
    std::copy_n(first->GetExtent(), 6, numbers + 15);
  }
  double rank = blocks.empty() ? ServerRanks::GetNumberOfRanks() : ServerRanks::GetRank();
  ServerRanks::TakeFromLeast(rank, numbers, Number);
  const auto lattice = vtkSmartPointer<vtkImageData>::New();
  lattice->SetOrigin(numbers);
  lattice->SetSpacing(numbers + 3);
  lattice->SetDirectionMatrix(numbers + 6);
  int extent[6];
  std::transform(numbers + 15, numbers + Number, extent, [](double end) { return static_cast<int>(end); });
  lattice->SetExtent(extent);
  return lattice;
}

/// Place a block on the lattice. Returns false if it does not lie there.
bool Place(LatticeBlock& block, vtkImageData* lattice)
{
  Extent own;
  block.Image->GetExtent(own.data());
  block.Place = own;
  // Compare the lowest corner, and then the corner that is next to it along each axis.
  for (int corner = 0; corner < 4; ++corner)
  {
    double place[3], steps[3];
    block.Image->TransformContinuousIndexToPhysicalPoint(
      own[corner == 1 ? 1 : 0], own[corner == 2 ? 3 : 2], own[corner == 3 ? 5 : 4], place);
    lattice->TransformPhysicalPointToContinuousIndex(place, steps);
    for (int axis = 0; axis < 3; ++axis)
    {
      constexpr double Rounding = 0.01, Most = 1e9; // steps
      const int length = own[2 * axis + 1] - own[2 * axis];
      if (corner == 0 && std::abs(steps[axis]) < Most)
      {
        block.Place[2 * axis] = static_cast<int>(std::lround(steps[axis]));
        block.Place[2 * axis + 1] = block.Place[2 * axis] + length;
      }
      if (!(std::abs(steps[axis] - block.Place[2 * axis + (corner == axis + 1 ? 1 : 0)]) < Rounding))
      {
        return false;
      }
    }
  }
  block.Whole = block.Place;
  return true;
}

/// Place the blocks of all ranks on a lattice. Returns false if they do not lie on one.
bool PlaceAll(Blocks& blocks, vtkImageData* lattice, const Counts& counts)
{
  double lacking = 0;
  for (LatticeBlock& block : blocks)
  {
    // A single block may lie anywhere; the mapper says what is wrong with it.
    const bool lies = Place(block, lattice);
    if (counts.Drawn == 1)
    {
      block.Image->GetExtent(block.Place.data());
      block.Whole = block.Place;
    }
    lacking += lies || counts.Drawn == 1 ? 0 : 1;
  }
  ServerRanks::AddUp(&lacking, 1);
  return lacking == 0;
}

/// Put the blocks of all ranks together into an empty image of what this rank draws. `wanted` is set to the
/// number of points in the images of all ranks. All ranks call this together.
Refusal PutTogether(Blocks blocks, const Counts& counts, vtkImageData* image, double& wanted)
{
  const vtkSmartPointer<vtkImageData> lattice = FindLattice(blocks);
  if (!PlaceAll(blocks, lattice, counts))
  {
    return Refusal::NoLattice;
  }
  double points = 0;
  for (const LatticeBlock& block : blocks)
  {
    points += static_cast<double>(block.Image->GetNumberOfPoints());
  }
  ServerRanks::AddUp(&points, 1);
  const BlockExchange exchange(blocks);
  wanted = exchange.GetNumberOfPoints();
  if (wanted > 4 * points)
  {
    return Refusal::FarApart;
  }
  double lacking = exchange.HandOut(blocks) ? 0 : 1;
  image->SetOrigin(lattice->GetOrigin());
  image->SetSpacing(lattice->GetSpacing());
  image->SetDirectionMatrix(lattice->GetDirectionMatrix());
  Extent extent = blocks.empty() ? Extent{ 0, -1, 0, -1, 0, -1 } : blocks.front().Place;
  for (const LatticeBlock& block : blocks)
  {
    for (std::size_t low = 0; low < 6; low += 2)
    {
      extent[low] = std::min(extent[low], block.Place[low]);
      extent[low + 1] = std::max(extent[low + 1], block.Place[low + 1]);
    }
  }
  image->SetExtent(extent.data());
  try
  {
    if (lacking == 0 && !blocks.empty())
    {
      Fill(image, blocks, exchange.GetBox());
    }
  }
  catch (const std::bad_alloc&)
  {
    lacking = 1;
  }
  ServerRanks::AddUp(&lacking, 1);
  return lacking > 0 ? Refusal::NoMemory : Refusal::None;
}

/// The sentence about a refusal of an image with so many points.
std::string Tell(Refusal refusal, const Counts& counts, double points)
{
  const auto number = [](double count) { return std::to_string(static_cast<std::int64_t>(count)); };
  switch (refusal)
  {
    case Refusal::OtherKinds:
      return number(counts.Others) + " of " + number(counts.Drawn + counts.Without + counts.Others) +
        " blocks are not image data, and only blocks that all are image data are drawn as a volume; the "
        "filter Resample To Image makes one image, and Append Datasets makes a mesh of all. Nothing is "
        "drawn.";
    case Refusal::NoLattice:
      return "The blocks of images do not lie on one lattice, for which they need the same spacing and "
             "direction, and origins that are whole steps apart; the filter Resample To Image makes one "
             "image. Nothing is drawn.";
    case Refusal::FarApart:
      return "The blocks of images lie far apart: one image around them would have more than four times "
             "their points; the filter Extract Block takes some of them, and Append Datasets makes a mesh of "
             "all. Nothing is drawn.";
    case Refusal::NoMemory:
      return "There is not enough memory to put " + number(counts.Drawn) +
        " blocks together into one image of " + number(points) + " points. Nothing is drawn.";
    default:
      return std::string();
  }
}
} // namespace

vtkSmartPointer<vtkImageData> ImageOfBlocks::Make(vtkCompositeDataSet* input, const ArrayChoice& chosen)
{
  Counts counts;
  const ::Blocks blocks = Find(input, chosen, counts);
  this->Note = counts.Without > 0 ? ArrayChoice::NoteLeftOut(static_cast<std::size_t>(counts.Without),
                                      static_cast<std::size_t>(counts.Drawn + counts.Without),
                                      static_cast<std::size_t>(counts.Elsewhere), { chosen })
                                  : std::string();
  std::vector<BlockKey> keys;
  for (const LatticeBlock& block : blocks)
  {
    keys.emplace_back(block.Image, block.Image->GetMTime(), block.FlatIndex);
  }
  double changes = keys != this->Blocks || !this->Image ? 1 : 0;
  ServerRanks::AddUp(&changes, 1);
  double points = 0;
  Refusal refusal = counts.Others > 0 ? Refusal::OtherKinds : Refusal::None;
  if (refusal == Refusal::None && changes > 0)
  {
    this->Image = vtkSmartPointer<vtkImageData>::New();
    refusal = PutTogether(blocks, counts, this->Image, points);
    this->Blocks = keys;
  }
  this->Problem = Tell(refusal, counts, points);
  if (refusal != Refusal::None)
  {
    this->Image = nullptr;
    return nullptr;
  }
  // If the chosen array is a problem, the image is kept, because other arrays are in it.
  const bool isLacking = this->Image->GetNumberOfPoints() > 0 && !blocks.empty() &&
    chosen.In(blocks.front().Image) && !chosen.In(this->Image);
  double lacking = isLacking ? 1 : 0;
  ServerRanks::AddUp(&lacking, 1);
  if (lacking > 0)
  {
    this->Problem = "The array '" + chosen.Name + "' on the " + chosen.GetPlace() +
      " has different types or numbers of components in the blocks, or a wrong number of values; choose "
      "another array to color by. Nothing is drawn.";
  }
  return lacking > 0 ? nullptr : this->Image;
}
