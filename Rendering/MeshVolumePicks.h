// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastFrameTarget.h"
#include "Renderers/MeshVolume/TetRayCaster.h"
#include "vtkType.h"

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
/// (inkray::TetRayCaster::pick), and of its points the nearest to where it is seen.
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
  /// that all passes agree.
  void Draw(vtkRenderer* renderer, vtkVolume* volume, const int viewport[2], RayCastFrameTarget& target,
    const Source& source, const inkray::FrameOptions& options, const MeshIdArrays& arrays);

private:
  void Find(RayCastFrameTarget& target, const Source& source, inkray::FrameOptions options, bool isOfPoints);
  void FindPoints(vtkDataSet* grid);

  inkray::Camera Camera;
  std::vector<float> Depth;
  std::vector<vtkIdType> Cells;  ///< per pixel
  std::vector<vtkIdType> Points; ///< of them; empty until they are asked for
};
