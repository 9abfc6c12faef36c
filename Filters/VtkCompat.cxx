// SPDX-License-Identifier: BSD-3-Clause
#include "VtkCompat.h"

#include "Device/DeviceArrays.h"
#include "vtkCellArray.h"
#include "vtkDataArray.h"
#include "vtkIdTypeArray.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <exception>

// ParaView's VTK has the version of the last release and a date, so test for members instead of versions: the
// overload with `int` is chosen if its expression compiles.
namespace inkray::filters
{
namespace
{

template <class Array>
auto cudaMemoryOf(Array* array, int) -> decltype(array->GetMemorySpace(), array->GetDeviceVoidPointer(0))
{
  return array->GetMemorySpace() == Array::CudaDeviceMemory ? array->GetDeviceVoidPointer(0) : nullptr;
}
template <class Array>
void* cudaMemoryOf(Array*, long)
{
  return nullptr;
}

template <class Grid>
auto typesOf(Grid* grid, int) -> decltype(grid->GetCellTypes())
{
  return grid->GetCellTypes();
}
template <class Grid>
auto typesOf(Grid* grid, long) -> decltype(grid->GetCellTypesArray())
{
  return grid->GetCellTypesArray();
}

template <class Grid>
auto facesOf(Grid* grid, int) -> decltype(grid->GetPolyhedronFaces(), PolyhedronArrays())
{
  vtkCellArray* const faces = grid->GetPolyhedronFaces();
  vtkCellArray* const locations = grid->GetPolyhedronFaceLocations();
  if (!faces || !locations)
  {
    return {};
  }
  return { faces->GetConnectivityArray(), faces->GetOffsetsArray(), locations->GetConnectivityArray(),
    locations->GetOffsetsArray(), { faces, locations } };
}
template <class Grid>
auto facesOf(Grid* grid, long) -> decltype(grid->GetFaces(), PolyhedronArrays())
{
  return { grid->GetFaces(), nullptr, grid->GetFaceLocations(), nullptr, {} };
}

/// The range [begin, end) of item i in a list. Returns false if it is not inside the list.
bool rangeOf(
  const IntegerView& offsets, std::int64_t i, const IntegerView& list, std::int64_t& begin, std::int64_t& end)
{
  if (i < 0 || i + 1 >= offsets.size())
  {
    return false;
  }
  begin = offsets[i];
  end = offsets[i + 1];
  return begin >= 0 && end >= begin && end <= list.size();
}

} // namespace

const void* cudaMemoryOf(vtkDataArray* array)
{
  if (!array || array->GetNumberOfValues() == 0)
  {
    return nullptr;
  }
  try
  {
    // Ask the array first: CUDA is only started for arrays on a device.
    const void* const memory = cudaMemoryOf(array, 0);
    return memory && isOnCurrentCudaDevice(memory) ? memory : nullptr;
  }
  catch (const std::exception&)
  {
    return nullptr; // the array's owner failed to move it; reading it on the host works or reports why
  }
}

void bringToHost(vtkDataArray* array)
{
  if (array && array->GetNumberOfValues() > 0 && !array->HasStandardMemoryLayout())
  {
    array->GetComponent(0, 0);
  }
}

vtkDataArray* cellTypesOf(vtkUnstructuredGrid* grid)
{
  return typesOf(grid, 0);
}

PolyhedronArrays polyhedronArraysOf(vtkUnstructuredGrid* grid)
{
  return facesOf(grid, 0);
}

IntegerView::IntegerView(vtkDataArray* values)
  : array(values)
  , count(values ? values->GetNumberOfValues() : 0)
{
  // GetVoidPointer would make a permanent copy of any other array.
  if (!values || !values->HasStandardMemoryLayout())
  {
    bringToHost(values);
    return;
  }
  switch (values->GetDataType())
  {
    case VTK_UNSIGNED_CHAR:
      this->storage = Storage::Bytes;
      break;
    case VTK_INT:
      this->storage = Storage::Narrow;
      break;
    case VTK_LONG:
    case VTK_LONG_LONG:
    case VTK_ID_TYPE:
      this->storage = values->GetDataTypeSize() == 8 ? Storage::Wide : Storage::Narrow;
      break;
    default:
      return;
  }
  this->memory = values->GetVoidPointer(0);
}

std::int64_t IntegerView::computed(std::int64_t i) const
{
  // Ids and offsets are below 2^53, so a double holds them exactly.
  return static_cast<std::int64_t>(this->array->GetComponent(i, 0));
}

PolyhedronView::PolyhedronView(const PolyhedronArrays& arrays)
  : faces(arrays.faces)
  , faceOffsets(arrays.faceOffsets)
  , locations(arrays.locations)
  , locationOffsets(arrays.locationOffsets)
{
}

bool PolyhedronView::read(std::int64_t cell, std::vector<std::int64_t>& stream) const
{
  stream.clear();
  if (!this->faces || !this->locations)
  {
    return false;
  }
  if (!this->faceOffsets)
  {
    return this->readStream(cell, stream);
  }
  std::int64_t begin = 0, end = 0;
  if (!rangeOf(this->locationOffsets, cell, this->locations, begin, end))
  {
    return false;
  }
  stream.push_back(end - begin);
  for (std::int64_t i = begin; i < end; ++i)
  {
    std::int64_t first = 0, last = 0;
    if (!rangeOf(this->faceOffsets, this->locations[i], this->faces, first, last))
    {
      return false;
    }
    stream.push_back(last - first);
    for (std::int64_t p = first; p < last; ++p)
    {
      stream.push_back(this->faces[p]);
    }
  }
  return true;
}

bool PolyhedronView::readStream(std::int64_t cell, std::vector<std::int64_t>& stream) const
{
  std::int64_t at = cell < this->locations.size() ? this->locations[cell] : -1;
  if (at < 0 || at >= this->faces.size())
  {
    return false;
  }
  const std::int64_t numFaces = this->faces[at++];
  stream.push_back(numFaces);
  for (std::int64_t f = 0; f < numFaces; ++f)
  {
    const std::int64_t n = at < this->faces.size() ? this->faces[at++] : -1;
    if (n < 0 || n > this->faces.size() - at)
    {
      return false;
    }
    stream.push_back(n);
    for (std::int64_t i = 0; i < n; ++i)
    {
      stream.push_back(this->faces[at++]);
    }
  }
  return true;
}

} // namespace inkray::filters
