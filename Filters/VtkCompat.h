// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "vtkType.h"

#include <array>
#include <cstdint>
#include <vector>

class vtkDataArray;
class vtkObject;
class vtkUnstructuredGrid;

/// Wrappers for functions of VTK's data sets whose names depend on the version. Only this file of
/// Filters depends on the version.
namespace inkray::filters
{

/// The memory of the current CUDA device with the contiguous values of an array. Null if the values are on
/// the host (always before VTK 9.6) or on another device, or if no device can be used.
///
/// Calling this moves a vtkmDataArray to the device and frees its host memory. Using the array on the host
/// moves it back. Therefore call this right before the values are read, and do not keep the address. Nothing
/// that is checked in every frame may depend on it.
const void* cudaMemoryOf(vtkDataArray* array);

/// Read a value of an array. An array that is copied to the host on first access is then there
/// before several threads read it.
void bringToHost(vtkDataArray* array);

/// The types of a grid's cells: before VTK 9.6 an array of bytes, later of any storage. A grid with cells of
/// one type stores that type only once.
vtkDataArray* cellTypesOf(vtkUnstructuredGrid* grid);

/// The faces of a grid's polyhedra. Before VTK 9.4 they are a stream of ids, with the position of each cell
/// in it. Later they are two vtkCellArrays, with the points of each face and the faces of each cell.
struct PolyhedronArrays
{
  vtkDataArray* faces = nullptr;           ///< the stream, or the points of all faces
  vtkDataArray* faceOffsets = nullptr;     ///< the start of each face; null with a stream
  vtkDataArray* locations = nullptr;       ///< each cell's position in the stream, or the faces of all cells
  vtkDataArray* locationOffsets = nullptr; ///< the start of each cell's faces; null with a stream
  /// The two vtkCellArrays, which have their own modification times. Null with a stream.
  std::array<vtkObject*, 2> lists{};
};
PolyhedronArrays polyhedronArraysOf(vtkUnstructuredGrid* grid);

/// The integers of an array with one component and any storage, read by many threads without a copy. From VTK
/// 9.6 on, offsets may be a formula, and ids or types may have any type.
class IntegerView
{
public:
  IntegerView() = default;
  explicit IntegerView(vtkDataArray* array);

  explicit operator bool() const { return this->array != nullptr; }
  std::int64_t size() const { return this->count; }
  std::int64_t operator[](std::int64_t i) const
  {
    switch (this->storage)
    {
      case Storage::Bytes:
        return static_cast<const unsigned char*>(this->memory)[i];
      case Storage::Narrow:
        return static_cast<const vtkTypeInt32*>(this->memory)[i];
      case Storage::Wide:
        return static_cast<const vtkTypeInt64*>(this->memory)[i];
      default:
        return this->computed(i);
    }
  }

private:
  enum class Storage
  {
    Bytes,
    Narrow,
    Wide,
    Computed
  };
  std::int64_t computed(std::int64_t i) const;

  vtkDataArray* array = nullptr;
  const void* memory = nullptr;
  std::int64_t count = 0;
  Storage storage = Storage::Computed;
};

/// The faces of the polyhedra of a grid, in either layout of VTK.
class PolyhedronView
{
public:
  PolyhedronView() = default;
  explicit PolyhedronView(const PolyhedronArrays& arrays);

  /// Read the faces of a cell: their number, then the size and the point ids of each. Point ids are not
  /// checked. Returns false if the arrays have no faces for the cell or contradict each other.
  bool read(std::int64_t cell, std::vector<std::int64_t>& stream) const;

private:
  bool readStream(std::int64_t cell, std::vector<std::int64_t>& stream) const;

  IntegerView faces, faceOffsets, locations, locationOffsets;
};

} // namespace inkray::filters
