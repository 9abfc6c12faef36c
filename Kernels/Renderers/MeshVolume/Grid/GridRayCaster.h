// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Device.h"
#include "Device/MemoryBudget.h"
#include "Geometry/RegularGrid/VolumeInput.h"
#include "Renderers/MeshVolume/VolumeRayCaster.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace inkray
{

/// Volume rendering of images and rectilinear grids by ray casting, on a CUDA device or on CPU threads.
///
/// A ray goes from cell to cell (Amanatides and Woo 1987), past bricks in which nothing is visible. In a cell
/// the trilinear interpolant of the values is a cubic along the ray. It becomes linear spans, as many as its
/// bend needs (SpansOfCubic), in which emission and absorption are integrated in closed form. No sample
/// distance has to be chosen, and no detail of a transfer function is missed.
///
/// Calls in order: setGrid, update, then render any number of times. Each call may be repeated. The Look's
/// values belong to the points or cells of the grid, see VolumeInput. Its separate opacity belongs to the
/// same, and so do the values that color isosurfaces, and those of a threshold, which hides cells of the
/// interpolant. Values that color isosurfaces are trilinear as the drawn ones are, and may be direct colors
/// (ColorTable::ofColors). Constant cells may have the colors of categories; they have no isosurfaces.
///
/// With direct colors, rays go through the values that give the opacity; each channel is trilinear, too, and
/// kept with 10 bits. Light and gradient opacity then follow the gradient of red, and a new array of colors
/// takes the arrays of the opacity and the threshold again. A cell is missing if a point has no color, and
/// transparent if one has no opacity. A Look with isosurfaces of direct colors, other categories, or
/// gradients that are given is refused with InvalidInput. After values were refused, there are none.
class GridRayCaster : public VolumeRayCaster
{
public:
  /// Make a ray caster on a device. Auto means CUDA if there is a device. Its buffers may take `memoryLimit`
  /// bytes together; larger requests throw OutOfMemory. Throws Error if the device does not exist.
  static std::unique_ptr<GridRayCaster> create(
    const DeviceId& device = DeviceKind::Auto, std::size_t memoryLimit = MemoryBudget::noLimit);
  /// Make a ray caster on several devices (TetRayCaster::createOnDevices).
  static std::unique_ptr<GridRayCaster> createOnDevices(
    const std::vector<DeviceId>& devices, std::size_t memoryLimit = MemoryBudget::noLimit);

  /// Make a ray caster for grids that are larger than the memory that they may take. It cuts a grid into
  /// blocks of leaves, and draws them as TetRayCaster::createInBlocks draws the pieces of a mesh. The blocks
  /// are sent from the caller's arrays, which must exist as long as the grid is drawn; CUDA arrays are copied
  /// to host memory. `leavesASide`: 16 cells each, along a side of a block; 0: as the limit allows.
  static std::unique_ptr<GridRayCaster> createInBlocks(
    const DeviceId& device, std::size_t memoryLimit, int leavesASide = 0);

  /// Take the shape of a grid, without its scalars, and drop all fields. Coordinates and flags must exist as
  /// long as the grid is drawn: each update with new values reads them. Errors of the shape are thrown there.
  virtual void setGrid(const VolumeInput& grid) = 0;
  /// Findings about the grid and its values.
  virtual const VolumeReport& report() const = 0;

private:
  /// Make one on CUDA devices. Throws Error in a build without CUDA.
  static std::unique_ptr<GridRayCaster> createOnCuda(
    const std::vector<DeviceInfo>& devices, std::size_t memoryLimit);
  static std::unique_ptr<GridRayCaster> createInBlocksOnCuda(
    const DeviceInfo& device, std::size_t memoryLimit, int leavesASide);
};

} // namespace inkray
