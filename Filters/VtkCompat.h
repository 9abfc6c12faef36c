// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "vtkType.h"

#include <array>
#include <cstdint>
#include <vector>

class vtkDataArray;
class vtkObject;
class vtkUnstructuredGrid;

/// Calls of VTK's data sets whose names differ from version to version. Nothing else in Filters asks which
/// VTK it is.
namespace inkray::filters
{

/// The memory of the current CUDA device that has the values of an array, tuple after tuple; null where the
/// host has them, as it has all before VTK 9.6, where another device has them, or where none can be used.
///
/// To ask moves a vtkmDataArray to the device and ends its memory on the host, and to use it on the host
/// moves it back: this is for the moment when the values are read, and the address is good for that alone.
/// Nothing that is asked frame after frame may depend on it.
const void* cudaMemoryOf(vtkDataArray* array);

/// Read a value of an array, so that one that comes to the host with the first reading is there before
/// several threads read it.
void bringToHost(vtkDataArray* array);

/// The types of a grid's cells. Before VTK 9.6 an array of bytes; from then on of any storage: a grid whose
/// cells are all of one type has that type once.
vtkDataArray* cellTypesOf(vtkUnstructuredGrid* grid);

/// The faces of a grid's polyhedra. Before VTK 9.4 one stream of ids with the place of each cell in it; from
/// then on two vtkCellArray: points of each face, and faces of each cell.
struct PolyhedronArrays
{
  vtkDataArray* faces = nullptr;           ///< the stream, or the points of all faces
  vtkDataArray* faceOffsets = nullptr;     ///< where each face starts; null with a stream
  vtkDataArray* locations = nullptr;       ///< a place in the stream for each cell, or the faces of all cells
  vtkDataArray* locationOffsets = nullptr; ///< where each cell's faces start; null with a stream
  /// The two vtkCellArray, which have modification times of their own; null with a stream.
  std::array<vtkObject*, 2> lists{};
};
PolyhedronArrays polyhedronArraysOf(vtkUnstructuredGrid* grid);

/// Integers of an array of one component and any storage, read from many threads without a copy of the array:
/// from VTK 9.6 on offsets may be a formula, and ids or types of any type.
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

/// The faces of the polyhedra of a grid, in either of VTK's layouts.
class PolyhedronView
{
public:
  PolyhedronView() = default;
  explicit PolyhedronView(const PolyhedronArrays& arrays);

  /// Reads the faces of a cell: their number, then the size and the point ids of each. Point ids are the
  /// grid's, in range or not. False where the arrays have no faces for the cell or contradict each other.
  bool read(std::int64_t cell, std::vector<std::int64_t>& stream) const;

private:
  bool readStream(std::int64_t cell, std::vector<std::int64_t>& stream) const;

  IntegerView faces, faceOffsets, locations, locationOffsets;
};

} // namespace inkray::filters
