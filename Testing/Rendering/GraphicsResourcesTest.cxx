// SPDX-License-Identifier: BSD-3-Clause
// Volumes, isosurfaces of images and translucent polygons are shown, hidden and deleted in windows that open
// and close. After each step the picture must equal that of the same scene in a new window. VTK's asserts and
// OpenGL's errors are on.
#include "Scene.h"
#include "Seeds.h"
#include "VtkRenderingCompat.h"
#include "vtkAbstractVolumeMapper.h"
#include "vtkFloatArray.h"
#include "vtkGenericOpenGLRenderWindow.h"
#include "vtkImageData.h"
#include "vtkIsosurfaceRayCastMapper.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkIsovalueList.h"
#include "vtkPointData.h"
#include "vtkProperty.h"
#include "vtkRayCastVolume.h"
#include "vtkUnsignedCharArray.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace
{

constexpr int NumVolumes = 4;  // two of overlapping meshes, two of images
constexpr int NumPolygons = 3; // the last one is opaque

/// Everything that a view shows: enough to make a new view with the same picture.
struct Shown
{
  bool Volumes[NumVolumes] = {}, Polygons[NumPolygons] = {};
  bool Smooth = false, PeelsVolumes = true;
  int Size = 48;
};

vtkSmartPointer<vtkImageData> MakeRamp()
{
  auto image = vtkSmartPointer<vtkImageData>::New();
  image->SetDimensions(5, 5, 5);
  image->SetSpacing(0.25, 0.25, 0.25);
  vtkNew<vtkFloatArray> values;
  values->SetName("z");
  for (int i = 0; i < 125; ++i)
  {
    values->InsertNextValue(0.25f * static_cast<float>(i / 25));
  }
  image->GetPointData()->SetScalars(values);
  return image;
}

/// A window, with every object that can be shown in it.
class View
{
public:
  View()
  {
    this->Base.Renderer->RemoveAllViewProps();
    this->Base.Uniform(1.5, 1, 0, 0);
    this->Base.Renderer->SetUseDepthPeeling(1);
    this->Base.Renderer->SetMaximumNumberOfPeels(4);
    for (int i = 0; i < NumPolygons; ++i)
    {
      const double z = 0.8 - 0.3 * i;
      const double origin[3] = { -1, -1, z }, right[3] = { 2 - 0.5 * i, -1, z }, up[3] = { -1, 2, z };
      this->Polygons[i] = MakeQuad(origin, right, up, 0.1, i == 1 ? 0.9 : 0.2, i == 1 ? 0.2 : 0.9);
      this->Polygons[i]->GetProperty()->SetOpacity(i == NumPolygons - 1 ? 1 : 0.5);
    }
    for (int i = 0; i < NumVolumes; ++i)
    {
      this->MakeVolume(i);
    }
  }
  ~View() { this->Base.Renderer->RemoveAllViewProps(); }

  /// Replaces a volume by a new one with a new mapper, as after a user deleted its display.
  void MakeVolume(int i)
  {
    this->Volumes[i] = vtkSmartPointer<vtkRayCastVolume>::New();
    if (i < 2)
    {
      vtkNew<vtkTetRayCastMapper> mapper;
      mapper->SetInputData(MakeCube(2));
      mapper->GetSettings()->SetDevice(this->Base.Settings->GetDevice());
      mapper->GetSettings()->SetEarlyTermination(0);
      this->Volumes[i]->SetMapper(mapper);
    }
    else
    {
      vtkNew<vtkIsosurfaceRayCastMapper> mapper;
      mapper->SetInputData(MakeRamp());
      auto* const settings = mapper->GetSettings();
      settings->SetDevice(this->Base.Settings->GetDevice());
      settings->SetEarlyTermination(0);
      settings->GetIsovalues()->SetNumberOfContours(1);
      settings->GetIsovalues()->SetValue(0, 0.3 + 0.2 * i);
      settings->GetIsovalues()->SetOpacity(0, 0.4);
      this->Volumes[i]->SetMapper(mapper);
    }
    this->Volumes[i]->SetProperty(this->Base.Volume->GetProperty());
    this->Volumes[i]->SetPosition(i == 1 ? 0.3 : 0, 0, 0);
  }

  void Show(const Shown& shown)
  {
    vtkRenderer* const renderer = this->Base.Renderer;
    for (int i = 0; i < NumVolumes; ++i)
    {
      const bool isThere = renderer->HasViewProp(this->Volumes[i]) != 0;
      if (isThere != shown.Volumes[i])
      {
        shown.Volumes[i] ? renderer->AddVolume(this->Volumes[i]) : renderer->RemoveVolume(this->Volumes[i]);
      }
    }
    for (int i = 0; i < NumPolygons; ++i)
    {
      const bool isThere = renderer->HasViewProp(this->Polygons[i]) != 0;
      if (isThere != shown.Polygons[i])
      {
        shown.Polygons[i] ? renderer->AddActor(this->Polygons[i]) : renderer->RemoveActor(this->Polygons[i]);
      }
    }
    renderer->SetUseFXAA(shown.Smooth);
    renderer->SetUseDepthPeelingForVolumes(shown.PeelsVolumes);
    this->Base.Window->SetSize(shown.Size, shown.Size);
  }

  std::vector<float> Picture() { return this->Base.Picture(); }

  Scene Base;
  vtkSmartPointer<vtkRayCastVolume> Volumes[NumVolumes];
  vtkSmartPointer<vtkActor> Polygons[NumPolygons];
};

unsigned int TakeError(View& view)
{
  view.Base.Window->MakeCurrent();
  return glGetError();
}

/// Takes one random step of a user, or of the program that owns the view. Returns the step's name.
std::string Change(View& view, Shown& shown, std::mt19937& random)
{
  const auto any = [&random](
                     int number) { return static_cast<int>(random() % static_cast<unsigned>(number)); };
  const int which = any(NumVolumes), polygon = any(NumPolygons);
  const std::string number = std::to_string(which);
  switch (any(9))
  {
    case 0:
    case 1:
      shown.Volumes[which] = !shown.Volumes[which];
      return "volume " + number;
    case 2:
      view.Base.Renderer->RemoveVolume(view.Volumes[which]);
      view.MakeVolume(which);
      shown.Volumes[which] = true;
      return "volume " + number + " deleted and made again";
    case 3:
    case 4:
      shown.Polygons[polygon] = !shown.Polygons[polygon];
      return "polygon " + std::to_string(polygon);
    case 5:
      shown.Size = 32 + 16 * any(3);
      return "size " + std::to_string(shown.Size);
    case 6:
      shown.Smooth = !shown.Smooth;
      return shown.Smooth ? "smooth edges" : "raw edges";
    case 7:
      shown.PeelsVolumes = !shown.PeelsVolumes;
      return shown.PeelsVolumes ? "peel volumes" : "do not peel volumes";
    default:
      view.Base.Window->Finalize(); // as when a window is docked elsewhere
      return "end of the context";
  }
}

TEST(GraphicsResources, AreMadeAnewAfterAnyOrderOfSteps)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("GraphicsResources", 5, 3))
  {
    std::mt19937 random(seed);
    View view;
    Shown shown;
    std::string steps;
    for (int step = 0; step < 12; ++step)
    {
      const int changes = 1 + static_cast<int>(random() % 2);
      for (int i = 0; i < changes; ++i)
      {
        steps += Change(view, shown, random) + "; ";
      }
      view.Show(shown);
      const auto picture = view.Picture();
      SCOPED_TRACE("seed " + std::to_string(seed) + ": " + steps);
      ASSERT_EQ(TakeError(view), 0u);
      if (step % 3 == 2)
      {
        View anew;
        anew.Show(shown);
        ASSERT_LE(LargestDifference(picture, anew.Picture()), OneLevel);
      }
    }
  }
}

// Regression: each of these steps, in this order, once crashed the program.
TEST(GraphicsResources, AreThoseOfTheVolumesThatAreLeft)
{
  View view;
  Shown shown;
  shown.Volumes[0] = shown.Volumes[1] = shown.Polygons[0] = true;
  view.Show(shown);
  const auto both = view.Picture();
  shown.Volumes[1] = false;
  view.Show(shown);
  const auto one = view.Picture();
  EXPECT_GT(LargestDifference(both, one), 0.05f);
  shown.Volumes[0] = false;
  view.Show(shown);
  view.Picture();
  shown.Volumes[0] = true;
  view.Show(shown);
  EXPECT_EQ(LargestDifference(one, view.Picture()), 0);
}

/// A window of a program that makes OpenGL contexts itself, as Qt does. It uses the context of window Own.
class ForeignWindow
{
public:
  ForeignWindow()
  {
    this->Own->SetOffScreenRendering(1);
    this->Own->SetSize(48, 48);
    this->Own->Render();
    this->Command->SetClientData(this->Own);
    this->Command->SetCallback([](vtkObject*, unsigned long event, void* own, void* data) {
      auto* const window = static_cast<vtkRenderWindow*>(own);
      if (event == vtkCommand::WindowMakeCurrentEvent)
      {
        window->MakeCurrent();
      }
      else
      {
        *static_cast<bool*>(data) = window->IsCurrent();
      }
    });
    for (const auto event : { vtkCommand::WindowMakeCurrentEvent, vtkCommand::WindowIsCurrentEvent })
    {
      this->Window->AddObserver(event, this->Command);
    }
    this->Begin();
  }

  void Begin()
  {
    this->Window->SetMultiSamples(0);
    this->Window->SetSize(48, 48);
    this->Window->SetOwnContext(0);
    this->Window->SetReadyForRendering(true);
    this->Window->OpenGLInit();
  }

  std::vector<float> Picture()
  {
    this->Window->Render();
    vtkNew<vtkUnsignedCharArray> pixels;
    this->Window->GetPixelData(0, 0, 47, 47, 0, pixels.Get(), 0);
    return { pixels->Begin(), pixels->End() };
  }

  vtkNew<vtkRenderWindow> Own;
  vtkNew<vtkCallbackCommand> Command;
  vtkNew<vtkGenericOpenGLRenderWindow> Window;
};

// A renderer without volumes and a mapper without a volume outlive the context of their window. Neither is
// asked to release its resources.
TEST(GraphicsResources, AreMadeAnewInAContextThatCameWhileNothingWasShown)
{
  for (const bool smooth : { false, true })
  {
    ForeignWindow window;
    View view;
    Shown shown;
    shown.Volumes[0] = shown.Volumes[2] = shown.Polygons[0] = true;
    shown.Smooth = smooth;
    view.Show(shown);
    view.Base.Window->RemoveRenderer(view.Base.Renderer);
    window.Window->AddRenderer(view.Base.Renderer);
    const auto before = window.Picture();
    EXPECT_GT(*std::max_element(before.begin(), before.end()), 100);
    vtkSmartPointer<vtkAbstractVolumeMapper> mappers[NumVolumes];
    for (int i = 0; i < NumVolumes; ++i)
    {
      mappers[i] = view.Volumes[i]->GetMapper();
      view.Volumes[i]->SetMapper(nullptr);
    }
    view.Show({});
    window.Window->Finalize();
    for (int i = 0; i < NumVolumes; ++i)
    {
      view.Volumes[i]->SetMapper(mappers[i]);
    }
    view.Show(shown);
    window.Begin();
    EXPECT_EQ(before, window.Picture()) << "smooth edges: " << smooth;
    EXPECT_EQ(glGetError(), 0u);
    window.Window->RemoveRenderer(view.Base.Renderer);
  }
}

} // namespace
