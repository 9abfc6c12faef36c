// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Core/Portable.h"
#include "vtkNew.h"
#include "vtkSmartPointer.h"

#include <vector>

class vtkDepthPeelingPass;
class vtkOpenGLRenderWindow;
class vtkRenderer;
class vtkTextureObject;
class vtkWindow;

namespace inkray
{
struct Camera;
}

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

  /// The most layers of a pixel. What is behind is blended into the last.
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

  /// The layers that any pixel has, at the centres of the pixels of a camera's image: for each layer
  /// camera.width x camera.height colours multiplied by opacity, and depths along the viewing direction in
  /// world units, infinite where there is none. Returns how many layers there are.
  int Sample(
    const inkray::Camera& camera, std::vector<inkray::Float4>& colours, std::vector<float>& depths) const;

  void ReleaseGraphicsResources(vtkWindow* window);

private:
  class Capture;
  struct Layer
  {
    std::vector<inkray::Float4> Colours; // of the viewport, multiplied by opacity
    std::vector<float> Depths;           // window depths, 1: none
  };
  void Copy(vtkOpenGLRenderWindow* window, vtkTextureObject* to);
  void Draw(vtkOpenGLRenderWindow* window, vtkTextureObject* texture);

  bool Kept = false;             // the opaque picture
  int Place[4] = { 0, 0, 0, 0 }; // of the viewport in the window: x, y, width, height
  std::vector<Layer> Layers;
  vtkNew<vtkTextureObject> Opaque;
  vtkNew<vtkTextureObject> WithPolygons;
  unsigned int Framebuffer = 0; // to draw a texture from
  vtkSmartPointer<vtkDepthPeelingPass> Pass;
};
