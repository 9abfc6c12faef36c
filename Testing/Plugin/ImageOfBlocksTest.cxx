// SPDX-License-Identifier: BSD-3-Clause
// Images that are put together from blocks: random pieces of an image give the image again, to the bit.
#include "ImageOfBlocks.h"

#include "ArrayChoice.h"
#include "FailingNew.h"
#include "MeshVolumePicks.h"
#include "Seeds.h"
#include "UnstructuredInput.h"
#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkFloatArray.h"
#include "vtkIdList.h"
#include "vtkImageData.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkNew.h"
#include "vtkPartitionedDataSet.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkShortArray.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"
#include "vtkWeakPointer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace
{

using Extent = std::array<int, 6>;
constexpr int Points = vtkDataObject::POINT, Cells = vtkDataObject::CELL;
const char* const Ghosts = vtkDataSetAttributes::GhostArrayName();

/// Adds the arrays "f" (floats) and "v" (vectors of short numbers) to points and cells; `value` numbers them.
template <class Value>
void addArrays(vtkImageData* image, const Value& value)
{
  for (const int association : { Points, Cells })
  {
    vtkNew<vtkFloatArray> f;
    f->SetName("f");
    vtkNew<vtkShortArray> v;
    v->SetName("v");
    v->SetNumberOfComponents(2);
    for (vtkIdType i = 0; i < image->GetNumberOfElements(association); ++i)
    {
      const float number = value(association, i);
      f->InsertNextValue(number);
      v->InsertNextTuple2(std::floor(number), -2 * std::floor(number));
    }
    image->GetAttributes(association)->AddArray(f);
    image->GetAttributes(association)->AddArray(v);
  }
}

vtkSmartPointer<vtkImageData> makeImage(const Extent& extent)
{
  auto image = vtkSmartPointer<vtkImageData>::New();
  image->SetExtent(extent[0], extent[1], extent[2], extent[3], extent[4], extent[5]);
  return image;
}

vtkSmartPointer<vtkUnsignedCharArray> addFlags(vtkImageData* image, int association)
{
  vtkNew<vtkUnsignedCharArray> flags;
  flags->SetName(Ghosts);
  flags->SetNumberOfTuples(image->GetNumberOfElements(association));
  flags->Fill(0);
  image->GetAttributes(association)->AddArray(flags);
  return flags;
}

unsigned char flagOf(vtkImageData* image, int association, vtkIdType id)
{
  vtkDataArray* const flags = image->GetAttributes(association)->GetArray(Ghosts);
  return flags ? static_cast<unsigned char>(flags->GetComponent(id, 0)) : 0;
}

/// Whether a cell is drawn: neither the cell nor one of its points is hidden.
bool isDrawn(vtkImageData* image, vtkIdType cell)
{
  bool isHidden = (flagOf(image, Cells, cell) &
                    (vtkDataSetAttributes::HIDDENCELL | vtkDataSetAttributes::DUPLICATECELL)) != 0;
  vtkNew<vtkIdList> corners;
  image->GetCellPoints(cell, corners);
  for (vtkIdType point : *corners)
  {
    isHidden = isHidden || (flagOf(image, Points, point) & vtkDataSetAttributes::HIDDENPOINT) != 0;
  }
  return !isHidden;
}

/// The id in `image` of the point or cell that has an id in `piece`, where both extents count the same steps.
vtkIdType idIn(vtkImageData* image, const Extent& piece, int association, vtkIdType id)
{
  const int more = association == Points ? 1 : 0;
  const vtkIdType nx = piece[1] - piece[0] + more, ny = piece[3] - piece[2] + more;
  int place[3] = { static_cast<int>(id % nx) + piece[0], static_cast<int>(id / nx % ny) + piece[2],
    static_cast<int>(id / nx / ny) + piece[4] };
  return association == Points ? image->ComputePointId(place) : image->ComputeCellId(place);
}

/// Random pieces of a random image, a part of them left out.
struct Pieces
{
  explicit Pieces(std::uint32_t seed)
    : Random(seed)
  {
    const int low[3] = { this->Draw(-5, 5), this->Draw(-5, 5), this->Draw(-5, 5) };
    this->Whole = makeImage({ low[0], low[0] + this->Draw(2, 9), low[1], low[1] + this->Draw(2, 9), low[2],
      low[2] + this->Draw(2, 9) });
    this->Whole->SetOrigin(this->Draw(-9, 9) * 0.1, 7.3, -1e3);
    this->Whole->SetSpacing(0.1 * this->Draw(1, 9), 1.0 / 3, 25);
    const double angle = this->Draw(0, 3) * 0.4;
    this->Whole->SetDirectionMatrix(
      std::cos(angle), -std::sin(angle), 0, std::sin(angle), std::cos(angle), 0, 0, 0, 1);
    addArrays(this->Whole, [this](int, vtkIdType) { return 0.25f * this->Draw(-100, 100); });
    for (const int association : { Points, Cells })
    {
      if (this->Draw(0, 2) == 0)
      {
        auto flags = addFlags(this->Whole, association);
        for (int i = 0; i < 5; ++i)
        {
          flags->SetValue(this->Draw(0, static_cast<int>(flags->GetNumberOfTuples()) - 1),
            static_cast<unsigned char>(association == Points ? int(vtkDataSetAttributes::HIDDENPOINT)
                                                             : int(vtkDataSetAttributes::HIDDENCELL)));
        }
      }
    }
    this->HasGhosts = this->Draw(0, 1) == 1;
    this->LeavesOut = this->Draw(0, 2) == 0;
    Extent all;
    this->Whole->GetExtent(all.data());
    this->Covered.assign(this->Whole->GetNumberOfCells(), -1);
    this->Cut(all, 3);
    std::shuffle(this->Extents.begin(), this->Extents.end(), this->Random);
    for (std::size_t i = 0; i < this->Extents.size(); ++i)
    {
      if (i == 0 || !this->LeavesOut || this->Draw(0, 3) > 0)
      {
        this->Blocks->SetBlock(static_cast<unsigned int>(i), this->Make(this->Extents[i], i + 1));
      }
    }
  }

  int Draw(int low, int high) { return std::uniform_int_distribution<int>(low, high)(this->Random); }

  void Cut(const Extent& extent, int times)
  {
    const int axis = this->Draw(0, 2), low = extent[2 * axis], high = extent[2 * axis + 1];
    if (times == 0 || high - low < 2)
    {
      this->Extents.push_back(extent);
      return;
    }
    Extent one = extent, other = extent;
    one[2 * axis + 1] = other[2 * axis] = this->Draw(low + 1, high - 1);
    this->Cut(one, times - 1);
    this->Cut(other, times - 1);
  }

  /// The piece of an extent. Ghosts have wrong values, and its extent may begin at zero.
  vtkSmartPointer<vtkImageData> Make(const Extent& own, std::size_t flatIndex)
  {
    Extent extent = own, all;
    this->Whole->GetExtent(all.data());
    for (int axis = 0; axis < 3 && this->HasGhosts; ++axis)
    {
      extent[2 * axis] = std::max(all[2 * axis], extent[2 * axis] - 1);
      extent[2 * axis + 1] = std::min(all[2 * axis + 1], extent[2 * axis + 1] + 1);
    }
    auto piece = makeImage(extent);
    piece->SetOrigin(this->Whole->GetOrigin());
    piece->SetSpacing(this->Whole->GetSpacing());
    piece->SetDirectionMatrix(this->Whole->GetDirectionMatrix());
    const auto isOwn = [&](int association, vtkIdType id) {
      const int more = association == Points ? 1 : 0;
      const vtkIdType nx = extent[1] - extent[0] + more, ny = extent[3] - extent[2] + more;
      const vtkIdType place[3] = { id % nx + extent[0], id / nx % ny + extent[2], id / nx / ny + extent[4] };
      return place[0] >= own[0] && place[0] < own[1] + more && place[1] >= own[2] &&
        place[1] < own[3] + more && place[2] >= own[4] && place[2] < own[5] + more;
    };
    const auto inWhole = [&](int association, vtkIdType id) {
      return idIn(this->Whole, extent, association, id);
    };
    addArrays(piece, [&](int association, vtkIdType id) {
      vtkDataArray* const values = this->Whole->GetAttributes(association)->GetArray("f");
      return isOwn(association, id) ? static_cast<float>(values->GetComponent(inWhole(association, id), 0))
                                    : 1e4f;
    });
    for (const int association : { Points, Cells })
    {
      if (!this->HasGhosts && !this->Whole->GetAttributes(association)->GetArray(Ghosts))
      {
        continue;
      }
      auto flags = addFlags(piece, association);
      for (vtkIdType i = 0; i < flags->GetNumberOfTuples(); ++i)
      {
        const unsigned char ghost = vtkDataSetAttributes::DUPLICATECELL; // of points, too
        flags->SetValue(
          i, isOwn(association, i) ? flagOf(this->Whole, association, inWhole(association, i)) : ghost);
      }
    }
    for (vtkIdType i = 0; i < piece->GetNumberOfCells(); ++i)
    {
      if (isOwn(Cells, i))
      {
        this->Covered[inWhole(Cells, i)] = static_cast<int>(flatIndex);
      }
    }
    if (this->Draw(0, 1) == 1)
    {
      double corner[3];
      piece->GetPoint(0, corner);
      piece->SetOrigin(corner);
      piece->SetExtent(0, extent[1] - extent[0], 0, extent[3] - extent[2], 0, extent[5] - extent[4]);
    }
    return piece;
  }

  std::mt19937 Random;
  vtkSmartPointer<vtkImageData> Whole;
  vtkNew<vtkMultiBlockDataSet> Blocks;
  std::vector<Extent> Extents; ///< without ghosts
  std::vector<int> Covered;    ///< for each cell, the flat index of its block; -1: there is none
  bool HasGhosts = false, LeavesOut = false;
};

TEST(ImageOfBlocks, PiecesGiveTheWhole)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("ImageOfBlocks", 60, 60))
  {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Pieces pieces(seed);
    ImageOfBlocks blocks;
    const auto image = blocks.Make(pieces.Blocks, { "f", Points });
    ASSERT_TRUE(image) << blocks.GetProblem();
    EXPECT_EQ(blocks.GetNote(), "");
    vtkDataArray* const indices = image->GetCellData()->GetArray(UnstructuredInput::CompositeIndices);
    vtkDataArray* const extents = image->GetFieldData()->GetArray(MeshVolumePicks::BlockExtents);
    ASSERT_TRUE(indices && extents);
    int drawn = 0;
    for (vtkIdType cell = 0; cell < pieces.Whole->GetNumberOfCells(); ++cell)
    {
      // Find the cell by the place of its lower corner.
      vtkNew<vtkIdList> corners, others;
      pieces.Whole->GetCellPoints(cell, corners);
      double place[3], steps[3];
      pieces.Whole->GetPoint(corners->GetId(0), place);
      image->TransformPhysicalPointToContinuousIndex(place, steps);
      int at[3];
      bool isInside = true;
      for (int axis = 0; axis < 3; ++axis)
      {
        at[axis] = static_cast<int>(std::lround(steps[axis]));
        ASSERT_NEAR(steps[axis], at[axis], 1e-6);
        isInside =
          isInside && at[axis] >= image->GetExtent()[2 * axis] && at[axis] < image->GetExtent()[2 * axis + 1];
      }
      if (!isInside)
      {
        ASSERT_EQ(pieces.Covered[cell], -1);
        continue;
      }
      const vtkIdType found = image->ComputeCellId(at);
      const bool isExpected = pieces.Covered[cell] >= 0 && isDrawn(pieces.Whole, cell);
      ASSERT_EQ(isDrawn(image, found), isExpected) << "cell " << cell;
      if (!isExpected)
      {
        continue;
      }
      ++drawn;
      image->GetCellPoints(found, others);
      for (const char* name : { "f", "v" })
      {
        vtkDataArray* const of = image->GetCellData()->GetArray(name);
        vtkDataArray* const wanted = pieces.Whole->GetCellData()->GetArray(name);
        ASSERT_EQ(of->GetDataType(), wanted->GetDataType());
        ASSERT_EQ(of->GetComponent(found, 0), wanted->GetComponent(cell, 0)) << "cell " << cell;
        for (int i = 0; i < 8; ++i)
        {
          const int last = wanted->GetNumberOfComponents() - 1;
          ASSERT_EQ(image->GetPointData()->GetArray(name)->GetComponent(others->GetId(i), last),
            pieces.Whole->GetPointData()->GetArray(name)->GetComponent(corners->GetId(i), last))
            << "point " << corners->GetId(i);
        }
      }
      // The cell has the index of its block.
      const auto index = static_cast<int>(indices->GetComponent(found, 0));
      ASSERT_EQ(index, pieces.Covered[cell]);
      Extent extent{};
      for (vtkIdType tuple = 1; tuple < extents->GetNumberOfTuples(); ++tuple)
      {
        for (int end = 0; end < 6 && extents->GetComponent(tuple, 1) == index; ++end)
        {
          extent[end] = static_cast<int>(extents->GetComponent(tuple, 2 + end));
        }
      }
      auto* const block = vtkImageData::SafeDownCast(pieces.Blocks->GetBlock(index - 1));
      const vtkIdType id = makeImage(extent)->ComputeCellId(at);
      ASSERT_EQ(block->GetCellData()->GetArray("f")->GetComponent(id, 0),
        pieces.Whole->GetCellData()->GetArray("f")->GetComponent(cell, 0));
    }
    EXPECT_TRUE(drawn > 0 || pieces.LeavesOut || pieces.Whole->GetNumberOfCells() < 60);
    EXPECT_EQ(blocks.Make(pieces.Blocks, { "f", Points }), image) << "made again";
  }
}

/// Two blocks of 3 x 3 x 3 points beside each other.
struct Two
{
  Two()
  {
    for (unsigned int i = 0; i < 2; ++i)
    {
      auto block = makeImage({ 0, 2, 0, 2, 0, 2 });
      block->SetOrigin(2.0 * i, 0, 0);
      addArrays(block, [i](int, vtkIdType id) { return static_cast<float>(100 * i + id); });
      this->Blocks->SetPartition(i, block);
    }
  }
  vtkImageData* Get(unsigned int i) { return vtkImageData::SafeDownCast(this->Blocks->GetPartition(i)); }
  vtkSmartPointer<vtkImageData> Make(const char* array = "f")
  {
    return this->Images.Make(this->Blocks, { array, Points });
  }
  /// Expects that there is no image for a reason that contains `words`.
  void ExpectProblem(const std::string& words)
  {
    EXPECT_FALSE(this->Make());
    EXPECT_NE(this->Images.GetProblem().find(words), std::string::npos) << this->Images.GetProblem();
  }

  vtkNew<vtkPartitionedDataSet> Blocks;
  ImageOfBlocks Images;
};

TEST(ImageOfBlocks, IsMadeAnewIfABlockChanges)
{
  Two two;
  const auto image = two.Make();
  ASSERT_TRUE(image);
  EXPECT_EQ(image->GetNumberOfPoints(), 45);
  EXPECT_FALSE(image->GetCellData()->GetArray(Ghosts)) << "nothing is hidden";
  EXPECT_EQ(two.Make(), image);
  two.Get(1)->GetPointData()->GetArray("f")->SetComponent(1, 0, -7);
  EXPECT_EQ(two.Make(), image) << "without Modified()";
  two.Get(1)->GetPointData()->GetArray("f")->Modified();
  const auto other = two.Make();
  EXPECT_NE(other, image);
  EXPECT_EQ(other->GetPointData()->GetArray("f")->GetComponent(3, 0), -7);
  two.Blocks->SetPartition(1, nullptr);
  EXPECT_EQ(two.Make()->GetNumberOfPoints(), 27) << "one block";
  EXPECT_FALSE(two.Get(0)->GetCellData()->HasArray(UnstructuredInput::CompositeIndices)) << "the input's";
  EXPECT_FALSE(two.Get(0)->GetFieldData()->HasArray(MeshVolumePicks::BlockExtents)) << "the input's";
}

TEST(ImageOfBlocks, HoldsNoImageThatIsNotDrawn)
{
  Two two;
  vtkWeakPointer<vtkImageData> image;
  image = two.Make();
  EXPECT_TRUE(image) << "kept for the next frame";
  two.Images.Clear();
  EXPECT_FALSE(image);
  image = two.Make();
  EXPECT_TRUE(image);
  two.Get(1)->SetOrigin(2.3, 0, 0);
  EXPECT_FALSE(two.Make());
  EXPECT_FALSE(image) << "the blocks have a problem";
}

TEST(ImageOfBlocks, ArraysOfAllBlocks)
{
  Two two;
  vtkNew<vtkDoubleArray> one;
  one->SetName("one");
  one->SetNumberOfTuples(27);
  one->Fill(3);
  two.Get(0)->GetPointData()->AddArray(one);
  auto image = two.Make();
  EXPECT_FALSE(image->GetPointData()->HasArray("one"));
  EXPECT_EQ(two.Images.GetNote(), "");
  image = two.Make("one");
  EXPECT_EQ(image->GetNumberOfPoints(), 27) << "the block without the chosen array is left out";
  EXPECT_NE(two.Images.GetNote().find("1 of 2 blocks do not have the array 'one'"), std::string::npos);
  vtkNew<vtkShortArray> other;
  other->SetName("one");
  other->SetNumberOfTuples(27);
  two.Get(1)->GetPointData()->AddArray(other);
  image = two.Make();
  EXPECT_TRUE(image);
  for (int i = 0; i < 2; ++i) // also where the image is there already
  {
    EXPECT_FALSE(two.Make("one"));
    EXPECT_NE(two.Images.GetProblem().find("different types"), std::string::npos);
    EXPECT_EQ(two.Make(), image) << two.Images.GetProblem();
    EXPECT_EQ(two.Images.GetProblem(), "");
  }
  vtkNew<vtkDoubleArray> same;
  same->SetName("one");
  same->SetNumberOfTuples(27);
  same->Fill(-2);
  two.Get(1)->GetPointData()->AddArray(same);
  image = two.Make("one");
  ASSERT_TRUE(image);
  EXPECT_EQ(image->GetPointData()->GetArray("one")->GetComponent(3, 0), -2);
  same->SetNumberOfTuples(26);
  same->Modified();
  EXPECT_FALSE(two.Make("one"));
  EXPECT_NE(two.Images.GetProblem().find("a wrong number of values"), std::string::npos);
  EXPECT_TRUE(two.Make());
}

TEST(ImageOfBlocks, VisibleCellsGoBeforeHiddenOnesAndThoseBeforeGhosts)
{
  Two two;
  two.Get(1)->SetOrigin(0, 0, 0); // the same place
  EXPECT_EQ(two.Make()->GetCellData()->GetArray("f")->GetComponent(0, 0), 0) << "the first block";
  auto flags = addFlags(two.Get(0), Cells);
  flags->SetValue(0, vtkDataSetAttributes::HIDDENCELL);
  auto image = two.Make();
  EXPECT_EQ(image->GetCellData()->GetArray("f")->GetComponent(0, 0), 100);
  EXPECT_FALSE(image->GetCellData()->GetArray(Ghosts)) << "nothing is hidden";
  auto others = addFlags(two.Get(1), Cells);
  others->SetValue(0, vtkDataSetAttributes::DUPLICATECELL);
  image = two.Make();
  EXPECT_EQ(image->GetCellData()->GetArray("f")->GetComponent(0, 0), 0);
  EXPECT_EQ(flagOf(image, Cells, 0), vtkDataSetAttributes::HIDDENCELL);
}

TEST(ImageOfBlocks, WhatIsNoImage)
{
  Two two;
  two.Get(1)->SetOrigin(2.3, 0, 0);
  two.ExpectProblem("do not lie on one lattice");
  two.Get(1)->SetOrigin(2.0, 0, 0);
  EXPECT_TRUE(two.Make());
  two.Get(1)->SetSpacing(1, 0.5, 1);
  two.ExpectProblem("do not lie on one lattice");
  two.Get(1)->SetSpacing(1, NAN, 1);
  two.ExpectProblem("do not lie on one lattice");
  two.Get(1)->SetSpacing(1, 1, 1);
  two.Get(1)->SetDirectionMatrix(0, 1, 0, 1, 0, 0, 0, 0, 1);
  two.ExpectProblem("do not lie on one lattice");
  two.Get(1)->SetDirectionMatrix(1, 0, 0, 0, 1, 0, 0, 0, 1);
  two.Get(1)->SetOrigin(1e30, 0, 0);
  two.ExpectProblem("do not lie on one lattice");
  two.Get(1)->SetOrigin(1e8, 0, 0);
  two.ExpectProblem("lie far apart");
  two.Get(1)->SetOrigin(21, 0, 0);
  EXPECT_TRUE(two.Make()) << "four times the points";
  two.Get(1)->SetOrigin(22, 0, 0);
  two.ExpectProblem("lie far apart");
  vtkNew<vtkUnstructuredGrid> mesh;
  two.Blocks->SetPartition(1, mesh);
  EXPECT_TRUE(two.Make()) << "an empty mesh";
  vtkNew<vtkPoints> points;
  points->InsertNextPoint(0, 0, 0);
  mesh->SetPoints(points);
  two.ExpectProblem("1 of 2 blocks are not image data");
  two.Blocks->SetPartition(1, makeImage({ 0, -1, 0, -1, 0, -1 }));
  EXPECT_EQ(two.Make()->GetNumberOfPoints(), 27) << "an empty image";
  two.Blocks->SetPartition(1, makeImage({ 0, 2, 2, 2, 0, 2 }));
  EXPECT_EQ(two.Make("")->GetNumberOfPoints(), 27) << "a flat image";
  two.Blocks->SetPartition(0, nullptr);
  EXPECT_EQ(two.Make("")->GetNumberOfPoints(), 9) << "nothing but a flat image";
  two.Blocks->SetPartition(1, nullptr);
  ASSERT_TRUE(two.Make()) << two.Images.GetProblem();
  EXPECT_EQ(two.Make()->GetNumberOfPoints(), 0) << "no blocks";
}

TEST(ImageOfBlocks, MemoryRunsOut)
{
  vtkNew<vtkPartitionedDataSet> input;
  for (unsigned int i = 0; i < 2; ++i)
  {
    auto block = makeImage({ 19 * static_cast<int>(i), 19 + 19 * static_cast<int>(i), 0, 19, 0, 19 });
    addArrays(block, [](int, vtkIdType id) { return static_cast<float>(id); });
    addFlags(block, Cells);
    input->SetPartition(i, block);
  }
  for (int n = 0;; ++n)
  {
    ImageOfBlocks blocks;
    {
      const FailingNew failing(5000, n); // objects of VTK take less memory
      const auto image = blocks.Make(input, { "f", Points });
      if (!failing.HasFailed())
      {
        EXPECT_TRUE(image);
        EXPECT_GE(n, 8);
        break;
      }
      ASSERT_FALSE(image) << "allocation " << n;
    }
    ASSERT_EQ(blocks.GetProblem(),
      "There is not enough memory to put 2 blocks together into one image of 15600 points. Nothing is drawn.")
      << "allocation " << n;
    ASSERT_TRUE(blocks.Make(input, { "f", Points })) << "allocation " << n;
  }
}

} // namespace
