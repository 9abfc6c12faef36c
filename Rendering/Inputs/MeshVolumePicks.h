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

/// Names of the arrays that hold the ids of a mesh's points and cells in a selection. Where the mesh has no
/// array of a name, the index takes its place, without a composite data set and with this process.
struct MeshIdArrays
{
  std::string PointIds;
  std::string CellIds;
  std::string CompositeIndices; ///< of the cells
  std::string ProcessIds;       ///< of the cells
};

/// Results of a hardware selection in a picture of a mesh: in each pixel the cell that is seen there, and the
/// point of the cell nearest to the place where it is seen; in several pixels together, all cells that they
/// show (inkray::PickRequest).
class MeshVolumePicks
{
public:
  /// Data for the rays: the mesh, as a camera sees it, and whether it is composited; the cell of the grid for
  /// each of its tets (null: their index); and the opacity at which a cell is picked.
  struct Source
  {
    std::function<std::unique_ptr<inkray::RaySource>(const inkray::Camera&)> SeenBy;
    bool IsComposited;
    vtkDataSet* Grid;
    const std::int64_t* CellOfTet;
    float Opacity;
  };

  /// Draw the ids of the selection pass that the renderer is in. Rays are cast in the first pass alone, so
  /// that all passes agree. `ofPixels`: in passes of cells, the index of the pixel in place of the cell's id.
  void Draw(vtkRenderer* renderer, vtkVolume* volume, const int viewport[2], RayCastFrameTarget& target,
    const Source& source, const inkray::PictureOptions& options, const MeshIdArrays& arrays, bool ofPixels);

  /// Find the cells that some pixels show in the last picture, of a mesh that is still the same. For one
  /// pixel, the cell that a click selects; for several, all cells that add a VisibleShare to one of them, and
  /// the cells that clicks select. Where `behind` is not null, it says for each pixel what other pieces of
  /// the mesh have in front, and that counts in blend mode Composite. Appends tuples of composite index (0:
  /// none), process (-1: this one) and id. Returns the window depth of the cell of one pixel, otherwise 1.
  /// Throws the exceptions of RaySource::pick, and std::bad_alloc.
  using Tuple = std::array<vtkIdType, 3>;
  double FindCells(const Source& source, const std::vector<vtkIdType>& pixels, const PixelBehind* behind,
    std::vector<Tuple>& cells);

  ///@{
  /// For what other pieces are told of this one in those pixels: the window depths of opaque geometry of the
  /// last picture; and what the piece does to the light in front of the ends of all pieces.
  std::vector<float> FindEnds(const std::vector<vtkIdType>& pixels) const;
  std::vector<PixelLayer> FindLayers(
    const Source& source, const std::vector<vtkIdType>& pixels, const float* ends);
  ///@}

  /// The opacity that a tetrahedron adds at least to a pixel that shows it: a quarter of a step of 8 bits.
  static constexpr float VisibleShare = 0.001f;

private:
  void Find(
    RayCastFrameTarget& target, const Source& source, inkray::PictureOptions options, bool isOfPoints);
  void FindPoints(vtkDataSet* grid);

  inkray::Camera Camera;
  std::vector<float> OpaqueDepth; ///< window depths that stopped the rays of the picture; empty: none
  MeshIdArrays IdArrays;
  std::vector<float> Depth;
  std::vector<vtkIdType> Cells;  ///< per pixel
  std::vector<vtkIdType> Points; ///< of them; empty until they are asked for
};
