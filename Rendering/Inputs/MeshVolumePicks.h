// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastFrameTarget.h"
#include "Renderers/MeshVolume/TetRayCaster.h"
#include "vtkType.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

class vtkDataSet;
class vtkRenderer;
class vtkVolume;

/// The arrays of a mesh that say what its points and cells are called in a selection, by name; where the mesh
/// has none of that name, they are called by their index, and are no composite data and of this process.
struct MeshIdArrays
{
  std::string PointIds;
  std::string CellIds;
  std::string CompositeIndices; ///< of the cells
  std::string ProcessIds;       ///< of the cells
};

/// What a hardware selection finds in a picture of a mesh: in each pixel the cell that is seen there
/// (inkray::TetRayCaster::pick), and of its points the nearest to where it is seen; of several pixels
/// together, all cells that they show (inkray::TetRayCaster::pickVisible).
class MeshVolumePicks
{
public:
  /// What rays are cast in: the caster with its mesh, the cell of the grid for each of its tets (null: their
  /// index), and the opacity that decides.
  struct Source
  {
    inkray::TetRayCaster* Caster;
    vtkDataSet* Grid;
    const std::int64_t* CellOfTet;
    float Opacity;
  };

  /// Draw the ids of the selection pass that the renderer is in. Rays are cast in the first pass alone, so
  /// that all passes agree. `ofPixels`: in passes of cells, the index of the pixel in place of the cell's id.
  void Draw(vtkRenderer* renderer, vtkVolume* volume, const int viewport[2], RayCastFrameTarget& target,
    const Source& source, const inkray::FrameOptions& options, const MeshIdArrays& arrays, bool ofPixels);

  /// Of the picture that was drawn last, what some pixels show of a mesh that is still the same: of one pixel
  /// the cell that a click selects, of several all cells that add a VisibleShare to one of them, and the
  /// former; nothing behind `ends`, of each pixel, where they are not null. Appends tuples of composite index
  /// (0: none), process (-1: this one) and id. Returns the window depth of the cell of one pixel,
  /// otherwise 1. Throws what TetRayCaster::pickVisible does, and std::bad_alloc.
  using Tuple = std::array<vtkIdType, 3>;
  double FindCells(
    const Source& source, const std::vector<vtkIdType>& pixels, const float* ends, std::vector<Tuple>& cells);

  /// The window depths at which the volume of that picture leaves less than a VisibleShare of the light in
  /// those pixels; 1 where it leaves more.
  std::vector<float> FindEnds(const Source& source, const std::vector<vtkIdType>& pixels);

  /// The opacity that a tetrahedron adds at least to a pixel that shows it: a quarter of a step of 8 bits.
  static constexpr float VisibleShare = 0.001f;

private:
  void Find(RayCastFrameTarget& target, const Source& source, inkray::FrameOptions options, bool isOfPoints);
  void FindPoints(vtkDataSet* grid);

  inkray::Camera Camera;
  inkray::FrameOptions Options;   ///< of the picture, without what
  std::vector<float> OpaqueDepth; ///< was in the way of rays in it; empty: nothing
  MeshIdArrays IdArrays;
  std::vector<float> Depth;
  std::vector<vtkIdType> Cells;  ///< per pixel
  std::vector<vtkIdType> Points; ///< of them; empty until they are asked for
};
