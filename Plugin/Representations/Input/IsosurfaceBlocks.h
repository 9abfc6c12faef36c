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

/// The images (regular or rectilinear grids) of a composite data set. Each has a mapper and a volume; all
/// share one settings object. The first image uses the mapper and volume of the representation, which are in
/// the view already. This object adds the others to the view.
class IsosurfaceBlocks
{
public:
  using Images = std::vector<vtkSmartPointer<vtkDataSet>>;

  IsosurfaceBlocks(
    vtkPVDataRepresentation* owner, vtkPVRayCastVolume* volume, vtkIsosurfaceRayCastMapper* mapper);
  ~IsosurfaceBlocks();
  IsosurfaceBlocks(const IsosurfaceBlocks&) = delete;
  IsosurfaceBlocks& operator=(const IsosurfaceBlocks&) = delete;

  /// Store in an image the flat index of its block in a composite data set, for selections.
  static void SetCompositeIndex(vtkDataSet* image, unsigned int index);

  /// Set the settings object of all mappers, including those that are created later.
  void SetSettings(vtkIsosurfaceRayCastSettings* settings);

  /// Draw these images in `view`. Array, placement and picking are copied from the first mapper and volume as
  /// they are now.
  void SetImages(const Images& images, vtkPVRenderView* view);

  /// Set the styles of the images, by the flat index of each.
  void SetStyles(const BlockStyleMap& styles);

  /// Sort the volumes in `view` back to front, as translucent volumes need it.
  void SortBackToFront(vtkPVRenderView* view);

  /// The nearest surface under a pixel, among all images.
  vtkIsosurfaceProbe::Surface Probe(vtkRenderer* renderer, int x, int y) const;

  /// Show or hide all volumes but the first.
  void SetVisibility(bool visible);

  /// Remove all volumes of this object from `view`.
  void RemoveFrom(vtkPVRenderView* view);

  /// The mappers of all images. The representation's own is the first.
  const std::vector<vtkSmartPointer<vtkIsosurfaceRayCastMapper>>& GetMappers() const { return this->Mappers; }

private:
  void Pop(vtkPVRenderView* view);

  vtkPVDataRepresentation* Owner;
  std::vector<vtkSmartPointer<vtkIsosurfaceRayCastMapper>> Mappers;
  std::vector<vtkSmartPointer<vtkPVRayCastVolume>> Volumes; // one for each mapper
  Images Drawn;
};
