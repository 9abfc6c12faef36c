// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ContextMark.h"
#include "Core/Portable.h"
#include "vtkNew.h"
#include "vtkSmartPointer.h"

#include <cstdint>
#include <vector>

class vtkDepthPeelingPass;
class vtkOpenGLFramebufferObject;
class vtkOpenGLRenderWindow;
class vtkRenderer;
class vtkTextureObject;
class vtkWindow;

/// The translucent polygons of a renderer as layers, from front to back in each pixel, for rays that draw the
/// space between them. VTK's own depth peeling (vtkDepthPeelingPass) makes them, and each peel is kept.
///
/// VTK draws translucent polygons before it draws volumes in the overlay pass. So the picture of the opaque
/// geometry is saved first (KeepOpaque), while VTK peels, and is restored when the layers are complete
/// (Peel). All pictures go through host memory. A multisampled window has no such layers.
class TranslucentPolygons
{
public:
  TranslucentPolygons();
  ~TranslucentPolygons();
  TranslucentPolygons(const TranslucentPolygons&) = delete;
  TranslucentPolygons& operator=(const TranslucentPolygons&) = delete;

  /// The most layers of a pixel. Further layers are blended into the last one.
  static constexpr int MostLayers = 8;

  /// Begin a new frame: no picture is kept.
  void Begin() { this->Kept = false; }

  /// Save the picture so far, which is the opaque geometry. Called for a volume while the renderer peels
  /// translucent polygons and volumes together (vtkRenderer::UseDepthPeelingForVolumes). Only the first call
  /// of a frame has an effect.
  void KeepOpaque(vtkRenderer* renderer);
  /// Whether KeepOpaque was called in this frame: then there are translucent polygons.
  bool AreThere() const { return this->Kept; }

  /// Peel the polygons into layers, and restore the opaque picture in the window. Returns false, and does
  /// nothing, if that is not possible.
  bool Peel(vtkRenderer* renderer);
  /// Restore the picture from before Peel, which includes the polygons: nobody has drawn them.
  void PutBack(vtkRenderer* renderer);

  /// The largest number of layers in a pixel.
  int GetNumberOfLayers() const { return static_cast<int>(this->Layers.size()); }
  /// Sample a layer at the centers of the pixels of an image: width x height premultiplied colors, and window
  /// depths, which are 1 without a layer.
  void Sample(
    int layer, int width, int height, std::vector<inkray::Float4>& colors, std::vector<float>& depths) const;

  void ReleaseGraphicsResources(vtkWindow* window);

private:
  class Capture;
  struct Layer
  {
    std::vector<std::uint8_t> Colors; // of the viewport: red, green, blue and opacity
    std::vector<float> Depths;        // window depths; 1: no layer
    bool IsMultiplied = false;        // colors are premultiplied by opacity
  };
  void Copy(vtkOpenGLRenderWindow* window, vtkTextureObject* to);
  void Draw(vtkOpenGLRenderWindow* window, vtkTextureObject* texture);

  bool Kept = false;             // the opaque picture is kept
  int Place[4] = { 0, 0, 0, 0 }; // of the viewport in the window: x, y, width, height
  std::vector<Layer> Layers;
  vtkNew<vtkTextureObject> Opaque;
  vtkNew<vtkTextureObject> WithPolygons;
  vtkNew<vtkOpenGLFramebufferObject> Framebuffer; // draws a texture into the window
  vtkSmartPointer<vtkDepthPeelingPass> Pass; // made anew in each context, since it keeps released textures
  ContextMark Context;
};
