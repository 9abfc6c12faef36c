// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "BlockStyle.h"
#include "vtkIsosurfaceProbe.h"
#include "vtkSmartPointer.h"

#include <vector>

class vtkDataObject;
class vtkDataSet;
class vtkIsosurfaceRayCastMapper;
class vtkIsosurfaceRayCastSettings;
class vtkPVDataRepresentation;
class vtkPVRenderView;
class vtkPVRayCastVolume;
class vtkRenderer;

/// The images of a composite data set, each with a mapper and a volume, and one settings object for all. An
/// image is a regular or rectilinear grid. The first image is drawn by the mapper and the volume of the
/// representation itself, which are in the view already; this object adds those of the others to it.
class IsosurfaceBlocks
{
public:
  using Images = std::vector<vtkSmartPointer<vtkDataSet>>;

  IsosurfaceBlocks(
    vtkPVDataRepresentation* owner, vtkPVRayCastVolume* volume, vtkIsosurfaceRayCastMapper* mapper);
  ~IsosurfaceBlocks();
  IsosurfaceBlocks(const IsosurfaceBlocks&) = delete;
  IsosurfaceBlocks& operator=(const IsosurfaceBlocks&) = delete;

  /// Note in an image which block of a composite data set it is, for selections.
  static void SetCompositeIndex(vtkDataSet* image, unsigned int index);

  /// One settings object for all mappers, also for those to come.
  void SetSettings(vtkIsosurfaceRayCastSettings* settings);

  /// Draw these images in `view`. Array, cropping, placement, picking and the time of drawing are those of
  /// the first mapper and volume, as they are when this is called.
  void SetImages(const Images& images, vtkPVRenderView* view);

  /// The styles of these images, by the flat index of each.
  void SetStyles(const BlockStyleMap& styles);

  /// Bring the volumes into the order in which translucent ones are drawn in `view`, the farthest first.
  void SortBackToFront(vtkPVRenderView* view);

  /// The surface of all images that is nearest under a pixel.
  vtkIsosurfaceProbe::Surface Probe(vtkRenderer* renderer, int x, int y) const;

  /// Whether the volumes but the first are drawn at all.
  void SetVisibility(bool visible);

  /// Take what was added to `view` out of it.
  void RemoveFrom(vtkPVRenderView* view);

  /// The mappers of all images, the representation's own first.
  const std::vector<vtkSmartPointer<vtkIsosurfaceRayCastMapper>>& GetMappers() const { return this->Mappers; }

private:
  void Pop(vtkPVRenderView* view);

  vtkPVDataRepresentation* Owner;
  std::vector<vtkSmartPointer<vtkIsosurfaceRayCastMapper>> Mappers;
  std::vector<vtkSmartPointer<vtkPVRayCastVolume>> Volumes; // of the mappers
  Images Drawn;
};
