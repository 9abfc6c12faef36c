// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ImageVolume.h"
#include "IsosurfaceGrid.h"
#include "RayCastFrameTarget.h"
#include "RayCastHeld.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"
#include "vtkDataSet.h"
#include "vtkWeakPointer.h"

#include <array>
#include <limits>
#include <vector>

class vtkRenderer;
class vtkVolume;

/// The content of the pixels of the last frame of isosurfaces: the ids for a hardware selection, and the
/// place and the values for a probe. Both cast rays again, and use the first surface of each ray, however
/// faint it is.
class IsosurfacePixels
{
public:
  /// Result of a probe.
  struct Finding
  {
    double Position[3] = { 0, 0, 0 };                             ///< in world coordinates
    double Value = std::numeric_limits<double>::quiet_NaN();      ///< interpolated
    double ColorValue = std::numeric_limits<double>::quiet_NaN(); ///< NaN without a color array
  };

  /// Remember a frame: its input, its view, and the options that rays are cast with. `indexToMesh` is the
  /// same as in the caster's volume.
  void Keep(vtkRenderer* renderer, vtkVolume* volume, const int viewport[2], const IsosurfaceGrid& input,
    const double indexToMesh[16], const inkray::IsosurfaceFrameOptions& options);
  void Forget() { this->Image = nullptr; }

  /// Draw the ids of the selection pass that the renderer is in; the image is the block with that index of a
  /// composite data set. Rays are cast in the first pass alone.
  void DrawSelection(inkray::IsosurfaceRayCaster& caster, vtkRenderer* renderer, RayCastFrameTarget& target,
    unsigned int compositeIndex);

  /// Whether a pixel of the window belongs to the frame, and image and values have not changed.
  bool Has(int x, int y) const;
  /// Look at a pixel that Has. False: there is no surface. Throws inkray::Error.
  bool Probe(inkray::IsosurfaceRayCaster& caster, int x, int y, Finding& finding) const;

private:
  using Matrix = std::array<double, 16>;

  void FindSelection(inkray::IsosurfaceRayCaster& caster, bool ofPoints);

  inkray::Camera Camera; // over the viewport, a pixel each
  inkray::IsosurfaceFrameOptions Options;
  int Viewport[4] = { 0, 0, 0, 0 }; // lower left corner and size in the window
  vtkWeakPointer<vtkDataSet> Image; // this and the next two are of the input, and may go
  vtkWeakPointer<vtkDataArray> ScalarArray;
  vtkWeakPointer<vtkDataArray> ColorArray;
  IsosurfaceGrid Input;
  inkray::filters::ImageVolumeKey Key;
  const void* ColorMemory = nullptr; // where the color values are
  Matrix WorldToEye{};
  Matrix IndexToMesh{};
  std::vector<float> SelectedDepth; // per pixel, 1 where there is no surface
  std::vector<vtkIdType> SelectedIds;
};
