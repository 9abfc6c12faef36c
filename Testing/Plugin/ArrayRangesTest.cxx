// SPDX-License-Identifier: BSD-3-Clause
// The ranges that ParaView asks for at each step are those that VTK finds, and they are known before it asks.
#include "ArrayRanges.h"
#include "Seeds.h"
#include "vtkCellData.h"
#include "vtkFloatArray.h"
#include "vtkImageData.h"
#include "vtkIntArray.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkSMPTools.h"
#include "vtkStringArray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace
{
vtkSmartPointer<vtkFloatArray> makeArray(
  std::uint64_t seed, int components, int tuples, bool isFinite = false)
{
  std::mt19937_64 random(seed);
  std::normal_distribution<float> normal(3, 100);
  auto array = vtkSmartPointer<vtkFloatArray>::New();
  array->SetName(("random" + std::to_string(components)).c_str());
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(tuples);
  std::generate_n(array->GetPointer(0), components * tuples, [&] { return normal(random); });
  if (!isFinite)
  {
    array->SetValue(components * (tuples / 3), std::numeric_limits<float>::quiet_NaN());
    array->SetValue(components * (tuples / 2) + components - 1, -std::numeric_limits<float>::infinity());
  }
  return array;
}

/// Returns all ranges of an array: for each component the range, then the range of finite values.
std::vector<double> rangesOf(vtkDataArray* array)
{
  std::vector<double> ranges;
  for (int component = -1; component < array->GetNumberOfComponents(); ++component)
  {
    double range[2];
    array->GetRange(range, component);
    ranges.insert(ranges.end(), range, range + 2);
    array->GetFiniteRange(range, component);
    ranges.insert(ranges.end(), range, range + 2);
  }
  return ranges;
}

/// Expects the array to return the ranges that it has cached, not the ranges of its present values.
void expectKnown(vtkFloatArray* array, const std::vector<double>& ranges)
{
  std::vector<float> kept(array->GetPointer(0), array->GetPointer(0) + array->GetNumberOfValues());
  std::fill_n(array->GetPointer(0), array->GetNumberOfValues(), 7.f); // behind the array's back
  EXPECT_EQ(rangesOf(array), ranges) << array->GetName();
  std::copy(kept.begin(), kept.end(), array->GetPointer(0));
}

TEST(ArrayRanges, AreKnownAndThoseThatVtkFinds)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("ArrayRanges.AreKnown", 1, 2))
  {
    for (const int components : { 1, 3 })
    {
      vtkNew<vtkImageData> image;
      image->SetDimensions(100, 100, 3);
      const auto points = makeArray(seed, components, 30000);
      const auto cells = makeArray(seed + 1, components, 99 * 99 * 2, true);
      image->GetPointData()->AddArray(points);
      image->GetCellData()->AddArray(cells);
      vtkNew<vtkFloatArray> pointsAlone;
      pointsAlone->DeepCopy(points);
      vtkNew<vtkFloatArray> cellsAlone;
      cellsAlone->DeepCopy(cells);
      const std::string backend = vtkSMPTools::GetBackend();
      ArrayRanges::Find(image);
      EXPECT_EQ(vtkSMPTools::GetBackend(), backend);
      expectKnown(points, rangesOf(pointsAlone));
      expectKnown(cells, rangesOf(cellsAlone));
    }
  }
}

TEST(ArrayRanges, AreThoseOfNewValues)
{
  vtkNew<vtkImageData> image;
  image->SetDimensions(10, 10, 10);
  const auto values = makeArray(inkray::testing::seedsOf("ArrayRanges.New", 1, 0)[0], 1, 1000);
  image->GetPointData()->AddArray(values);
  ArrayRanges::Find(image);
  values->Fill(5);
  values->Modified();
  ArrayRanges::Find(image);
  EXPECT_EQ(rangesOf(values), std::vector<double>({ 5, 5, 5, 5, 5, 5, 5, 5 }));
}

TEST(ArrayRanges, OfBlocksPointsAndNothing)
{
  ArrayRanges::Find(nullptr);
  vtkNew<vtkMultiBlockDataSet> blocks;
  ArrayRanges::Find(blocks);
  vtkNew<vtkPolyData> polygons;
  vtkNew<vtkPoints> points;
  const auto places = makeArray(1, 3, 50);
  points->SetData(places);
  polygons->SetPoints(points);
  vtkNew<vtkStringArray> names;
  names->SetName("names");
  names->InsertNextValue("a");
  polygons->GetFieldData()->AddArray(names);
  vtkNew<vtkFloatArray> empty;
  empty->SetName("empty");
  polygons->GetFieldData()->AddArray(empty);
  vtkNew<vtkMultiBlockDataSet> inner;
  inner->SetBlock(0, nullptr);
  inner->SetBlock(1, polygons);
  blocks->SetBlock(0, inner);
  vtkNew<vtkFloatArray> alone;
  alone->DeepCopy(places);
  ArrayRanges::Find(blocks);
  expectKnown(places, rangesOf(alone));
}
} // namespace
