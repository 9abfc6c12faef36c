// SPDX-License-Identifier: BSD-3-Clause
// The histogram of a mesh's volume, of tetrahedra and other cells, within thresholds and boxes.
#include "CellHistogram.h"
#include "LargestGradient.h"
#include "Seeds.h"
#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>

namespace
{

constexpr double Unit[6] = { 0, 1, 0, 1, 0, 1 };

/// The unit cube, stretched along z, as n^3 boxes: one hexahedron or six tetrahedra each.
struct Cube
{
  explicit Cube(int n, bool asTets, double height = 1)
  {
    vtkNew<vtkPoints> points;
    points->SetDataTypeToDouble();
    for (int i = 0; i < (n + 1) * (n + 1) * (n + 1); ++i)
    {
      points->InsertNextPoint(
        1.0 * (i % (n + 1)) / n, 1.0 * (i / (n + 1) % (n + 1)) / n, height * (i / (n + 1) / (n + 1)) / n);
    }
    this->Grid->SetPoints(points);
    const vtkIdType steps[3] = { 1, n + 1, vtkIdType(n + 1) * (n + 1) };
    for (int i = 0; i < n * n * n; ++i)
    {
      const vtkIdType first = i % n * steps[0] + i / n % n * steps[1] + i / n / n * steps[2];
      if (!asTets)
      {
        const vtkIdType up = first + steps[2];
        const vtkIdType ids[8] = { first, first + 1, first + steps[1] + 1, first + steps[1], up, up + 1,
          up + steps[1] + 1, up + steps[1] };
        this->Grid->InsertNextCell(VTK_HEXAHEDRON, 8, ids);
        continue;
      }
      int order[3] = { 0, 1, 2 };
      do // along the edges from corner to corner, in each order of the axes
      {
        const vtkIdType a = first + steps[order[0]], b = a + steps[order[1]], c = b + steps[order[2]];
        const bool even = (order[1] - order[0] + 3) % 3 == 1;
        const vtkIdType ids[4] = { first, even ? a : b, even ? b : a, c };
        this->Grid->InsertNextCell(VTK_TETRA, 4, ids);
      } while (std::next_permutation(order, order + 3));
    }
  }

  vtkDoubleArray* AddPoints(const char* name, const std::function<double(const double*)>& value)
  {
    vtkNew<vtkDoubleArray> array;
    array->SetName(name);
    for (vtkIdType i = 0; i < this->Grid->GetNumberOfPoints(); ++i)
    {
      array->InsertNextValue(value(this->Grid->GetPoint(i)));
    }
    this->Grid->GetPointData()->AddArray(array);
    return array;
  }

  vtkDoubleArray* AddCells(const char* name)
  {
    vtkNew<vtkDoubleArray> array;
    array->SetName(name);
    for (vtkIdType i = 0; i < this->Grid->GetNumberOfCells(); ++i)
    {
      array->InsertNextValue(static_cast<double>(i));
    }
    this->Grid->GetCellData()->AddArray(array);
    return array;
  }

  vtkNew<vtkUnstructuredGrid> Grid;
};

RayCastArray Of(vtkDataArray* array, int association = vtkDataObject::POINT)
{
  RayCastArray choice;
  choice.Array = array;
  choice.Association = association;
  return choice;
}

CellHistogram Make(
  const CellHistogramInput& input, const inkray::HistogramBins& bins, const double bounds[6] = Unit)
{
  CellHistogram histogram;
  histogram.Values = bins;
  histogram.Add(input, bounds);
  return histogram;
}

double Along(const double* p)
{
  return p[0];
}

TEST(CellHistogram, LinearValuesFillTheirBins)
{
  for (const bool asTets : { true, false })
  {
    Cube cube(3, asTets);
    CellHistogramInput input;
    input.Grid = cube.Grid;
    input.Values = Of(cube.AddPoints("x", Along));
    const CellHistogram histogram = Make(input, { 0, 1, 10 });
    for (const double volume : histogram.Volumes)
    {
      EXPECT_NEAR(volume, 0.1, 1e-12);
    }
    EXPECT_NEAR(histogram.GetMeanPath(Unit), 1, 1e-12);
    // The values are 2 (x + y + z): the gradient is constant, and their distribution is a cubic B-spline.
    input.Values = Of(cube.AddPoints("sum", [](const double* p) { return 2 * (p[0] + p[1] + p[2]); }));
    CellHistogram both;
    both.Values = { 0, 6, 6 };
    both.Gradients = { 0, 4, 8 };
    both.Add(input, Unit);
    const double row = both.Gradients.binOf(std::sqrt(12.0));
    EXPECT_EQ(both.FindGradient(0.5), both.Gradients.edge(static_cast<int>(row) + 1));
    for (int i = 0; i < 48; ++i)
    {
      // Shares of x + y + z in steps of a half: 1/48, 8/48 - 1/48, ...
      const double expected[6] = { 1 / 48.0, 7 / 48.0, 16 / 48.0, 16 / 48.0, 7 / 48.0, 1 / 48.0 };
      EXPECT_NEAR(both.Volumes[i], i / 6 == row ? expected[i % 6] : 0, 1e-12) << i;
    }
  }
}

TEST(CellHistogram, AgreesWithPointsCounted)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("CellHistogram", 5, 5))
  {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(0, 1);
    Cube cube(2, true);
    vtkPoints* const points = cube.Grid->GetPoints();
    for (vtkIdType i = 0; i < points->GetNumberOfPoints(); ++i)
    {
      double p[3];
      points->GetPoint(i, p);
      for (double& x : p)
      {
        x += 0.1 * number(random);
      }
      points->SetPoint(i, p);
    }
    CellHistogramInput input;
    input.Grid = cube.Grid;
    vtkDoubleArray* const values = cube.AddPoints("any", [&](const double*) { return number(random); });
    input.Values = Of(values);
    const double bounds[6] = { 0, 1.1, 0, 1.1, 0, 1.1 };
    const CellHistogram histogram = Make(input, { 0, 1, 7 }, bounds);
    std::vector<double> counted(7, 0.0);
    constexpr int samples = 4000;
    std::exponential_distribution<double> weight;
    double all = 0, squares = 0;
    for (vtkIdType cell = 0; cell < cube.Grid->GetNumberOfCells(); ++cell)
    {
      vtkIdType number4 = 0;
      const vtkIdType* ids = nullptr;
      cube.Grid->GetCells()->GetCellAtId(cell, number4, ids);
      double p[4][3], e[3][3];
      for (int i = 0; i < 4; ++i)
      {
        points->GetPoint(ids[i], p[i]);
      }
      for (int i = 0; i < 3; ++i)
      {
        for (int k = 0; k < 3; ++k)
        {
          e[i][k] = p[i + 1][k] - p[0][k];
        }
      }
      const double volume = std::abs(e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
                              e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
                              e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) /
        6;
      all += volume;
      squares += volume * volume;
      for (int i = 0; i < samples; ++i)
      {
        double sum = 0, value = 0;
        for (int corner = 0; corner < 4; ++corner)
        {
          const double w = weight(random);
          sum += w;
          value += w * values->GetValue(ids[corner]);
        }
        counted[std::min(6, static_cast<int>(7 * value / sum))] += volume / samples;
      }
    }
    EXPECT_NEAR(histogram.GetVolume(), all, 1e-12) << "seed " << seed;
    for (int bin = 0; bin < 7; ++bin)
    {
      EXPECT_NEAR(histogram.Volumes[bin], counted[bin], 6 * std::sqrt(0.25 * squares / samples))
        << "seed " << seed;
    }
  }
}

TEST(CellHistogram, ValuesOfCellsAreWhole)
{
  Cube cube(3, false);
  CellHistogramInput input;
  input.Grid = cube.Grid;
  input.Values = Of(cube.AddCells("number"), vtkDataObject::CELL);
  const CellHistogram histogram = Make(input, { 0, 27, 27 });
  for (const double volume : histogram.Volumes)
  {
    EXPECT_NEAR(volume, 1 / 27.0, 1e-12);
  }
}

TEST(CellHistogram, ThresholdsAndBoxesTakeAway)
{
  for (const bool asTets : { true, false })
  {
    Cube cube(4, asTets);
    CellHistogramInput input;
    input.Grid = cube.Grid;
    input.Values = Of(cube.AddPoints("x", Along));
    input.Threshold = input.Values;
    input.ThresholdRange[0] = 0.2; // whole cells count: those from 0.25 on
    input.ThresholdRange[1] = 1;
    EXPECT_NEAR(Make(input, { 0, 1, 4 }).GetVolume(), 0.75, 1e-12);
    EXPECT_NEAR(Make(input, { 0, 1, 4 }).Volumes[0], 0, 1e-12);
    input.Threshold = Of(cube.AddCells("number"), vtkDataObject::CELL);
    input.ThresholdRange[0] = cube.Grid->GetNumberOfCells() / 2.0;
    input.ThresholdRange[1] = 1e9;
    EXPECT_NEAR(Make(input, { 0, 1, 4 }).GetVolume(), 0.5, 1e-12);
    input.Threshold = RayCastArray();
    input.Box.on = true;
    input.Box.edges[0][0] = 0.5;
    EXPECT_NEAR(Make(input, { 0, 1, 4 }).GetVolume(), 0.5, 1e-12);
    EXPECT_NEAR(Make(input, { 0, 1, 4 }).Volumes[3], 0, 1e-12);
    input.Box.keepsOutside = true;
    input.Box.edges[0][0] = 0.25;
    EXPECT_NEAR(Make(input, { 0, 1, 4 }).GetVolume(), 0.75, 1e-12);
    EXPECT_NEAR(Make(input, { 0, 1, 4 }).Volumes[0], 0, 1e-12);
  }
}

TEST(CellHistogram, FlatTetrahedraAndMissingValuesCountNowhere)
{
  Cube cube(2, true);
  const vtkIdType flat[4] = { 0, 1, 3, 4 }, missing[4] = { 0, 1, 9, 3 };
  cube.Grid->InsertNextCell(VTK_TETRA, 4, flat);
  vtkDoubleArray* const values = cube.AddPoints("x", Along);
  CellHistogramInput input;
  input.Grid = cube.Grid;
  input.Values = Of(values);
  CellHistogram histogram;
  histogram.Values = { 0, 1, 2 };
  histogram.Gradients = { 0, 2, 2 };
  histogram.Add(input, Unit);
  EXPECT_NEAR(histogram.GetVolume(), 1, 1e-12);
  EXPECT_NEAR(histogram.Volumes[2] + histogram.Volumes[3], 1, 1e-12) << "all gradients are 1";
  EXPECT_EQ(LargestGradient(cube.Grid, values, vtkDataObject::POINT, 0), 1);
  values->SetValue(missing[0], std::nan(""));
  EXPECT_LT(Make(input, { 0, 1, 2 }).GetVolume(), 0.99);
  vtkNew<vtkDoubleArray> foreign; // its number of values does not fit the mesh
  input.Values = Of(foreign);
  EXPECT_EQ(Make(input, { 0, 1, 2 }).GetVolume(), 0);
}

TEST(CellHistogram, ASampleCountsForALargeMesh)
{
  Cube cube(20, true);
  vtkDoubleArray* const array =
    cube.AddPoints("f", [](const double* x) { return x[0] * x[0] + 0.3 * std::sin(5 * x[1]) + x[2]; });
  CellHistogramInput input;
  input.Grid = cube.Grid;
  input.Values = { array, vtkDataObject::POINT, 0 };
  const auto count = [&](std::int64_t most) {
    CellHistogram histogram;
    histogram.Values = { -0.3, 2.3, 12 };
    histogram.Gradients = { 0, 3, 3 };
    input.MostTets = most;
    histogram.Add(input, Unit);
    return histogram;
  };
  const CellHistogram all = count(48000), more = count(1 << 20);
  EXPECT_EQ(all.Volumes, more.Volumes);
  for (const std::int64_t most : { 24000, 6000, 1500 })
  {
    const CellHistogram some = count(most);
    EXPECT_NE(some.Volumes, all.Volumes) << most;
    EXPECT_NEAR(some.GetVolume(), 1, 5 / std::sqrt(most)) << most;
    EXPECT_NEAR(some.GetMeanPath(Unit), 1, 0.1) << most;
    for (std::size_t bin = 0; bin < all.Volumes.size(); ++bin)
    {
      // All tetrahedra have the same volume, so the volume in a bin counts them. The tolerance is five
      // standard deviations of the count in a sample.
      EXPECT_NEAR(some.Volumes[bin], all.Volumes[bin], 5 * std::sqrt((all.Volumes[bin] + 1e-3) / most))
        << most << " bin " << bin;
    }
    const CellHistogram again = count(most);
    for (std::size_t bin = 0; bin < all.Volumes.size(); ++bin)
    {
      EXPECT_NEAR(some.Volumes[bin], again.Volumes[bin], 1e-12) << "the same sample";
    }
  }
}

TEST(CellHistogram, RaysThroughAPlateAndAHole)
{
  Cube plate(8, true, 1e-3);
  CellHistogramInput input;
  input.Grid = plate.Grid;
  input.Values = Of(plate.AddPoints("x", Along));
  const double thin[6] = { 0, 1, 0, 1, 0, 1e-3 };
  // Only few rays run along the plate, where paths are long.
  EXPECT_NEAR(Make(input, { 0, 1, 4 }, thin).GetMeanPath(thin), 3e-3 / (1 + 2e-3), 1e-12);
  // The threshold leaves two walls of a cube. They cast the cube's shadow along x, and half of it along y and
  // z.
  Cube cube(4, true);
  input.Grid = cube.Grid;
  input.Values = Of(cube.AddPoints("x", Along));
  input.Threshold =
    Of(cube.AddPoints("from the middle", [](const double* p) { return std::abs(p[0] - 0.5); }));
  input.ThresholdRange[0] = 0.25;
  input.ThresholdRange[1] = 1;
  EXPECT_NEAR(Make(input, { 0, 1, 4 }).GetMeanPath(Unit), 3 * 0.5 / (1 + 0.5 + 0.5), 1e-12);
}

} // namespace
