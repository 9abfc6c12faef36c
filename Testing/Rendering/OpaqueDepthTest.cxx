// SPDX-License-Identifier: BSD-3-Clause
// The depths where rays stop, read as a texture, which a device uses, and through host memory.
#include "RayCastOpaqueDepth.h"

#include "vtkActor.h"
#include "vtkCallbackCommand.h"
#include "vtkCamera.h"
#include "vtkCommand.h"
#include "vtkNew.h"
#include "vtkOpenGLRenderWindow.h"
#include "vtkPixelBufferObject.h"
#include "vtkPolyDataMapper.h"
#include "vtkRenderer.h"
#include "vtkSphereSource.h"
#include "vtkTextureObject.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace
{

/// Draws a ball in a renderer that leaves a border of the window free, then calls `look`.
void DrawBall(int multiSamples, const std::function<void(vtkOpenGLRenderWindow*)>& look)
{
  vtkNew<vtkRenderWindow> window;
  window->SetOffScreenRendering(1);
  window->SetMultiSamples(multiSamples);
  window->SetSize(101, 67);
  vtkNew<vtkRenderer> renderer;
  renderer->SetViewport(0.2, 0.1, 0.9, 1.0);
  window->AddRenderer(renderer);
  vtkNew<vtkSphereSource> ball;
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputConnection(ball->GetOutputPort());
  vtkNew<vtkActor> actor;
  actor->SetMapper(mapper);
  renderer->AddActor(actor);
  renderer->ResetCamera();
  window->Render();

  vtkNew<vtkCallbackCommand> end;
  const auto action = [&] { look(vtkOpenGLRenderWindow::SafeDownCast(window)); };
  const std::function<void()> call = action;
  end->SetClientData(const_cast<std::function<void()>*>(&call));
  end->SetCallback([](vtkObject*, unsigned long, void* data, void*) {
    (*static_cast<const std::function<void()>*>(data))();
  });
  renderer->AddObserver(vtkCommand::EndEvent, end);
  window->Render();
}

TEST(OpaqueDepth, TheTextureHasWhatHostMemoryHas)
{
  int looks = 0;
  DrawBall(0, [&looks](vtkOpenGLRenderWindow* window) {
    RayCastOpaqueDepth depth;
    for (const auto& [width, height] :
      { std::pair<int, int>{ 70, 60 }, { 35, 30 }, { 140, 121 }, { 23, 57 }, { 70, 60 } })
    {
      SCOPED_TRACE(width);
      const float* const read = depth.Read(window, width, height);
      ASSERT_NE(read, nullptr);
      const std::vector<float> expected(read, read + width * height);
      EXPECT_LT(*std::min_element(expected.begin(), expected.end()), 1.0f) << "the ball";
      EXPECT_EQ(*std::max_element(expected.begin(), expected.end()), 1.0f) << "and nothing beside it";

      vtkTextureObject* const texture = depth.Draw(window, width, height);
      ASSERT_NE(texture, nullptr);
      EXPECT_TRUE(depth.HasSize(width, height));
      EXPECT_FALSE(depth.HasSize(width + 1, height));
      vtkPixelBufferObject* const pixels = texture->Download();
      std::vector<float> drawn(expected.size());
      unsigned int size[2] = { static_cast<unsigned int>(width), static_cast<unsigned int>(height) };
      vtkIdType increments[2] = { 0, 0 };
      ASSERT_TRUE(pixels->Download2D(VTK_FLOAT, drawn.data(), size, 1, increments));
      pixels->Delete();
      float difference = 0;
      for (std::size_t i = 0; i < drawn.size(); ++i)
      {
        difference = std::max(difference, std::abs(drawn[i] - expected[i]));
      }
      EXPECT_LE(difference, 6.0e-8f) << "a step of 24 bits, which drivers turn into floats in their own ways";
      ++looks;
    }
    depth.ReleaseGraphicsResources(window);
  });
  EXPECT_EQ(looks, 5);
}

TEST(OpaqueDepth, AMultisampledBufferGoesThroughHostMemory)
{
  int looks = 0;
  DrawBall(4, [&looks](vtkOpenGLRenderWindow* window) {
    RayCastOpaqueDepth depth;
    EXPECT_EQ(depth.Draw(window, 70, 60), nullptr);
    EXPECT_NE(depth.Read(window, 70, 60), nullptr);
    ++looks;
  });
  EXPECT_EQ(looks, 1);
}

} // namespace
