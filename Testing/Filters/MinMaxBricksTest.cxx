// SPDX-License-Identifier: BSD-3-Clause
// vtkMinMaxBricks against a search of every cell by the definition, and in a pipeline.
#include "vtkAOSDataArrayTemplate.h"
#include "vtkCellData.h"
#include "vtkCommand.h"
#include "vtkDataArray.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkFloatArray.h"
#include "vtkImageData.h"
#include "vtkMinMaxBricks.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkRTAnalyticSource.h"
#include "vtkSOADataArrayTemplate.h"
#include "vtkSmartPointer.h"
#include "vtkStringArray.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

namespace
{

struct Range
{
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
};

/// Returns an image with random numbers at points ("p", "v" with three components) and at cells ("c"). Its
/// extent does not begin at zero.
vtkSmartPointer<vtkImageData> randomImage(int nx, int ny, int nz, vtkDataArray* points = nullptr)
{
  auto image = vtkSmartPointer<vtkImageData>::New();
  image->SetExtent(3, nx + 2, -5, ny - 6, 7, nz + 6);
  image->SetSpacing(0.5, 1, 2);
  image->SetOrigin(10, 20, 30);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> values(0, 250);
  const auto fill = [&](vtkDataArray* array, const char* name, int components, vtkIdType count) {
    array->SetName(name);
    array->SetNumberOfComponents(components);
    array->SetNumberOfTuples(count);
    for (vtkIdType i = 0; i < count; ++i)
    {
      for (int c = 0; c < components; ++c)
      {
        array->SetComponent(i, c, values(random));
      }
    }
  };
  vtkNew<vtkFloatArray> p, v, c;
  fill(points ? points : p, "p", 1, image->GetNumberOfPoints());
  fill(v, "v", 3, image->GetNumberOfPoints());
  fill(c, "c", 1, image->GetNumberOfCells());
  image->GetPointData()->SetScalars(points ? points : p);
  image->GetPointData()->AddArray(v);
  image->GetCellData()->AddArray(c);
  return image;
}

double norm(vtkDataArray* array, vtkIdType i)
{
  double sum = 0;
  for (int c = 0; c < array->GetNumberOfComponents(); ++c)
  {
    sum += array->GetComponent(i, c) * array->GetComponent(i, c);
  }
  return array->GetNumberOfComponents() == 1 ? array->GetComponent(i, 0) : std::sqrt(sum);
}

int flagsAt(vtkUnsignedCharArray* flags, vtkIdType i)
{
  return flags ? flags->GetValue(i) : 0;
}

/// Returns whether the cell of the interpolant at (x, y, z) is drawn, and the range of its values, as
/// VolumeInput.h defines them.
bool cellRange(vtkImageData* image, vtkDataArray* array, bool ofCells, const int cell[3], Range& range)
{
  int dims[3];
  image->GetDimensions(dims);
  vtkUnsignedCharArray* pointFlags = image->GetPointGhostArray();
  vtkUnsignedCharArray* cellFlags = image->GetCellGhostArray();
  const auto pointId = [&](int x, int y, int z) {
    return vtkIdType(x) + dims[0] * (y + vtkIdType(dims[1]) * z);
  };
  const auto cellId = [&](int x, int y, int z) {
    return vtkIdType(x) + (dims[0] - 1) * (y + vtkIdType(dims[1] - 1) * z);
  };
  const auto hiddenPoint = [&](int x, int y, int z) {
    bool any = false;
    for (int k = 0; k < 8; ++k)
    {
      any = any ||
        (flagsAt(pointFlags, pointId(x + (k & 1), y + (k >> 1 & 1), z + (k >> 2))) &
          vtkDataSetAttributes::HIDDENPOINT) != 0;
    }
    return any;
  };
  const int hidden = vtkDataSetAttributes::HIDDENCELL | vtkDataSetAttributes::REFINEDCELL;
  if ((flagsAt(cellFlags, cellId(cell[0], cell[1], cell[2])) & vtkDataSetAttributes::DUPLICATECELL) != 0)
  {
    return false;
  }
  range = Range();
  for (int k = 0; k < 8; ++k)
  {
    const int x = cell[0] + (k & 1), y = cell[1] + (k >> 1 & 1), z = cell[2] + (k >> 2);
    if (ofCells && ((flagsAt(cellFlags, cellId(x, y, z)) & hidden) != 0 || hiddenPoint(x, y, z)))
    {
      return false;
    }
    const double value = norm(array, ofCells ? cellId(x, y, z) : pointId(x, y, z));
    if (!std::isfinite(value))
    {
      return false;
    }
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
  }
  return ofCells ||
    ((flagsAt(cellFlags, cellId(cell[0], cell[1], cell[2])) & hidden) == 0 &&
      !hiddenPoint(cell[0], cell[1], cell[2]));
}

/// Compares all leaves with the ranges of their cells. Returns the number of leaves without a cell to draw.
int expectBruteForce(vtkImageData* image, vtkDataArray* array, bool ofCells, int size, vtkImageData* bricks)
{
  int dims[3], leaves[3];
  image->GetDimensions(dims);
  int empty = 0;
  vtkDataArray* least = bricks->GetCellData()->GetArray("Min");
  vtkDataArray* greatest = bricks->GetCellData()->GetArray("Max");
  for (int axis = 0; axis < 3; ++axis)
  {
    dims[axis] -= ofCells ? 2 : 1;
    leaves[axis] = (dims[axis] + size - 1) / size;
    EXPECT_EQ(bricks->GetDimensions()[axis], leaves[axis] + 1);
  }
  vtkIdType leaf = 0;
  for (int k = 0; k < leaves[2]; ++k)
  {
    for (int j = 0; j < leaves[1]; ++j)
    {
      for (int i = 0; i < leaves[0]; ++i, ++leaf)
      {
        Range range;
        int cell[3];
        for (cell[2] = k * size; cell[2] < std::min(dims[2], (k + 1) * size); ++cell[2])
        {
          for (cell[1] = j * size; cell[1] < std::min(dims[1], (j + 1) * size); ++cell[1])
          {
            for (cell[0] = i * size; cell[0] < std::min(dims[0], (i + 1) * size); ++cell[0])
            {
              Range ofCell;
              if (cellRange(image, array, ofCells, cell, ofCell))
              {
                range.low = std::min(range.low, ofCell.low);
                range.high = std::max(range.high, ofCell.high);
              }
            }
          }
        }
        if (range.low > range.high)
        {
          ++empty;
          EXPECT_TRUE(std::isnan(least->GetComponent(leaf, 0)) && std::isnan(greatest->GetComponent(leaf, 0)))
            << "leaf " << leaf;
        }
        else
        {
          EXPECT_EQ(least->GetComponent(leaf, 0), range.low) << "leaf " << leaf;
          EXPECT_EQ(greatest->GetComponent(leaf, 0), range.high) << "leaf " << leaf;
        }
      }
    }
  }
  return empty;
}

class EveryType : public testing::TestWithParam<int>
{
};

TEST_P(EveryType, AsBruteForce)
{
  auto array = vtkSmartPointer<vtkDataArray>::Take(vtkDataArray::CreateDataArray(GetParam()));
  auto image = randomImage(37, 18, 21, array);
  vtkNew<vtkMinMaxBricks> filter;
  filter->SetInputData(image);
  filter->Update();
  EXPECT_EQ(filter->GetLeafSize(), 16);
  EXPECT_EQ(expectBruteForce(image, array, false, 16, filter->GetOutput()), 0);
}

INSTANTIATE_TEST_SUITE_P(MinMaxBricks, EveryType,
  testing::Values(VTK_CHAR, VTK_SIGNED_CHAR, VTK_UNSIGNED_CHAR, VTK_SHORT, VTK_UNSIGNED_SHORT, VTK_INT,
    VTK_UNSIGNED_INT, VTK_LONG, VTK_UNSIGNED_LONG, VTK_LONG_LONG, VTK_UNSIGNED_LONG_LONG, VTK_ID_TYPE,
    VTK_FLOAT, VTK_DOUBLE));

TEST(MinMaxBricks, SizesComponentsAndLayouts)
{
  vtkNew<vtkSOADataArrayTemplate<float>> planar;
  auto image = randomImage(19, 12, 9, planar);
  vtkNew<vtkMinMaxBricks> filter;
  filter->SetInputData(image);
  for (int size : { 1, 3, 4, 100 })
  {
    filter->SetLeafSize(size);
    filter->Update();
    expectBruteForce(image, planar, false, size, filter->GetOutput());
  }
  filter->SetLeafSize(5);
  filter->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "v");
  filter->Update();
  vtkDataArray* vectors = image->GetPointData()->GetArray("v");
  expectBruteForce(image, vectors, false, 5, filter->GetOutput());
  filter->SetComponent(1);
  filter->Update();
  vtkNew<vtkFloatArray> second;
  second->SetNumberOfTuples(vectors->GetNumberOfTuples());
  second->CopyComponent(0, vectors, 1);
  expectBruteForce(image, second, false, 5, filter->GetOutput());
}

TEST(MinMaxBricks, HiddenCellsGhostsAndHoles)
{
  auto image = randomImage(23, 17, 14);
  std::mt19937 random(1);
  vtkDataArray* points = image->GetPointData()->GetScalars();
  vtkDataArray* cells = image->GetCellData()->GetArray("c");
  for (vtkIdType i = 0; i < image->GetNumberOfPoints(); i += 11)
  {
    points->SetComponent(i, 0, i % 2 ? std::nan("") : std::numeric_limits<double>::infinity());
  }
  cells->SetComponent(40, 0, std::nan(""));
  const auto flags = [&](vtkDataSetAttributes* data, vtkIdType count, std::initializer_list<int> kinds,
                       int every) {
    vtkNew<vtkUnsignedCharArray> array;
    array->SetName(vtkDataSetAttributes::GhostArrayName());
    for (vtkIdType i = 0; i < count; ++i)
    {
      array->InsertNextValue(
        random() % every ? 0 : static_cast<unsigned char>(*(kinds.begin() + random() % kinds.size())));
    }
    data->AddArray(array);
  };
  flags(image->GetPointData(), image->GetNumberOfPoints(),
    { vtkDataSetAttributes::HIDDENPOINT, vtkDataSetAttributes::DUPLICATEPOINT }, 30);
  flags(image->GetCellData(), image->GetNumberOfCells(),
    { vtkDataSetAttributes::HIDDENCELL, vtkDataSetAttributes::REFINEDCELL,
      vtkDataSetAttributes::DUPLICATECELL, vtkDataSetAttributes::EXTERIORCELL },
    12);

  vtkNew<vtkMinMaxBricks> filter;
  filter->SetInputData(image);
  filter->SetLeafSize(2);
  filter->Update();
  EXPECT_GT(expectBruteForce(image, points, false, 2, filter->GetOutput()), 0)
    << "leaves without a cell are to be among them";
  filter->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "c");
  filter->Update();
  EXPECT_GT(expectBruteForce(image, cells, true, 2, filter->GetOutput()), 0);
}

TEST(MinMaxBricks, LiesWhereTheImageLies)
{
  auto image = randomImage(40, 40, 40);
  const double direction[9] = { 0, -1, 0, 1, 0, 0, 0, 0, 1 };
  image->SetDirectionMatrix(direction);
  vtkNew<vtkMinMaxBricks> filter;
  filter->SetInputData(image);
  for (bool ofCells : { false, true })
  {
    filter->SetInputArrayToProcess(0, 0, 0,
      ofCells ? vtkDataObject::FIELD_ASSOCIATION_CELLS : vtkDataObject::FIELD_ASSOCIATION_POINTS,
      ofCells ? "c" : "p");
    filter->Update();
    const double shift = ofCells ? 0.5 : 0.0;
    const double lower[3] = { 3 + shift, -5 + shift, 7 + shift },
                 second[3] = { 19 + shift, 11 + shift, 23 + shift };
    double expected[3], found[3];
    image->TransformContinuousIndexToPhysicalPoint(lower, expected);
    filter->GetOutput()->TransformIndexToPhysicalPoint(0, 0, 0, found);
    for (int c = 0; c < 3; ++c)
    {
      EXPECT_NEAR(found[c], expected[c], 1e-12);
    }
    image->TransformContinuousIndexToPhysicalPoint(second, expected);
    filter->GetOutput()->TransformIndexToPhysicalPoint(1, 1, 1, found);
    for (int c = 0; c < 3; ++c)
    {
      EXPECT_NEAR(found[c], expected[c], 1e-12);
    }
  }
}

TEST(MinMaxBricks, PiecesAreThoseOfTheWhole)
{
  // The source makes only the extent that it is asked for.
  vtkNew<vtkRTAnalyticSource> source;
  source->SetWholeExtent(-12, 37, 4, 36, -3, 16);
  vtkNew<vtkMinMaxBricks> filter;
  filter->SetInputConnection(source->GetOutputPort());
  filter->SetLeafSize(4);
  filter->Update();
  vtkNew<vtkImageData> whole;
  whole->DeepCopy(filter->GetOutput());
  expectBruteForce(source->GetOutput(), source->GetOutput()->GetPointData()->GetScalars(), false, 4, whole);
  for (const auto& part : { std::array<int, 6>{ 3, 9, 2, 8, 1, 5 }, std::array<int, 6>{ 0, 4, 7, 8, 0, 2 },
         std::array<int, 6>{ 12, 13, 0, 1, 4, 5 } })
  {
    source->Modified();
    filter->UpdateExtent(part.data());
    vtkImageData* piece = filter->GetOutput();
    const int* extent = piece->GetExtent();
    ASSERT_TRUE(std::equal(part.begin(), part.end(), extent));
    EXPECT_LE(source->GetOutput()->GetDimensions()[0], 4 * (part[1] - part[0]) + 2)
      << "no more of the input than is needed";
    vtkIdType id = 0;
    int cell[3];
    for (cell[2] = part[4]; cell[2] < part[5]; ++cell[2])
    {
      for (cell[1] = part[2]; cell[1] < part[3]; ++cell[1])
      {
        for (cell[0] = part[0]; cell[0] < part[1]; ++cell[0], ++id)
        {
          const vtkIdType at = whole->ComputeCellId(cell);
          for (const char* name : { "Min", "Max" })
          {
            EXPECT_EQ(piece->GetCellData()->GetArray(name)->GetComponent(id, 0),
              whole->GetCellData()->GetArray(name)->GetComponent(at, 0))
              << name << " of " << id;
          }
        }
      }
    }
  }
}

TEST(MinMaxBricks, BadInputIsOneMessage)
{
  vtkNew<vtkMinMaxBricks> filter;
  int errors = 0;
  struct Counter
  {
    int* errors;
    void Count() { ++*this->errors; }
  } counter{ &errors };
  filter->AddObserver(vtkCommand::ErrorEvent, &counter, &Counter::Count);
  const auto expectError = [&](vtkImageData* image, const char* what) {
    errors = 0;
    filter->SetInputData(image);
    filter->Update();
    EXPECT_EQ(errors, 1) << what;
    EXPECT_EQ(filter->GetOutput()->GetNumberOfCells(), 0) << what;
  };
  auto image = randomImage(8, 8, 8);
  filter->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "nothing");
  expectError(image, "missing array");
  vtkNew<vtkStringArray> words;
  words->SetName("nothing");
  words->SetNumberOfValues(image->GetNumberOfPoints());
  image->GetPointData()->AddArray(words);
  expectError(image, "array of strings");
  filter->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "p");
  vtkNew<vtkImageData> slice;
  slice->SetDimensions(8, 8, 1);
  slice->AllocateScalars(VTK_FLOAT, 1);
  expectError(slice, "one slice");
  filter->SetComponent(3);
  expectError(randomImage(8, 8, 8), "missing component");
  filter->SetComponent(-1);
  errors = 0;
  filter->SetInputData(randomImage(8, 8, 8));
  filter->Update();
  EXPECT_EQ(errors, 0);
  EXPECT_EQ(filter->GetOutput()->GetNumberOfCells(), 1);
}

} // namespace
