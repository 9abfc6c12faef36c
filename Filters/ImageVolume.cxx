// SPDX-License-Identifier: BSD-3-Clause
#include "ImageVolume.h"

#include "DrawnBounds.h"
#include "VtkCompat.h"

#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkDataSetAttributes.h"
#include "vtkFloatArray.h"
#include "vtkImageData.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"
#include "vtkRectilinearGrid.h"
#include "vtkScalarsToColors.h"
#include "vtkSmartPointer.h"
#include "vtkUnsignedCharArray.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <numeric>
#include <vector>

namespace inkray::filters
{
namespace
{

using Counts = std::array<std::int64_t, 3>;

Counts pointCounts(vtkDataSet* grid)
{
  int dimensions[3] = { 0, 0, 0 };
  if (vtkImageData* image = vtkImageData::SafeDownCast(grid))
  {
    image->GetDimensions(dimensions);
  }
  else if (vtkRectilinearGrid* rectilinear = vtkRectilinearGrid::SafeDownCast(grid))
  {
    rectilinear->GetDimensions(dimensions);
  }
  return { dimensions[0], dimensions[1], dimensions[2] };
}

/// Coordinates along the three axes; null pointers for an image.
std::array<vtkDataArray*, 3> coordinateArrays(vtkDataSet* grid)
{
  vtkRectilinearGrid* rectilinear = vtkRectilinearGrid::SafeDownCast(grid);
  if (!rectilinear)
  {
    return {};
  }
  return { rectilinear->GetXCoordinates(), rectilinear->GetYCoordinates(), rectilinear->GetZCoordinates() };
}

/// The problem with the coordinates of a grid's points, as a sentence. Empty without a problem.
std::string placesProblem(vtkDataSet* grid, const Counts& points)
{
  if (vtkImageData* image = vtkImageData::SafeDownCast(grid))
  {
    const double determinant = image->GetIndexToPhysicalMatrix()->Determinant();
    const double* const spacing = image->GetSpacing();
    return std::abs(determinant) > 0 && std::isfinite(determinant)
      ? DrawnBounds::FindProblem(image->GetBounds(),
          std::min({ std::abs(spacing[0]), std::abs(spacing[1]), std::abs(spacing[2]) }), false, "image")
      : "The spacing and direction of the image make it flat; they must be finite, and no spacing zero.";
  }
  const std::array<vtkDataArray*, 3> arrays = coordinateArrays(grid);
  std::string flat;
  double least = VTK_DOUBLE_MAX; // the least mean width of cells along an axis
  bool areFloats = false;
  for (int axis = 0; axis < 3; ++axis)
  {
    const std::int64_t count = arrays[axis] ? arrays[axis]->GetNumberOfTuples() : 0;
    bool inOrder = count == points[axis] && count > 0;
    const bool descends = inOrder && arrays[axis]->GetTuple1(0) > arrays[axis]->GetTuple1(count - 1);
    for (std::int64_t i = 0; i < count && inOrder; ++i)
    {
      const double x = arrays[axis]->GetTuple1(i);
      inOrder = std::isfinite(x) &&
        (i == 0 || (descends ? x <= arrays[axis]->GetTuple1(i - 1) : x >= arrays[axis]->GetTuple1(i - 1)));
    }
    if (!inOrder)
    {
      return std::string("The coordinates of the rectilinear grid along ") + "xyz"[axis] +
        " are not in order; there must be a finite one for each plane of points, and they must ascend or "
        "descend.";
    }
    areFloats = areFloats || arrays[axis]->GetDataType() == VTK_FLOAT;
    const double extent = std::abs(arrays[axis]->GetTuple1(count - 1) - arrays[axis]->GetTuple1(0));
    if (extent > 0)
    {
      least = std::min(least, extent / double(count - 1));
    }
    else
    {
      flat = std::string("The rectilinear grid has no width along ") + "xyz"[axis] + ".";
    }
  }
  const std::string far = DrawnBounds::FindProblem(grid->GetBounds(), least, areFloats, "rectilinear grid");
  return far.empty() ? flat : far;
}

/// For each axis, the two points of each cell, or the two cells of each point; -1: no cell on that side.
using Neighbors = std::array<std::vector<std::array<std::int64_t, 2>>, 3>;

/// The indices of the cells with a nonzero width, along each axis.
std::array<std::vector<std::int64_t>, 3> wideCells(vtkDataSet* grid)
{
  const Counts points = pointCounts(grid);
  const std::array<vtkDataArray*, 3> places = coordinateArrays(grid);
  std::array<std::vector<std::int64_t>, 3> wide;
  for (int axis = 0; axis < 3; ++axis)
  {
    for (std::int64_t i = 0; i + 1 < points[axis]; ++i)
    {
      if (!places[axis] || places[axis]->GetTuple1(i) != places[axis]->GetTuple1(i + 1))
      {
        wide[axis].push_back(i);
      }
    }
  }
  return wide;
}

/// The number of cells with a nonzero width along the axis with the fewest. Allocates nothing.
std::int64_t fewestWideCells(vtkDataSet* grid)
{
  const Counts points = pointCounts(grid);
  const std::array<vtkDataArray*, 3> places = coordinateArrays(grid);
  Counts wide = { 0, 0, 0 };
  for (int axis = 0; axis < 3; ++axis)
  {
    for (std::int64_t i = 0; i + 1 < points[axis]; ++i)
    {
      wide[axis] += !places[axis] || places[axis]->GetTuple1(i) != places[axis]->GetTuple1(i + 1) ? 1 : 0;
    }
  }
  return std::min({ wide[0], wide[1], wide[2] });
}

bool areAllWide(vtkDataSet* grid, const std::array<std::vector<std::int64_t>, 3>& wide)
{
  const Counts points = pointCounts(grid);
  return std::equal(wide.begin(), wide.end(), points.begin(), [](const auto& cells, std::int64_t count) {
    return static_cast<std::int64_t>(cells.size()) + 1 == count;
  });
}

/// The two points of each cell with a width (`ofCells`), or the cells with a width beside each point.
Neighbors findNeighbors(vtkDataSet* grid, bool ofCells)
{
  const Counts points = pointCounts(grid);
  const auto wide = wideCells(grid);
  Neighbors all;
  for (int axis = 0; axis < 3; ++axis)
  {
    if (ofCells)
    {
      for (std::int64_t cell : wide[axis])
      {
        all[axis].push_back({ cell, cell + 1 });
      }
      continue;
    }
    for (std::int64_t point = 0; point < points[axis]; ++point)
    {
      const auto after = std::lower_bound(wide[axis].begin(), wide[axis].end(), point);
      all[axis].push_back(
        { after == wide[axis].begin() ? -1 : *(after - 1), after == wide[axis].end() ? -1 : *after });
    }
  }
  return all;
}

/// The entries of an array that are averaged for each point, or for each cell with a width. If the array
/// already has the wanted association, each average has a single entry.
struct Means
{
  Means(vtkDataSet* image, int association, int wanted)
    : from(pointCounts(image))
    , of(findNeighbors(image, wanted == vtkDataObject::CELL))
  {
    for (int axis = 0; axis < 3; ++axis)
    {
      from[axis] -= association == vtkDataObject::CELL ? 1 : 0;
      for (std::size_t i = 0; association == wanted && i < of[axis].size(); ++i)
      {
        of[axis][i] = { wanted == vtkDataObject::CELL ? of[axis][i][0] : static_cast<std::int64_t>(i), -1 };
      }
    }
  }

  std::int64_t number() const
  {
    return static_cast<std::int64_t>(this->of[0].size() * this->of[1].size() * this->of[2].size());
  }

  Counts from; ///< the number of entries of the array along each axis
  Neighbors of;
};

double select(const std::vector<double>& tuple, int component)
{
  if (component >= 0)
  {
    return tuple[component];
  }
  double sum = 0;
  for (double x : tuple)
  {
    sum += x * x;
  }
  return std::sqrt(sum);
}

/// For each entry of the result, average the array's entries that `of` lists, which are fewer at the border.
/// The array has `from` entries along each axis. Vectors are averaged before their norm is taken.
void average(vtkDataArray* array, int component, const Counts& from, const Neighbors& of, double* out)
{
  bringToHost(array);
  const Counts to = { static_cast<std::int64_t>(of[0].size()), static_cast<std::int64_t>(of[1].size()),
    static_cast<std::int64_t>(of[2].size()) };
  tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, to[1] * to[2], 16),
    [&](const tbb::blocked_range<std::int64_t>& rows) {
      std::vector<double> tuple(array->GetNumberOfComponents()), mean(tuple.size());
      for (std::int64_t row = rows.begin(); row < rows.end(); ++row)
      {
        const std::int64_t y = row % to[1], z = row / to[1];
        for (std::int64_t x = 0; x < to[0]; ++x)
        {
          mean.assign(mean.size(), 0.0);
          int count = 0;
          for (int corner = 0; corner < 8; ++corner)
          {
            const std::int64_t i = of[0][x][corner & 1], j = of[1][y][corner >> 1 & 1],
                               k = of[2][z][corner >> 2];
            if (i >= 0 && j >= 0 && k >= 0)
            {
              array->GetTuple(i + from[0] * (j + from[1] * k), tuple.data());
              for (std::size_t c = 0; c < tuple.size(); ++c)
              {
                mean[c] += tuple[c];
              }
              ++count;
            }
          }
          for (double& m : mean)
          {
            m /= count;
          }
          out[x + to[0] * row] = select(mean, component);
        }
      }
    });
}

} // namespace

ImageVolumeKey imageVolumeKey(vtkDataSet* image, vtkDataArray* array, int association, int component)
{
  ImageVolumeKey key;
  const std::array<vtkDataArray*, 3> places = coordinateArrays(image);
  vtkDataArray* const arrays[6] = { array, image->GetPointGhostArray(), image->GetCellGhostArray(), places[0],
    places[1], places[2] };
  for (int i = 0; i < 6; ++i)
  {
    // Compare the address, too: an array that has been given other memory has changed. Do not ask arrays of
    // other layouts for it, because an array on a device would be moved.
    key.arrays[i] =
      arrays[i] && arrays[i]->HasStandardMemoryLayout() ? arrays[i]->GetVoidPointer(0) : arrays[i];
    key.arrayTimes[i] = arrays[i] ? arrays[i]->GetMTime() : 0;
  }
  if (vtkImageData* even = vtkImageData::SafeDownCast(image))
  {
    even->GetExtent(key.extent.data());
    std::copy_n(even->GetIndexToPhysicalMatrix()->GetData(), 16, key.indexToPhysical.begin());
  }
  else if (vtkRectilinearGrid* rectilinear = vtkRectilinearGrid::SafeDownCast(image))
  {
    rectilinear->GetExtent(key.extent.data());
  }
  key.association = association;
  key.component = component;
  return key;
}

std::string imageVolumeProblem(vtkDataSet* image, vtkDataArray* array, int association, bool areCellsConstant)
{
  const Counts points = pointCounts(image);
  const std::string size = std::to_string(points[0]) + " x " + std::to_string(points[1]) + " x " +
    std::to_string(points[2]) + " points";
  const std::string noun = vtkRectilinearGrid::SafeDownCast(image) ? "rectilinear grid" : "image";
  if (image->GetNumberOfPoints() == 0)
  {
    return "The " + noun + " is empty (no points), so there is nothing to draw.";
  }
  const bool cells = association == vtkDataObject::CELL;
  const bool areCentersNeeded = cells && !areCellsConstant;
  const std::int64_t least = areCentersNeeded ? 3 : 2;
  if (std::min({ points[0], points[1], points[2] }) < least)
  {
    return areCentersNeeded
      ? "Values at cells need at least two cells along each axis, but the " + noun + " has " + size + "."
      : "The " + noun + " has " + size + "; drawing needs at least two along each axis.";
  }
  std::string problem = placesProblem(image, points);
  if (!problem.empty())
  {
    return problem;
  }
  if (areCentersNeeded && fewestWideCells(image) < 2)
  {
    return "Values at cells need at least two cells with a width along each axis.";
  }
  const vtkIdType wanted = cells ? image->GetNumberOfCells() : image->GetNumberOfPoints();
  if (array && array->GetNumberOfTuples() != wanted)
  {
    return std::string("The array '") + (array->GetName() ? array->GetName() : "(no name)") + "' has " +
      std::to_string(array->GetNumberOfTuples()) + " values for " + std::to_string(wanted) +
      (cells ? " cells." : " points.");
  }
  return std::string();
}

VolumeInput ImageVolume::makeVolume(
  vtkDataSet* image, vtkDataArray* array, int association, int component, bool areCellsConstant)
{
  VolumeInput volume;
  const Counts points = pointCounts(image);
  std::copy(points.begin(), points.end(), volume.dimensions);

  if (vtkImageData* even = vtkImageData::SafeDownCast(image))
  {
    // Kernels count indices from the lower corner of the extent, VTK from (0, 0, 0).
    int extent[6];
    even->GetExtent(extent);
    vtkMatrix4x4* matrix = even->GetIndexToPhysicalMatrix();
    std::copy_n(matrix->GetData(), 16, volume.indexToMesh);
    for (int row = 0; row < 3; ++row)
    {
      for (int axis = 0; axis < 3; ++axis)
      {
        volume.indexToMesh[4 * row + 3] += matrix->GetElement(row, axis) * extent[2 * axis];
      }
    }
  }
  else
  {
    const std::array<vtkDataArray*, 3> arrays = coordinateArrays(image);
    for (int axis = 0; axis < 3; ++axis)
    {
      std::vector<double>& places = this->coordinates[axis];
      places.clear();
      for (std::int64_t i = 0; i < points[axis]; ++i)
      {
        const double place = arrays[axis]->GetTuple1(i);
        if (association == vtkDataObject::POINT || i == 0 || place != places.back())
        {
          places.push_back(place);
        }
      }
      volume.coordinates[axis] = places.data();
      volume.dimensions[axis] = static_cast<std::int64_t>(places.size());
    }
  }

  volume.scalars = this->makeOwnValues(image, array, association, component);
  if (vtkUnsignedCharArray* flags = image->GetPointGhostArray())
  {
    volume.pointFlags = flags->GetPointer(0);
    volume.hiddenPointBits = vtkDataSetAttributes::HIDDENPOINT;
  }
  if (vtkUnsignedCharArray* flags = image->GetCellGhostArray())
  {
    volume.cellFlags = flags->GetPointer(0);
    volume.hiddenCellBits = vtkDataSetAttributes::HIDDENCELL | vtkDataSetAttributes::REFINEDCELL;
    volume.ghostCellBits = vtkDataSetAttributes::DUPLICATECELL;
  }
  if (association == vtkDataObject::CELL && !areAllWide(image, wideCells(image)))
  {
    this->leaveOutFlags(image, volume);
  }
  volume.areCellsConstant = areCellsConstant;
  if (areCellsConstant && association == vtkDataObject::POINT)
  {
    this->becomeCellsOfPoints(volume);
  }
  return volume;
}

void ImageVolume::becomeCellsOfPoints(VolumeInput& volume)
{
  const Counts points = { volume.dimensions[0], volume.dimensions[1], volume.dimensions[2] };
  const Counts cells = { points[0] - 1, points[1] - 1, points[2] - 1 };
  const auto flagsOf = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return volume.cellFlags ? volume.cellFlags[x + cells[0] * (y + cells[1] * z)] : 0;
  };
  // The cells that belong to this part, from the first to behind the last along each axis.
  Counts first = { 0, 0, 0 }, last = cells;
  if (volume.cellFlags)
  {
    Counts low = cells, high = { 0, 0, 0 };
    for (std::int64_t z = 0; z < cells[2]; ++z)
    {
      for (std::int64_t y = 0; y < cells[1]; ++y)
      {
        for (std::int64_t x = 0; x < cells[0]; ++x)
        {
          if ((flagsOf(x, y, z) & volume.ghostCellBits) == 0)
          {
            low = { std::min(low[0], x), std::min(low[1], y), std::min(low[2], z) };
            high = { std::max(high[0], x + 1), std::max(high[1], y + 1), std::max(high[2], z + 1) };
          }
        }
      }
    }
    if (low[0] < high[0])
    {
      first = low;
      last = high;
    }
  }
  for (int axis = 0; axis < 3; ++axis)
  {
    std::vector<double>& places = this->coordinates[axis];
    if (!volume.coordinates[axis])
    {
      places.resize(static_cast<std::size_t>(points[axis]));
      std::iota(places.begin(), places.end(), 0.0);
    }
    const auto at = [&places](std::int64_t i) { return places[static_cast<std::size_t>(i)]; };
    const auto [low, high] = std::minmax({ at(first[axis]), at(last[axis]) });
    std::vector<double> borders;
    for (std::int64_t i = 0; i <= points[axis]; ++i)
    {
      const double middle = 0.5 * (at(std::max<std::int64_t>(i - 1, 0)) + at(std::min(i, cells[axis])));
      borders.push_back(std::clamp(middle, low, high));
    }
    places.swap(borders);
    volume.coordinates[axis] = places.data();
    volume.dimensions[axis] = points[axis] + 1;
  }
  if (volume.cellFlags || volume.pointFlags)
  {
    const auto number = static_cast<std::size_t>(points[0] * points[1] * points[2]);
    std::vector<unsigned char> hidden(number, 0);
    const auto isHiddenAround = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
      for (std::int64_t k = std::max<std::int64_t>(z - 1, 0); k <= std::min(z, cells[2] - 1); ++k)
      {
        for (std::int64_t j = std::max<std::int64_t>(y - 1, 0); j <= std::min(y, cells[1] - 1); ++j)
        {
          for (std::int64_t i = std::max<std::int64_t>(x - 1, 0); i <= std::min(x, cells[0] - 1); ++i)
          {
            if ((flagsOf(i, j, k) & volume.hiddenCellBits) == 0)
            {
              return false;
            }
          }
        }
      }
      return true;
    };
    tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, points[2]), [&](const auto& range) {
      for (std::int64_t z = range.begin(); z < range.end(); ++z)
      {
        for (std::int64_t y = 0; y < points[1]; ++y)
        {
          for (std::int64_t x = 0; x < points[0]; ++x)
          {
            const std::int64_t i = x + points[0] * (y + points[1] * z);
            hidden[static_cast<std::size_t>(i)] =
              (volume.pointFlags && (volume.pointFlags[i] & volume.hiddenPointBits) != 0) ||
              (volume.cellFlags && isHiddenAround(x, y, z));
          }
        }
      }
    });
    this->cellFlags.swap(hidden);
    volume.cellFlags = this->cellFlags.data();
    volume.hiddenCellBits = 1;
    volume.ghostCellBits = 0;
    volume.pointFlags = nullptr;
  }
  volume.scalars.association = Association::Cells;
  volume.areCellsOfPoints = true;
}

void ImageVolume::leaveOutFlags(vtkDataSet* image, VolumeInput& volume)
{
  const Counts points = pointCounts(image);
  const auto wide = wideCells(image);
  const std::int64_t* const size = volume.dimensions;
  if (volume.cellFlags)
  {
    this->cellFlags.assign(static_cast<std::size_t>((size[0] - 1) * (size[1] - 1) * (size[2] - 1)), 0);
    std::size_t at = 0;
    for (std::int64_t z : wide[2])
    {
      for (std::int64_t y : wide[1])
      {
        for (std::int64_t x : wide[0])
        {
          this->cellFlags[at++] = volume.cellFlags[x + (points[0] - 1) * (y + (points[1] - 1) * z)];
        }
      }
    }
    volume.cellFlags = this->cellFlags.data();
  }
  if (volume.pointFlags)
  {
    // If one of several points at the same coordinates is hidden, hide all of them.
    this->pointFlags.assign(static_cast<std::size_t>(size[0] * size[1] * size[2]), 0);
    const auto placeOf = [&wide](int axis, std::int64_t i) {
      return std::lower_bound(wide[axis].begin(), wide[axis].end(), i) - wide[axis].begin();
    };
    for (std::int64_t i = 0; i < points[0] * points[1] * points[2]; ++i)
    {
      const std::int64_t x = placeOf(0, i % points[0]), y = placeOf(1, i / points[0] % points[1]),
                         z = placeOf(2, i / points[0] / points[1]);
      this->pointFlags[static_cast<std::size_t>(x + size[0] * (y + size[1] * z))] |= volume.pointFlags[i];
    }
    volume.pointFlags = this->pointFlags.data();
  }
}

Field ImageVolume::makeOwnValues(vtkDataSet* image, vtkDataArray* array, int association, int component)
{
  Field out = this->makeValues(image, array, association, std::max(component, -1), association);
  if (component != -2 || out.values != this->values.get())
  {
    out.component = std::max(out.component, component == -2 ? 0 : -1);
    return out;
  }
  // The array is no plain memory, or has cells without a width: copy all components.
  out.component = 0;
  out.numComponents = array->GetNumberOfComponents();
  const Means means(image, association, association);
  const auto number = static_cast<std::size_t>(out.numTuples), each = std::size_t(out.numComponents);
  const std::unique_ptr<double[]> one(new double[number]);
  this->values.allocate(number * each);
  for (std::size_t c = 0; c < each; ++c)
  {
    average(array, static_cast<int>(c), means.from, means.of, one.get());
    for (std::size_t i = 0; i < number; ++i)
    {
      this->values.get()[i * each + c] = one[i];
    }
  }
  out.values = this->values.get();
  return out;
}

Field ImageVolume::makeValues(
  vtkDataSet* image, vtkDataArray* array, int association, int component, int wanted)
{
  Field out;
  out.association = wanted == vtkDataObject::CELL ? Association::Cells : Association::Points;
  const bool isWhole =
    association == wanted && (wanted == vtkDataObject::POINT || areAllWide(image, wideCells(image)));
  PlainValues plain;
  if (isWhole && plainValues(array, plain))
  {
    this->clear();
    out.values = plain.values;
    out.type = plain.type;
    out.memory = plain.memory;
    out.numTuples = array->GetNumberOfTuples();
    out.numComponents = array->GetNumberOfComponents();
    out.component = component;
    return out;
  }
  if (isWhole)
  {
    out.numTuples = array->GetNumberOfTuples();
    copyComponent<double>(array, component, array->GetNumberOfTuples(), AddedPoints(), this->values);
  }
  else
  {
    const Means means(image, association, wanted);
    out.numTuples = means.number();
    this->values.allocate(static_cast<std::size_t>(out.numTuples));
    average(array, component, means.from, means.of, this->values.get());
  }
  out.values = this->values.get();
  out.type = ValueType::Float64;
  return out;
}

Field ImageVolume::makeColors(vtkDataSet* image, vtkDataArray* array, int association, int wanted)
{
  bringToHost(array);
  const vtkIdType count = array->GetNumberOfTuples();
  vtkNew<vtkScalarsToColors> direct;
  const auto rgba =
    vtkSmartPointer<vtkUnsignedCharArray>::Take(direct->MapScalars(array, VTK_COLOR_MODE_DIRECT_SCALARS, -1));
  // Store channels as floats: these can be averaged, and are NaN if a component is not finite.
  vtkNew<vtkFloatArray> channels;
  channels->SetNumberOfComponents(3);
  channels->SetNumberOfTuples(count);
  tbb::parallel_for(
    tbb::blocked_range<vtkIdType>(0, count, 4096), [&](const tbb::blocked_range<vtkIdType>& range) {
      for (vtkIdType i = range.begin(); i < range.end(); ++i)
      {
        bool isNumber = true;
        for (int c = 0; c < 3; ++c)
        {
          isNumber = isNumber && std::isfinite(array->GetComponent(i, c));
        }
        for (int c = 0; c < 3; ++c)
        {
          channels->SetTypedComponent(
            i, c, isNumber ? rgba->GetTypedComponent(i, c) : std::numeric_limits<float>::quiet_NaN());
        }
      }
    });

  Field out;
  out.association = wanted == vtkDataObject::CELL ? Association::Cells : Association::Points;
  out.type = ValueType::Float32;
  const Means means(image, association, wanted);
  out.numTuples = means.number();
  const auto number = static_cast<std::size_t>(out.numTuples);
  this->colors.allocate(number);
  std::fill_n(this->colors.get(), number, 0.0f);
  this->values.allocate(number);
  for (int c = 2; c >= 0; --c)
  {
    average(channels, c, means.from, means.of, this->values.get());
    for (std::size_t i = 0; i < number; ++i)
    {
      this->colors.get()[i] =
        256 * this->colors.get()[i] + std::round(static_cast<float>(this->values.get()[i]));
    }
  }
  this->values.allocate(0);
  out.values = this->colors.get();
  return out;
}

} // namespace inkray::filters
