// SPDX-License-Identifier: BSD-3-Clause
// Long frames report their progress and ask whether to go on; quick frames do neither. The test sets the
// clock.
#include "IsosurfaceScene.h"
#include "Scene.h"
#include "TestClock.h"
#include "VtkRenderingCompat.h"
#include "vtkAlgorithm.h"
#include "vtkCamera.h"
#include "vtkCommand.h"
#include "vtkOpenGLRenderWindow.h"
#include "vtkOpenGLState.h"
#include "vtkRayCastSettings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace
{

double bumps(double x, double y, double z)
{
  return z + 0.3 * x * y;
}

/// Records the events of a mapper and its window during a frame.
class Listener
{
public:
  Listener(vtkAlgorithm* mapper, vtkRenderWindow* window)
    : Mapper(mapper)
    , Window(window)
  {
    this->Tags[0] = mapper->AddObserver(vtkCommand::ProgressEvent, this, &Listener::HearProgress);
    this->Tags[1] = window->AddObserver(vtkCommand::AbortCheckEvent, this, &Listener::HearCheck);
  }
  ~Listener()
  {
    this->Mapper->RemoveObserver(this->Tags[0]);
    this->Window->RemoveObserver(this->Tags[1]);
  }

  std::vector<double> Shares;
  std::vector<std::string> Texts; // each new text of the progress
  int Checks = 0;
  std::string AbortAt; // abort when this text is shown; empty: never abort
  std::function<void()> OnEvent;

private:
  void HearProgress(vtkObject*, unsigned long, void* data)
  {
    const char* const text = this->Mapper->GetProgressText();
    if (!text)
    {
      return; // an event of the pipeline
    }
    this->Shares.push_back(*static_cast<const double*>(data));
    if (this->Texts.empty() || this->Texts.back() != text)
    {
      this->Texts.push_back(text);
    }
    this->Hear();
  }
  void HearCheck(vtkObject*, unsigned long, void*)
  {
    ++this->Checks;
    if (!this->AbortAt.empty() && !this->Texts.empty() && this->Texts.back() == this->AbortAt)
    {
      this->Window->SetAbortRender(1);
    }
    this->Hear();
  }
  void Hear()
  {
    if (this->OnEvent)
    {
      this->OnEvent();
    }
  }

  vtkAlgorithm* Mapper;
  vtkRenderWindow* Window;
  unsigned long Tags[2];
};

const std::vector<std::string> MeshTexts = { "Cutting cells into tetrahedra",
  "Finding neighbors of tetrahedra", "Casting rays" };
const std::vector<std::string> ImageTexts = { "Finding ranges of bricks", "Casting rays" };

struct MeshScene : Scene
{
  MeshScene()
    : Scene(128)
  {
    this->Mapper->SetInputData(MakeCube(12));
  }
  static const std::vector<std::string>& Texts() { return MeshTexts; }
};

struct ImageScene : IsosurfaceScene
{
  ImageScene()
    : IsosurfaceScene(bumps, 128, 0, 33)
  {
    this->Show({ 0 });
  }
  static const std::vector<std::string>& Texts() { return ImageTexts; }
};

template <class Scene>
class Progress : public ::testing::Test
{
protected:
  /// Whether a device draws, which reports progress only between its stages.
  bool OnDevice() const { return this->Shown.Settings->GetDevice() != vtkRayCastSettings::DEVICE_CPU; }
  Scene Shown;
};
using Scenes = ::testing::Types<MeshScene, ImageScene>;
TYPED_TEST_SUITE(Progress, Scenes, );

TYPED_TEST(Progress, QuickFramesPayNothing)
{
  TestClock clock(0);
  Listener listener(this->Shown.Mapper, this->Shown.Window);
  this->Shown.Picture();
  EXPECT_TRUE(listener.Shares.empty());
  EXPECT_EQ(listener.Checks, 0);
}

/// VTK's state keeps the vertex array, the program and the buffer that were bound when it was last read from
/// OpenGL. They may be deleted before the state is restored.
TYPED_TEST(Progress, WhatWasBoundOnceIsNotBoundAgain)
{
  this->Shown.Picture();
  auto* const window = vtkOpenGLRenderWindow::SafeDownCast(this->Shown.Window);
  window->MakeCurrent();
  GLuint gone = 0;
  glGenVertexArrays(1, &gone);
  glBindVertexArray(gone);
  window->GetState()->Reset();
  glBindVertexArray(0);
  glDeleteVertexArrays(1, &gone);

  TestClock clock(1);
  Listener listener(this->Shown.Mapper, this->Shown.Window);
  int errors = 0;
  listener.OnEvent = [&errors] { errors += glGetError() != GL_NO_ERROR; };
  this->Shown.Picture();
  EXPECT_GT(listener.Shares.size() + static_cast<std::size_t>(listener.Checks), 2u);
  EXPECT_EQ(errors, 0);
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TYPED_TEST(Progress, LongFramesTellHowFarTheyAre)
{
  TestClock clock(1);
  Listener listener(this->Shown.Mapper, this->Shown.Window);
  this->Shown.Picture();
  EXPECT_EQ(listener.Texts, this->Shown.Texts());
  ASSERT_GT(listener.Shares.size(), this->OnDevice() ? 5u : 10u);
  EXPECT_TRUE(std::is_sorted(listener.Shares.begin(), listener.Shares.end()));
  EXPECT_LT(listener.Shares.front(), 0.05);
  EXPECT_EQ(listener.Shares.back(), 1);
  EXPECT_GT(listener.Checks, 5);

  // If a frame only casts rays, they are all of its progress.
  listener.Shares.clear();
  listener.Texts.clear();
  this->Shown.Renderer->GetActiveCamera()->Azimuth(5);
  this->Shown.Picture();
  EXPECT_EQ(listener.Texts, std::vector<std::string>{ "Casting rays" });
  EXPECT_LT(listener.Shares.front(), 0.05);
  EXPECT_EQ(listener.Shares.back(), 1);
}

TYPED_TEST(Progress, AFrameAbortedInAnyPartIsDrawnFromTheStart)
{
  TestClock clock(1);
  const auto whole = this->Shown.Picture();
  for (const std::string& text : this->Shown.Texts())
  {
    TypeParam fresh;
    Messages messages(fresh.Mapper);
    {
      Listener listener(fresh.Mapper, fresh.Window);
      listener.AbortAt = text;
      EXPECT_GT(LargestDifference(fresh.Picture(), whole), 0.1f) << text;
      EXPECT_EQ(listener.Texts.back(), text);
      EXPECT_NE(RemarksOf(fresh.Mapper->GetReport(), "note").find("aborted"), std::string::npos) << text;
      EXPECT_STREQ(fresh.Mapper->GetReport()->GetText("drawn by"), "nothing") << text;
    }
    EXPECT_LE(LargestDifference(fresh.Picture(), whole), 0.0f) << text;
    EXPECT_EQ(RemarksOf(fresh.Mapper->GetReport(), "note").find("aborted"), std::string::npos) << text;
    EXPECT_TRUE(messages.Said.empty()) << messages.Said.front();
  }
}

TYPED_TEST(Progress, WhoHearsOfItMayPaint)
{
  // A window that paints its progress bar leaves other buffers bound and other OpenGL state.
  TestClock clock(1);
  const auto whole = this->Shown.Picture();
  Listener listener(this->Shown.Mapper, this->Shown.Window);
  listener.OnEvent = [] {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, 7, 5);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 3, 3);
    glDisable(GL_DEPTH_TEST);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  };
  EXPECT_LE(LargestDifference(this->Shown.Picture(), whole), 0.0f);
  EXPECT_FALSE(listener.Shares.empty());
}

} // namespace
