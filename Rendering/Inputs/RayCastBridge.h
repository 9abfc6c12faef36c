// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Renderers/Isosurface/IsosurfaceRayCaster.h"
#include "View/Camera.h"

#include <vector>

class vtkDataSet;
class vtkObject;
class vtkPlaneCollection;
class vtkRenderer;
class vtkScalarsToColors;
class vtkVolume;
class vtkVolumeMapper;
class vtkVolumeProperty;

/// Conversions from VTK's types to the plain structs of the kernels: camera, lights, material, colours and
/// clipping. Nothing is kept. Transfer functions are in RayCastTransferFunction.h; data arrays come from the
/// classes of Filters.
namespace RayCastBridge
{

/// The renderer's camera, with an image of width x height pixels over its whole (tiled) viewport, for the
/// coordinates of a volume's data or, without a volume, of the world.
/// Perspective, parallel, off-axis and stereo. Throws inkray::InvalidInput for a projection that is neither
/// perspective nor parallel, or a volume matrix that cannot be inverted.
inkray::Camera MakeCamera(vtkRenderer* renderer, vtkVolume* volume, int width, int height);

/// The renderer's lights that are switched on, in eye coordinates: headlights, camera and scene lights,
/// positional ones and cones. A light's highlights have its diffuse colour, too, as with VTK's surfaces.
std::vector<inkray::SurfaceLight> MakeLights(vtkRenderer* renderer);

/// Ambient, diffuse, specular and power of the property; the unlit colour where `lit` is false.
inkray::SurfaceMaterial MakeMaterial(vtkVolumeProperty* property, bool lit);

/// The colour of a scalar in the property's gray or RGB function.
void ColorOf(vtkVolumeProperty* property, double scalar, float rgb[3]);

/// Any colour function as a table, with the colours below and above its range in its first and last entries.
/// With indexed (categorical) colours each annotated value's colour holds up to half way to the next.
/// Logarithmic scales get more entries.
inkray::ColorTable MakeColorTable(vtkScalarsToColors* function);

/// The gray function of a property, as a table.
inkray::ColorTable MakeGrayTable(vtkVolumeProperty* property);

/// The function whose colours surfaces have by a second array: `own` or, where that is null, the property's
/// gray or RGB function. It is built, which may change its modification time.
vtkObject* FindSurfaceFunction(vtkScalarsToColors* own, vtkVolumeProperty* property);

/// The function of FindSurfaceFunction as a table. `ofColors`: the array's values are colors, and the table
/// tells the color of NaN alone.
inkray::ColorTable MakeSurfaceTable(
  vtkScalarsToColors* own, vtkVolumeProperty* property, bool ofColors = false);

/// World planes in the coordinates of the volume's data.
std::vector<inkray::ClippingPlane> MakeClippingPlanes(vtkPlaneCollection* planes, vtkVolume* volume);

/// Cropping of the mapper. Its planes are along the axes of the grid: at origin + spacing x index of an
/// image, with any direction matrix, and at coordinates of a rectilinear grid.
void SetCropping(vtkVolumeMapper* mapper, vtkDataSet* grid, inkray::IsosurfaceFrameOptions& options);

} // namespace RayCastBridge
