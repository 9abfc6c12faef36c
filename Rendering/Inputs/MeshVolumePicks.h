// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Picture/RaySource.h"
#include "PixelLayers.h"
#include "RayCastFrameTarget.h"
#include "vtkType.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

class vtkDataSet;
class vtkRenderer;
class vtkVolume;

/// Names of the arrays that hold the ids of a mesh's points and cells in a selection. If the mesh lacks an
/// array of ids, its indices are the ids. Without CompositeIndices, ids have no composite index; without
/// ProcessIds, they belong to this process.
struct MeshIdArrays
{
  MeshIdArrays() = default;
  MeshIdArrays(
    const char* pointIds, const char* cellIds, const char* compositeIndices, const char* processIds)
    : PointIds(pointIds ? pointIds : "")
    , CellIds(cellIds ? cellIds : "")
    , CompositeIndices(compositeIndices ? compositeIndices : "")
    , ProcessIds(processIds ? processIds : "")
  {
  }

  std::string PointIds;
  std::string CellIds;
  std::string CompositeIndices; ///< composite indices of the cells
  std::string ProcessIds;       ///< processes of the cells
};

/// Results of a hardware selection in a picture of a mesh. For each pixel: the visible cell, and the cell's
/// point nearest to the visible place. For several pixels together: all cells that they show
/// (inkray::PickRequest).
class MeshVolumePicks
{
public:
  /// An array of ints in the field data of an image that is made of blocks. The first tuple is (0, 0) and the
  /// image's extent. For each block there is a tuple of its process (0 without ProcessIds), its composite
  /// index and its extent in the image. If an image has this array, picks return the ids of cells in the
  /// blocks.
  static constexpr const char* BlockExtents = "InKRayBlockExtents";

  /// Data for the rays: the mesh, as a camera sees it; whether it is composited; the grid, and the cell of
  /// the grid for each tet (null: its index); the opacity at which a cell is picked.
  struct Source
  {
    std::function<std::unique_ptr<inkray::RaySource>(const inkray::Camera&)> SeenBy;
    bool IsComposited;
    vtkDataSet* Grid;
    const std::int64_t* CellOfTet;
    float Opacity;
  };

  /// Draw the ids of the renderer's selection pass. Rays are cast in the first pass only, so that all passes
  /// agree. `ofPixels`: passes of cells draw the index of the pixel instead of the cell's id.
  void Draw(vtkRenderer* renderer, vtkVolume* volume, const int viewport[2], RayCastFrameTarget& target,
    const Source& source, const inkray::PictureOptions& options, const MeshIdArrays& arrays, bool ofPixels);

  /// Find the cells that pixels show in the last picture; the mesh must be unchanged. For one pixel, this is
  /// the cell that a click selects. For several, these are all cells that add a VisibleShare to one of them,
  /// and the cells that clicks select. `behind`, unless null, says for each pixel what other parts of the
  /// mesh have in front; it applies in blend mode Composite. Appends tuples of composite index (0: none),
  /// process (-1: this one) and id. Returns the window depth of the cell of a single pixel, otherwise 1.
  /// Throws the exceptions of RaySource::pick, and std::bad_alloc.
  using Tuple = std::array<vtkIdType, 3>;
  double FindCells(const Source& source, const std::vector<vtkIdType>& pixels, const PixelBehind* behind,
    std::vector<Tuple>& cells);

  ///@{
  /// Data of this part that other parts need for some pixels. FindEnds: window depths of opaque geometry in
  /// the last picture. FindLayers: how this part attenuates the light in front of `ends`, where the rays of
  /// all parts end.
  std::vector<float> FindEnds(const std::vector<vtkIdType>& pixels) const;
  std::vector<PixelLayer> FindLayers(
    const Source& source, const std::vector<vtkIdType>& pixels, const float* ends);
  ///@}

  /// The least opacity that a tetrahedron adds to a pixel that shows it: a quarter of a step of 8 bits.
  static constexpr float VisibleShare = 0.001f;

private:
  void Find(
    RayCastFrameTarget& target, const Source& source, inkray::PictureOptions options, bool isOfPoints);
  void FindPoints(vtkDataSet* grid);

  inkray::Camera Camera;
  std::vector<float> OpaqueDepth; ///< window depths that stopped the rays of the picture; empty: no depths
  MeshIdArrays IdArrays;
  std::vector<float> Depth;
  std::vector<vtkIdType> Cells;  ///< per pixel
  std::vector<vtkIdType> Points; ///< points of the visible cells; empty until they are needed
};
