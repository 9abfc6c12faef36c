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

/// Conversions from VTK's types to the plain structs of the kernels: camera, lights, material, colors and
/// clipping. The functions keep no state. Transfer functions are in RayCastTransferFunction.h; data arrays
/// come from the classes of Filters.
namespace RayCastBridge
{

/// Convert the renderer's camera, for an image of width x height pixels over its whole (tiled) viewport.
/// Coordinates are those of a volume's data or, without a volume, world coordinates. Handles perspective,
/// parallel, off-axis and stereo views. Throws inkray::InvalidInput for a projection that is neither
/// perspective nor parallel, or a volume matrix that cannot be inverted.
inkray::Camera MakeCamera(vtkRenderer* renderer, vtkVolume* volume, int width, int height);

/// The renderer's lights that are switched on, in eye coordinates: headlights, camera and scene lights,
/// positional lights and cones. Highlights have the light's diffuse color, as on VTK's surfaces.
std::vector<inkray::SurfaceLight> MakeLights(vtkRenderer* renderer);

/// Ambient, diffuse, specular and power of the property; an unlit material if `lit` is false.
inkray::SurfaceMaterial MakeMaterial(vtkVolumeProperty* property, bool lit);

/// The color of a scalar in the property's gray or RGB function.
void ColorOf(vtkVolumeProperty* property, double scalar, float rgb[3]);

/// Convert a color function to a table. Its first and last entries are the colors below and above the range.
/// In indexed (categorical) colors, each annotated value's color extends half way to the next. Logarithmic
/// scales get more entries.
inkray::ColorTable MakeColorTable(vtkScalarsToColors* function);

/// The gray function of a property, as a table.
inkray::ColorTable MakeGrayTable(vtkVolumeProperty* property);

/// The function that colors surfaces by a second array: `own` or, if it is null, the property's gray or RGB
/// function. The function is built, which may change its modification time.
vtkObject* FindSurfaceFunction(vtkScalarsToColors* own, vtkVolumeProperty* property);

/// Convert the function of FindSurfaceFunction to a table. `ofColors`: the array's values are colors, and the
/// table gives only the color of NaN.
inkray::ColorTable MakeSurfaceTable(
  vtkScalarsToColors* own, vtkVolumeProperty* property, bool ofColors = false);

/// Transform world planes to the coordinates of the volume's data.
std::vector<inkray::ClippingPlane> MakeClippingPlanes(vtkPlaneCollection* planes, vtkVolume* volume);

/// Set the mapper's cropping. Cropping planes lie along the axes of the grid: for an image at origin +
/// spacing x index, with any direction matrix; for a rectilinear grid at its coordinates.
void SetCropping(vtkVolumeMapper* mapper, vtkDataSet* grid, inkray::IsosurfaceFrameOptions& options);

} // namespace RayCastBridge
