// SPDX-License-Identifier: BSD-3-Clause
// A random image, with arrays of every type of number, is cut into random blocks. The image that is made of
// these blocks has the same bytes. The test finds each point and cell by its place on the lattice.
#include "ImageOfBlocks.h"

#include "ArrayChoice.h"
#include "Seeds.h"
#include "UnstructuredInput.h"
#include "vtkBitArray.h"
#include "vtkCellData.h"
#include "vtkDataSetAttributes.h"
#include "vtkImageData.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace
{

using Extent = std::array<int, 6>;
constexpr int Points = vtkDataObject::POINT, Cells = vtkDataObject::CELL;
constexpr int Types[] = { VTK_BIT, VTK_CHAR, VTK_SIGNED_CHAR, VTK_UNSIGNED_CHAR, VTK_SHORT,
  VTK_UNSIGNED_SHORT, VTK_INT, VTK_UNSIGNED_INT, VTK_LONG, VTK_UNSIGNED_LONG, VTK_LONG_LONG,
  VTK_UNSIGNED_LONG_LONG, VTK_ID_TYPE, VTK_FLOAT, VTK_DOUBLE };

/// The bytes of a tuple. Each bit of an array of bits is a byte here.
std::string tupleOf(vtkDataArray* array, vtkIdType tuple)
{
  const int number = array->GetNumberOfComponents();
  std::string bytes;
  if (auto* const bits = vtkBitArray::SafeDownCast(array))
  {
    for (int i = 0; i < number; ++i)
    {
      bytes += static_cast<char>(bits->GetValue(tuple * number + i));
    }
    return bytes;
  }
  const int size = number * array->GetDataTypeSize();
  return { static_cast<const char*>(array->GetVoidPointer(0)) + tuple * size,
    static_cast<std::size_t>(size) };
}

void setTuple(vtkDataArray* array, vtkIdType tuple, const std::string& bytes)
{
  if (auto* const bits = vtkBitArray::SafeDownCast(array))
  {
    for (std::size_t i = 0; i < bytes.size(); ++i)
    {
      bits->SetValue(tuple * static_cast<vtkIdType>(bytes.size()) + static_cast<vtkIdType>(i), bytes[i]);
    }
    return;
  }
  std::memcpy(static_cast<char*>(array->GetVoidPointer(0)) + tuple * static_cast<vtkIdType>(bytes.size()),
    bytes.data(), bytes.size());
}

/// Calls `visit` with the place and id of each point or cell of an extent, ids in VTK's order.
template <class Visit>
void forEach(const Extent& extent, int association, const Visit& visit)
{
  const int more = association == Points ? 1 : 0;
  vtkIdType id = 0;
  for (int z = extent[4]; z < extent[5] + more; ++z)
  {
    for (int y = extent[2]; y < extent[3] + more; ++y)
    {
      for (int x = extent[0]; x < extent[1] + more; ++x)
      {
        visit(std::array<int, 3>{ x, y, z }, id++);
      }
    }
  }
}

/// Returns the id of a point or a cell, which is `at` (i, j, k), in an image with this extent.
vtkIdType idAt(const Extent& extent, int association, const std::array<int, 3>& at)
{
  const int more = association == Points ? 1 : 0;
  const vtkIdType nx = extent[1] - extent[0] + more, ny = extent[3] - extent[2] + more;
  return at[0] - extent[0] + nx * (at[1] - extent[2] + ny * (at[2] - extent[4]));
}

bool isIn(const Extent& extent, int association, const std::array<int, 3>& at)
{
  const int more = association == Points ? 1 : 0;
  bool isInside = true;
  for (int axis = 0; axis < 3; ++axis)
  {
    isInside = isInside && at[axis] >= extent[2 * axis] && at[axis] < extent[2 * axis + 1] + more;
  }
  return isInside;
}

/// A random image, and random blocks that are cut from it.
struct RandomBlocks
{
  /// An array of the image, and the blocks that have it.
  struct Member
  {
    int Association;
    vtkSmartPointer<vtkDataArray> Values;
    std::vector<bool> IsIn; ///< for each block
  };

  explicit RandomBlocks(std::uint32_t seed)
    : Random(seed)
  {
    for (int axis = 0; axis < 3; ++axis)
    {
      this->Whole[2 * axis] = this->Draw(-6, 6);
      this->Whole[2 * axis + 1] = this->Whole[2 * axis] + this->Draw(2, 8);
    }
    this->Cut(this->Whole, 3);
    // Some blocks reach into others, with the values of the image.
    for (int more = this->Draw(0, 2); more > 0; --more)
    {
      Extent extent = this->Whole;
      for (int axis = 0; axis < 3; ++axis)
      {
        extent[2 * axis] = this->Draw(this->Whole[2 * axis], this->Whole[2 * axis + 1] - 1);
        extent[2 * axis + 1] = this->Draw(extent[2 * axis] + 1, this->Whole[2 * axis + 1]);
      }
      this->Owned.push_back(extent);
    }
    std::shuffle(this->Owned.begin(), this->Owned.end(), this->Random);
    const auto missing = static_cast<std::size_t>(std::max(0, this->Draw(-2, 2)));
    this->Owned.resize(std::max<std::size_t>(1, this->Owned.size() - std::min(this->Owned.size(), missing)));
    const double x = 0.1 * this->Draw(-9, 9);
    for (const Extent& own : this->Owned)
    {
      // Some blocks have one layer of ghosts around them.
      Extent extent = own;
      const bool hasGhosts = this->Draw(0, 2) == 0;
      for (int axis = 0; axis < 3 && hasGhosts; ++axis)
      {
        extent[2 * axis] = std::max(this->Whole[2 * axis], own[2 * axis] - 1);
        extent[2 * axis + 1] = std::min(this->Whole[2 * axis + 1], own[2 * axis + 1] + 1);
      }
      auto image = vtkSmartPointer<vtkImageData>::New();
      image->SetExtent(extent.data());
      image->SetOrigin(x, 7.3, -1e3);
      image->SetSpacing(0.25, 1.0 / 3, 25);
      image->SetDirectionMatrix(0, -1, 0, 1, 0, 0, 0, 0, 1);
      for (const int association : { Points, Cells })
      {
        if (hasGhosts)
        {
          vtkNew<vtkUnsignedCharArray> flags;
          flags->SetName(vtkDataSetAttributes::GhostArrayName());
          forEach(extent, association, [&](const std::array<int, 3>& at, vtkIdType) {
            flags->InsertNextValue(isIn(own, association, at)
                ? 0
                : static_cast<unsigned char>(vtkDataSetAttributes::DUPLICATECELL));
          });
          image->GetAttributes(association)->AddArray(flags);
        }
      }
      const auto index = static_cast<unsigned int>(this->Extents.size());
      this->Blocks->SetBlock(index, image);
      this->Extents.push_back(extent);
    }
    for (int i = 0; i < 8; ++i)
    {
      this->AddMember(i);
    }
  }

  int Draw(int low, int high) { return std::uniform_int_distribution<int>(low, high)(this->Random); }

  void Cut(const Extent& extent, int times)
  {
    const int axis = this->Draw(0, 2), low = extent[2 * axis], high = extent[2 * axis + 1];
    if (times == 0 || high - low < 2)
    {
      this->Owned.push_back(extent);
      return;
    }
    Extent one = extent, other = extent;
    one[2 * axis + 1] = other[2 * axis] = this->Draw(low + 1, high - 1);
    this->Cut(one, times - 1);
    this->Cut(other, times - 1);
  }

  vtkImageData* Get(std::size_t block)
  {
    return vtkImageData::SafeDownCast(this->Blocks->GetBlock(static_cast<unsigned int>(block)));
  }

  /// Adds an array with random bytes to the image and to its blocks, or to some of them.
  void AddMember(int number)
  {
    Member member;
    member.Association = this->Draw(0, 1) == 0 ? Points : Cells;
    member.Values.TakeReference(
      vtkDataArray::CreateDataArray(Types[this->Draw(0, static_cast<int>(std::size(Types)) - 1)]));
    const int kind = this->Draw(0, 5);
    const std::string name = kind == 0 ? std::string() : "array " + std::to_string(number / 2);
    member.Values->SetName(kind == 1 ? nullptr : name.c_str());
    if (this->Find(member.Association, member.Values->GetName()))
    {
      return;
    }
    member.Values->SetNumberOfComponents(this->Draw(0, 2) == 0 ? this->Draw(2, 9) : 1);
    vtkIdType count = 0;
    forEach(this->Whole, member.Association, [&count](const std::array<int, 3>&, vtkIdType) { ++count; });
    member.Values->SetNumberOfTuples(count);
    for (vtkIdType tuple = 0; tuple < count; ++tuple)
    {
      setTuple(member.Values, tuple, this->MakeTuple(member.Values));
    }
    const bool isInAll = this->Draw(0, 1) == 0;
    for (std::size_t i = 0; i < this->Extents.size(); ++i)
    {
      member.IsIn.push_back(isInAll || this->Draw(0, 3) > 0);
      if (member.IsIn.back())
      {
        this->AddTo(i, member);
      }
    }
    this->Members.push_back(member);
  }

  std::string MakeTuple(vtkDataArray* like)
  {
    std::string bytes = tupleOf(like, 0);
    for (char& byte : bytes)
    {
      byte = static_cast<char>(this->Draw(0, like->GetDataType() == VTK_BIT ? 1 : 255));
    }
    return bytes;
  }

  /// Adds a block's part of an array. Ghosts have other values.
  void AddTo(std::size_t block, const Member& member)
  {
    vtkSmartPointer<vtkDataArray> part;
    part.TakeReference(member.Values->NewInstance());
    part->SetName(member.Values->GetName());
    part->SetNumberOfComponents(member.Values->GetNumberOfComponents());
    part->SetNumberOfTuples(this->Get(block)->GetNumberOfElements(member.Association));
    forEach(this->Extents[block], member.Association, [&](const std::array<int, 3>& at, vtkIdType id) {
      setTuple(part, id,
        isIn(this->Owned[block], member.Association, at)
          ? tupleOf(member.Values, idAt(this->Whole, member.Association, at))
          : this->MakeTuple(member.Values));
    });
    this->Get(block)->GetAttributes(member.Association)->AddArray(part);
  }

  const Member* Find(int association, const char* name) const
  {
    const auto found = std::find_if(this->Members.begin(), this->Members.end(), [&](const Member& member) {
      const char* const other = member.Values->GetName();
      return association == member.Association && name && other && std::strcmp(name, other) == 0;
    });
    return found == this->Members.end() ? nullptr : &*found;
  }

  /// Compares an image with the image from which the blocks were cut. Only blocks with the array `chosen` are
  /// in it, or all blocks if `chosen` is null.
  void Check(vtkImageData* image, const Member* chosen)
  {
    std::vector<std::size_t> used;
    Extent all = { VTK_INT_MAX, VTK_INT_MIN, VTK_INT_MAX, VTK_INT_MIN, VTK_INT_MAX, VTK_INT_MIN };
    for (std::size_t i = 0; i < this->Extents.size(); ++i)
    {
      if (!chosen || chosen->IsIn[i])
      {
        used.push_back(i);
        for (int low = 0; low < 6; low += 2)
        {
          all[low] = std::min(all[low], this->Extents[i][low]);
          all[low + 1] = std::max(all[low + 1], this->Extents[i][low + 1]);
        }
      }
    }
    Extent made;
    image->GetExtent(made.data());
    ASSERT_EQ(made, all);
    const auto isCovered = [&](int association, const std::array<int, 3>& at) {
      return std::any_of(
        used.begin(), used.end(), [&](std::size_t i) { return isIn(this->Owned[i], association, at); });
    };
    vtkDataArray* const flags = image->GetCellData()->GetArray(vtkDataSetAttributes::GhostArrayName());
    forEach(all, Cells, [&](const std::array<int, 3>& at, vtkIdType id) {
      ASSERT_EQ(flags && flags->GetComponent(id, 0) != 0, !isCovered(Cells, at)) << "cell " << id;
    });
    std::size_t found[2] = { 0, 0 };
    for (const Member& member : this->Members)
    {
      const char* const name = member.Values->GetName();
      if (!name)
      {
        continue;
      }
      SCOPED_TRACE("array '" + std::string(name) + "' of " + member.Values->GetClassName());
      vtkDataArray* const array = image->GetAttributes(member.Association)->GetArray(name);
      const bool isInAll =
        std::all_of(used.begin(), used.end(), [&member](std::size_t i) { return member.IsIn[i]; });
      ASSERT_EQ(array != nullptr, isInAll);
      if (!array)
      {
        continue;
      }
      ++found[member.Association];
      ASSERT_STREQ(array->GetClassName(), member.Values->GetClassName());
      ASSERT_EQ(array->GetNumberOfComponents(), member.Values->GetNumberOfComponents());
      ASSERT_EQ(array->GetNumberOfTuples(), image->GetNumberOfElements(member.Association));
      forEach(all, member.Association, [&](const std::array<int, 3>& at, vtkIdType id) {
        if (isCovered(member.Association, at))
        {
          ASSERT_EQ(tupleOf(array, id), tupleOf(member.Values, idAt(this->Whole, member.Association, at)))
            << "tuple " << id;
        }
      });
    }
    if (used.size() > 1) // a single block keeps its arrays unchanged
    {
      EXPECT_EQ(image->GetPointData()->GetNumberOfArrays(), static_cast<int>(found[Points]));
      EXPECT_EQ(
        image->GetCellData()->GetNumberOfArrays(), static_cast<int>(found[Cells]) + 1 + (flags ? 1 : 0));
    }
    // The index of each cell names a block that owns it.
    vtkDataArray* const indices = image->GetCellData()->GetArray(UnstructuredInput::CompositeIndices);
    ASSERT_TRUE(indices);
    forEach(all, Cells, [&](const std::array<int, 3>& at, vtkIdType id) {
      const auto block = static_cast<std::size_t>(indices->GetComponent(id, 0)) - 1;
      ASSERT_TRUE(
        !isCovered(Cells, at) || (block < this->Owned.size() && isIn(this->Owned[block], Cells, at)))
        << "cell " << id;
    });
  }

  std::mt19937 Random;
  Extent Whole{};
  std::vector<Extent> Owned, Extents; ///< of the blocks, without and with ghosts
  vtkNew<vtkMultiBlockDataSet> Blocks;
  std::vector<Member> Members;
};

TEST(ImageOfBlocks, RandomMembers)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("ImageOfBlocksMembers", 300, 300))
  {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomBlocks random(seed);
    ImageOfBlocks images;
    // One object makes all images in turn: each choice of an array, and each change of an array.
    for (int turn = 0; turn < 4; ++turn)
    {
      const auto index =
        static_cast<std::size_t>(random.Draw(-1, static_cast<int>(random.Members.size()) - 1));
      const RandomBlocks::Member* chosen = index < random.Members.size() ? &random.Members[index] : nullptr;
      const char* const name = chosen ? chosen->Values->GetName() : nullptr;
      const bool isChosen =
        name && *name && std::any_of(chosen->IsIn.begin(), chosen->IsIn.end(), [](bool is) { return is; });
      const ArrayChoice choice{ name ? name : "", chosen ? chosen->Association : Points };
      const auto image = images.Make(random.Blocks, choice);
      ASSERT_TRUE(image) << images.GetProblem();
      random.Check(image, isChosen ? chosen : nullptr);
      ASSERT_FALSE(testing::Test::HasFatalFailure());
      if (chosen)
      {
        setTuple(chosen->Values, 0, random.MakeTuple(chosen->Values));
        for (std::size_t i = 0; i < random.Extents.size(); ++i)
        {
          if (chosen->IsIn[i] && name)
          {
            random.AddTo(i, *chosen);
          }
        }
      }
    }
  }
}

} // namespace
