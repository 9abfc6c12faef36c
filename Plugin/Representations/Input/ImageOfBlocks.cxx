// SPDX-License-Identifier: BSD-3-Clause
#include "ImageOfBlocks.h"

#include "ArrayChoice.h"
#include "ArrayMemory.h"
#include "MeshVolumePicks.h"
#include "UnstructuredInput.h"
#include "vtkAOSDataArrayTemplate.h"
#include "vtkCellData.h"
#include "vtkCompositeDataIterator.h"
#include "vtkCompositeDataSet.h"
#include "vtkFieldData.h"
#include "vtkIdList.h"
#include "vtkImageData.h"
#include "vtkIntArray.h"
#include "vtkStructuredData.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <new>

namespace
{
using Extent = std::array<int, 6>;
using Flags = std::vector<unsigned char>; // empty: none is set
constexpr int Points = vtkDataObject::POINT, Cells = vtkDataObject::CELL;

/// A block with its extent in the image.
struct Block
{
  vtkImageData* Image;
  unsigned int FlatIndex;
  Extent Place;
};
using Blocks = std::vector<Block>;

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
    for (const Block& block : blocks)
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

/// Add the arrays that selections need.
void AddIds(vtkImageData* image, const Blocks& blocks, const std::vector<Run>& runs)
{
  vtkNew<vtkIntArray> extents;
  extents->SetName(MeshVolumePicks::BlockExtents);
  extents->SetNumberOfComponents(6);
  extents->InsertTypedTuple(0, image->GetExtent());
  for (const Block& block : blocks)
  {
    extents->InsertTypedTuple(block.FlatIndex, block.Place.data());
  }
  vtkNew<vtkFieldData> fields; // a copy, because a single block shares its own
  fields->ShallowCopy(image->GetFieldData());
  fields->AddArray(extents);
  image->SetFieldData(fields);
  const int type = extents->GetNumberOfTuples() <= 256 ? VTK_UNSIGNED_CHAR : VTK_UNSIGNED_INT;
  auto indices = MakeArray(UnstructuredInput::CompositeIndices, type, 1, image->GetNumberOfCells());
  const auto fill = [&](auto* numbers) {
    std::fill_n(numbers, indices->GetNumberOfTuples(), 0);
    for (const Run& run : runs)
    {
      std::fill_n(numbers + run.To, run.Count, blocks[run.Block].FlatIndex);
    }
  };
  type == VTK_UNSIGNED_CHAR ? fill(static_cast<unsigned char*>(indices->GetVoidPointer(0)))
                            : fill(static_cast<unsigned int*>(indices->GetVoidPointer(0)));
  image->GetCellData()->AddArray(indices);
}

/// Fill an image with the blocks. Throws std::bad_alloc.
void Fill(vtkImageData* image, const Blocks& blocks)
{
  Extent all;
  image->GetExtent(all.data());
  std::vector<Flags> ofPoints(blocks.size()), ofCells(blocks.size());
  if (blocks.size() == 1)
  {
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
  if (std::any_of(first, first + image->GetNumberOfCells(), [](unsigned char flag) { return flag != 0; }))
  {
    image->GetCellData()->AddArray(flags);
  }
  AddArrays(image, blocks, FindRuns(blocks, ofPoints, all, Points), Points);
  AddArrays(image, blocks, runs, Cells);
  AddIds(image, blocks, runs);
}

/// Find the blocks with points. Returns why they are not drawn; the note says which are left out.
std::string Find(vtkCompositeDataSet* input, const ArrayChoice& chosen, Blocks& blocks, std::string& note)
{
  std::size_t others = 0, without = 0, elsewhere = 0;
  const bool isChosen = chosen.IsIn(input);
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
      ++others;
    }
    else if (isChosen && !chosen.In(image))
    {
      ++without;
      elsewhere += chosen.IsElsewhereIn(image) ? 1 : 0;
    }
    else
    {
      blocks.push_back({ image, leaves->GetCurrentFlatIndex(), {} });
      image->GetExtent(blocks.back().Place.data());
    }
  }
  const std::size_t all = blocks.size() + without;
  note = without > 0 ? ArrayChoice::NoteLeftOut(without, all, elsewhere, { chosen }) : std::string();
  return others == 0 ? std::string()
                     : std::to_string(others) + " of " + std::to_string(all + others) +
      " blocks are not image data, and only blocks that all are image data are drawn as a volume; the filter "
      "Resample To Image makes one image, and Append Datasets makes a mesh of all. Nothing is drawn.";
}

/// Place the blocks on the lattice of the first one, and find the extent of all. Returns why that cannot be
/// done.
std::string Place(Blocks& blocks, Extent& all)
{
  all = blocks.front().Place;
  double points = 0;
  for (Block& block : blocks)
  {
    const Extent own = block.Place;
    points += static_cast<double>(block.Image->GetNumberOfPoints());
    // Compare the lowest corner, and then the corner that is next to it along each axis.
    for (int corner = 0; corner < 4 && &block != &blocks.front(); ++corner)
    {
      double place[3], steps[3];
      block.Image->TransformContinuousIndexToPhysicalPoint(
        own[corner == 1 ? 1 : 0], own[corner == 2 ? 3 : 2], own[corner == 3 ? 5 : 4], place);
      blocks.front().Image->TransformPhysicalPointToContinuousIndex(place, steps);
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
          return "The blocks of images do not lie on one lattice, for which they need the same spacing and "
                 "direction, and origins that are whole steps apart; the filter Resample To Image makes one "
                 "image. Nothing is drawn.";
        }
      }
    }
    for (int axis = 0; axis < 3; ++axis)
    {
      all[2 * axis] = std::min(all[2 * axis], block.Place[2 * axis]);
      all[2 * axis + 1] = std::max(all[2 * axis + 1], block.Place[2 * axis + 1]);
    }
  }
  const double around = (all[1] - all[0] + 1.0) * (all[3] - all[2] + 1.0) * (all[5] - all[4] + 1.0);
  return around <= 4 * points ? std::string()
                              : "The blocks of images lie far apart: one image around them would have more "
                                "than four times their points; the filter Extract Block takes some of them, "
                                "and Append Datasets makes a mesh of all. Nothing is drawn.";
}

/// Put the blocks together into an empty image. Returns why that cannot be done.
std::string PutTogether(Blocks& blocks, vtkImageData* image)
{
  Extent extent = { 0, -1, 0, -1, 0, -1 };
  std::string problem = blocks.empty() ? std::string() : Place(blocks, extent);
  if (blocks.empty() || !problem.empty())
  {
    return problem;
  }
  vtkImageData* const first = blocks.front().Image;
  image->SetOrigin(first->GetOrigin());
  image->SetSpacing(first->GetSpacing());
  image->SetDirectionMatrix(first->GetDirectionMatrix());
  image->SetExtent(extent.data());
  if (blocks.size() == 1)
  {
    image->ShallowCopy(first);
  }
  try
  {
    Fill(image, blocks);
  }
  catch (const std::bad_alloc&)
  {
    return "There is not enough memory to put " + std::to_string(blocks.size()) +
      " blocks together into one image of " + std::to_string(image->GetNumberOfPoints()) +
      " points. Nothing is drawn.";
  }
  return problem;
}
} // namespace

vtkSmartPointer<vtkImageData> ImageOfBlocks::Make(vtkCompositeDataSet* input, const ArrayChoice& chosen)
{
  ::Blocks blocks;
  this->Problem = Find(input, chosen, blocks, this->Note);
  std::vector<BlockKey> keys;
  for (const Block& block : blocks)
  {
    keys.emplace_back(block.Image, block.Image->GetMTime(), block.FlatIndex);
  }
  if (!this->Problem.empty() || keys != this->Blocks)
  {
    this->Image = nullptr;
  }
  if (this->Problem.empty() && !this->Image)
  {
    auto image = vtkSmartPointer<vtkImageData>::New();
    this->Problem = PutTogether(blocks, image);
    this->Image = this->Problem.empty() ? image : nullptr;
    this->Blocks = keys;
  }
  // Even then the image is kept, because other arrays are in it.
  if (this->Image && !blocks.empty() && chosen.In(blocks.front().Image) && !chosen.In(this->Image))
  {
    this->Problem = "The array '" + chosen.Name + "' on the " + chosen.GetPlace() +
      " has different types or numbers of components in the blocks, or a wrong number of values; choose "
      "another array to color by. Nothing is drawn.";
  }
  return this->Problem.empty() ? this->Image : nullptr;
}
