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

/// The translucent polygons of a renderer as layers, from front to back in each pixel, for rays that draw
/// what is between them: VTK's own depth peeling (vtkDepthPeelingPass), of which each peel is kept.
///
/// VTK draws translucent polygons before it draws volumes in the overlay pass. So the picture of the opaque
/// geometry is kept first (KeepOpaque), while VTK peels, and is put back when the layers are there (Peel).
/// Everything goes through host memory. A multisampled window has no such layers.
class TranslucentPolygons
{
public:
  TranslucentPolygons();
  ~TranslucentPolygons();
  TranslucentPolygons(const TranslucentPolygons&) = delete;
  TranslucentPolygons& operator=(const TranslucentPolygons&) = delete;

  /// The most layers of a pixel. Further ones are blended into the last.
  static constexpr int MostLayers = 8;

  /// A new frame: nothing is kept.
  void Begin() { this->Kept = false; }

  /// Called for a volume while the renderer peels translucent polygons and volumes together
  /// (vtkRenderer::UseDepthPeelingForVolumes): what is drawn so far is the opaque geometry. Only the first
  /// call of a frame does anything.
  void KeepOpaque(vtkRenderer* renderer);
  /// Whether that has happened, so that there are such polygons.
  bool AreThere() const { return this->Kept; }

  /// Peel them into layers, and put the opaque picture back in the window. False, and nothing has happened,
  /// where that is not possible.
  bool Peel(vtkRenderer* renderer);
  /// Put the picture with the polygons back that was there before Peel: nobody has drawn them.
  void PutBack(vtkRenderer* renderer);

  /// How many layers the pixel with most of them has.
  int GetNumberOfLayers() const { return static_cast<int>(this->Layers.size()); }
  /// A layer at the centres of the pixels of an image: width x height colours multiplied by opacity, and
  /// window depths, 1 where there is none.
  void Sample(
    int layer, int width, int height, std::vector<inkray::Float4>& colours, std::vector<float>& depths) const;

  void ReleaseGraphicsResources(vtkWindow* window);

private:
  class Capture;
  struct Layer
  {
    std::vector<std::uint8_t> Colours; // of the viewport, red, green, blue and opacity
    std::vector<float> Depths;         // window depths, 1: none
    bool IsMultiplied = false;         // by opacity
  };
  void Copy(vtkOpenGLRenderWindow* window, vtkTextureObject* to);
  void Draw(vtkOpenGLRenderWindow* window, vtkTextureObject* texture);

  bool Kept = false;             // the opaque picture
  int Place[4] = { 0, 0, 0, 0 }; // of the viewport in the window: x, y, width, height
  std::vector<Layer> Layers;
  vtkNew<vtkTextureObject> Opaque;
  vtkNew<vtkTextureObject> WithPolygons;
  vtkNew<vtkOpenGLFramebufferObject> Framebuffer; // to draw a texture from
  vtkSmartPointer<vtkDepthPeelingPass> Pass; // made again in each context, since it keeps released textures
  ContextMark Context;
};
