// SPDX-License-Identifier: BSD-3-Clause
#include "TranslucentPolygons.h"

#include "VtkRenderingCompat.h"
#include "vtkDepthPeelingPass.h"
#include "vtkObjectFactory.h"
#include "vtkOpenGLFramebufferObject.h"
#include "vtkOpenGLRenderWindow.h"
#include "vtkOpenGLState.h"
#include "vtkProp.h"
#include "vtkPropCollection.h"
#include "vtkRenderState.h"
#include "vtkRenderer.h"
#include "vtkSMPTools.h"
#include "vtkTextureObject.h"
#include "vtkTranslucentPass.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

/// The pass that draws polygons for vtkDepthPeelingPass, and keeps the drawn picture.
class TranslucentPolygons::Capture : public vtkTranslucentPass
{
public:
  static Capture* New();
  vtkTypeMacro(Capture, vtkTranslucentPass);

  int Size[2] = { 0, 0 };
  std::vector<Layer> Layers;

  void Render(const vtkRenderState* state) override
  {
    this->Superclass::Render(state);
    Layer layer;
    const std::size_t pixels =
      static_cast<std::size_t>(this->Size[0]) * static_cast<std::size_t>(this->Size[1]);
    layer.Colors.resize(4 * pixels);
    layer.Depths.resize(pixels);
    glReadPixels(0, 0, this->Size[0], this->Size[1], GL_RGBA, GL_UNSIGNED_BYTE, layer.Colors.data());
    glReadPixels(0, 0, this->Size[0], this->Size[1], GL_DEPTH_COMPONENT, GL_FLOAT, layer.Depths.data());
    if (this->Layers.size() == static_cast<std::size_t>(MostLayers))
    {
      BlendUnder(this->Layers.back(), layer);
    }
    else if (std::any_of(layer.Depths.begin(), layer.Depths.end(), [](float depth) { return depth < 1; }))
    {
      this->Layers.push_back(std::move(layer));
    }
  }

private:
  /// Blend all further polygons, which VTK has blended in any order, behind the last layer.
  static void BlendUnder(Layer& last, const Layer& rest)
  {
    last.IsMultiplied = true;
    for (std::size_t i = 0; i < last.Colors.size(); i += 4)
    {
      const float opacity = static_cast<float>(last.Colors[i + 3]) / 255, through = 1 - opacity;
      for (std::size_t c = 0; c < 4; ++c)
      {
        const float front = static_cast<float>(last.Colors[i + c]) * (c < 3 ? opacity : 1);
        last.Colors[i + c] =
          static_cast<std::uint8_t>(std::lround(front + through * static_cast<float>(rest.Colors[i + c])));
      }
    }
  }

protected:
  Capture() = default;
};
vtkStandardNewMacro(TranslucentPolygons::Capture);

TranslucentPolygons::TranslucentPolygons() = default;
TranslucentPolygons::~TranslucentPolygons() = default;

void TranslucentPolygons::Copy(vtkOpenGLRenderWindow* window, vtkTextureObject* to)
{
  const auto width = static_cast<unsigned int>(this->Place[2]),
             height = static_cast<unsigned int>(this->Place[3]);
  to->SetContext(window);
  if (to->GetHandle() == 0 || to->GetWidth() != width || to->GetHeight() != height)
  {
    to->Create2D(width, height, 4, VTK_FLOAT, false);
  }
  to->Activate();
  glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, this->Place[0], this->Place[1], this->Place[2], this->Place[3]);
  to->Deactivate();
}

void TranslucentPolygons::Draw(vtkOpenGLRenderWindow* window, vtkTextureObject* texture)
{
  vtkOpenGLState* const state = window->GetState();
  state->PushReadFramebufferBinding();
  this->Framebuffer->SetContext(window);
  this->Framebuffer->Bind(vtkOpenGLFramebufferObject::GetReadMode());
  this->Framebuffer->AddColorAttachment(0, texture);
  this->Framebuffer->ActivateReadBuffer(0);
  const int* const p = this->Place;
  glBlitFramebuffer(0, 0, p[2], p[3], p[0], p[1], p[0] + p[2], p[1] + p[3], GL_COLOR_BUFFER_BIT, GL_NEAREST);
  state->PopReadFramebufferBinding();
}

void TranslucentPolygons::KeepOpaque(vtkRenderer* renderer)
{
  auto* const window = vtkOpenGLRenderWindow::SafeDownCast(renderer->GetRenderWindow());
  int bits[4] = { 0, 0, 0, 0 };
  if (this->Kept || !window || window->GetMultiSamples() > 1 || window->GetColorBufferSizes(bits) < 0 ||
    bits[3] < 8)
  {
    return;
  }
  renderer->GetTiledSizeAndOrigin(this->Place + 2, this->Place + 3, this->Place, this->Place + 1);
  if (this->Place[2] <= 0 || this->Place[3] <= 0)
  {
    return;
  }
  if (!this->Context.IsStillThere(window))
  {
    this->Pass = nullptr;
  }
  // VTK draws the peels elsewhere, but still reads from the buffer with the opaque geometry.
  this->Copy(window, this->Opaque);
  this->Kept = true;
}

bool TranslucentPolygons::Peel(vtkRenderer* renderer)
{
  auto* const window = vtkOpenGLRenderWindow::SafeDownCast(renderer->GetRenderWindow());
  std::vector<vtkProp*> props;
  vtkPropCollection* const all = renderer->GetViewProps();
  vtkCollectionSimpleIterator place;
  all->InitTraversal(place);
  while (vtkProp* prop = all->GetNextProp(place))
  {
    if (prop->GetVisibility() && prop->HasTranslucentPolygonalGeometry())
    {
      props.push_back(prop);
    }
  }
  if (!this->Kept || props.empty())
  {
    return false;
  }
  {
    vtkOpenGLState* const state = window->GetState();
    GLint drawn = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &drawn);
    state->PushReadFramebufferBinding();
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(drawn));
    this->Copy(window, this->WithPolygons);
    state->PopReadFramebufferBinding();
  }
  if (!this->Pass)
  {
    this->Pass = vtkSmartPointer<vtkDepthPeelingPass>::New();
    this->Pass->SetMaximumNumberOfPeels(MostLayers + 1);
  }
  vtkNew<Capture> capture;
  std::copy_n(this->Place + 2, 2, capture->Size);
  this->Pass->SetTranslucentPass(capture);
  vtkRenderState state(renderer);
  state.SetPropArrayAndCount(props.data(), static_cast<int>(props.size()));
  state.SetFrameBuffer(nullptr);
  this->Pass->Render(&state);
  this->Pass->SetTranslucentPass(nullptr);
  this->Layers = std::move(capture->Layers);
  this->Draw(window, this->Layers.empty() ? this->WithPolygons : this->Opaque);
  return !this->Layers.empty();
}

void TranslucentPolygons::PutBack(vtkRenderer* renderer)
{
  this->Draw(vtkOpenGLRenderWindow::SafeDownCast(renderer->GetRenderWindow()), this->WithPolygons);
}

void TranslucentPolygons::Sample(
  int number, int width, int height, std::vector<inkray::Float4>& colors, std::vector<float>& depths) const
{
  const Layer& layer = this->Layers[static_cast<std::size_t>(number)];
  const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  colors.resize(pixels);
  depths.resize(pixels);
  vtkSMPTools::For(0, height, [&](vtkIdType begin, vtkIdType end) {
    for (std::int64_t y = begin; y < end; ++y)
    {
      const std::int64_t row = (2 * y + 1) * this->Place[3] / (2 * height) * this->Place[2];
      for (std::int64_t x = 0; x < width; ++x)
      {
        const auto from = static_cast<std::size_t>(row + (2 * x + 1) * this->Place[2] / (2 * width));
        const auto at = static_cast<std::size_t>(y * width + x);
        const std::uint8_t* const c = layer.Colors.data() + 4 * from;
        const float opacity = static_cast<float>(c[3]) / 255;
        const float scale = (layer.IsMultiplied ? 1 : opacity) / 255;
        colors[at] = { scale * static_cast<float>(c[0]), scale * static_cast<float>(c[1]),
          scale * static_cast<float>(c[2]), opacity };
        depths[at] = layer.Depths[from];
      }
    }
  });
}

void TranslucentPolygons::ReleaseGraphicsResources(vtkWindow* window)
{
  this->Kept = false;
  this->Layers.clear();
  this->Opaque->ReleaseGraphicsResources(window);
  this->WithPolygons->ReleaseGraphicsResources(window);
  this->Framebuffer->ReleaseGraphicsResources(window);
  this->Pass = nullptr;
}
