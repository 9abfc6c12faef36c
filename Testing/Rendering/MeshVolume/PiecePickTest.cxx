// SPDX-License-Identifier: BSD-3-Clause
// The cells that a box selects in a mesh whose pieces are on several ranks.
#include "MeshPickScene.h"
#include "PixelLayers.h"
#include "vtkCamera.h"
#include "vtkFloatArray.h"
#include "vtkIsovalueList.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPlane.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <memory>
#include <vector>

using namespace MeshPicks;

namespace
{

/// Pieces of a cube between planes, one for each rank. Cells are found behind the pieces of other ranks.
struct CubePieces
{
  std::vector<std::unique_ptr<CubeScene>> Scenes;
  std::vector<PixelLayer> Layers;

  /// The first and the last wall are the ends of the cube. `change` is applied to the scene of each piece.
  CubePieces(const std::vector<double>& walls, const std::function<void(CubeScene&)>& change)
  {
    for (std::size_t i = 0; i + 1 < walls.size(); ++i)
    {
      auto scene = std::make_unique<CubeScene>();
      for (const int side : { 0, 1 })
      {
        vtkNew<vtkPlane> plane;
        plane->SetOrigin(0, 0, walls[i + static_cast<std::size_t>(side)]);
        plane->SetNormal(0, 0, side == 0 ? 1 : -1);
        scene->Mapper->AddClippingPlane(plane);
      }
      change(*scene);
      this->Scenes.push_back(std::move(scene));
    }
  }

  /// The cells that a box selects in all pieces. A box of one pixel selects the nearest cell.
  std::set<vtkIdType> Select(int x0, int y0, int x1, int y1)
  {
    // The pixels that any piece shows.
    std::set<vtkIdType> shown;
    for (const auto& scene : this->Scenes)
    {
      scene->Settings->SetSelectsPixels(1);
      const std::set<vtkIdType> own = scene->Select(MeshPicks::Cells, x0, y0, x1, y1)[scene->Volume];
      shown.insert(own.begin(), own.end());
    }
    vtkNew<vtkIdTypeArray> pixels;
    for (const vtkIdType pixel : shown)
    {
      pixels->InsertNextValue(pixel);
    }
    const auto number = static_cast<std::size_t>(pixels->GetNumberOfTuples());
    vtkNew<vtkFloatArray> ends;
    ends->SetNumberOfTuples(pixels->GetNumberOfTuples());
    ends->Fill(1);
    for (const auto& scene : this->Scenes)
    {
      vtkNew<vtkFloatArray> own;
      scene->Mapper->FindEnds(pixels, own);
      for (vtkIdType i = 0; i < own->GetNumberOfTuples(); ++i)
      {
        ends->SetValue(i, std::min(ends->GetValue(i), own->GetValue(i)));
      }
    }
    this->Layers.clear();
    for (const auto& scene : this->Scenes)
    {
      vtkNew<vtkFloatArray> own;
      scene->Mapper->FindLayers(pixels, ends, own);
      for (vtkIdType i = 0; i < own->GetNumberOfTuples(); ++i)
      {
        this->Layers.push_back({ own->GetTypedComponent(i, 0), own->GetTypedComponent(i, 1) });
      }
    }
    std::set<vtkIdType> cells;
    double nearest = 1;
    for (std::size_t me = 0; me < this->Scenes.size(); ++me)
    {
      const auto opacity = static_cast<float>(this->Scenes[me]->Settings->GetPickOpacity());
      vtkNew<vtkFloatArray> behind;
      behind->SetNumberOfComponents(3);
      std::size_t i = 0;
      for (const PixelBehind& pixel : PixelLayers::Order(this->Layers, number, me, opacity))
      {
        const float tuple[3] = { ends->GetValue(static_cast<vtkIdType>(i++)), pixel.Light, pixel.Picks };
        behind->InsertNextTypedTuple(tuple);
      }
      vtkNew<vtkIdTypeArray> found;
      const double depth = this->Scenes[me]->Mapper->FindCells(pixels, found, behind);
      if (number == 1 && (depth >= nearest || found->GetNumberOfTuples() == 0))
      {
        continue;
      }
      nearest = depth;
      for (vtkIdType k = 0; k < found->GetNumberOfTuples(); ++k)
      {
        cells.insert(found->GetTypedComponent(k, 2));
      }
    }
    return cells;
  }
};

/// The cells in exactly one of two sets.
std::vector<vtkIdType> Difference(const std::set<vtkIdType>& a, const std::set<vtkIdType>& b)
{
  std::vector<vtkIdType> cells;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(cells));
  return cells;
}
const std::vector<vtkIdType> None;

/// Makes the cube denser along x, from an attenuation of 0 to `attenuation`.
std::function<void(CubeScene&)> Denser(double attenuation)
{
  return [attenuation](CubeScene& scene) {
    vtkVolumeProperty* const property = scene.Volume->GetProperty();
    property->GetScalarOpacity()->RemoveAllPoints();
    property->GetScalarOpacity()->AddPoint(0, 0);
    property->GetScalarOpacity()->AddPoint(1, 0.5);
    property->SetScalarOpacityUnitDistance(0.5 / attenuation);
  };
}

TEST(MeshPick, FindsInPiecesWhatTheWholeShows)
{
  for (const double attenuation : { 3.0, 20.0, 60.0 })
  {
    CubeScene whole;
    const auto change = Denser(attenuation);
    change(whole);
    for (const std::vector<double>& walls :
      { std::vector<double>{ 0, 0.25, 0.625, 1 }, { 0, 0.125, 0.375, 0.5, 0.75, 1 } })
    {
      CubePieces pieces(walls, change);
      for (const auto& box : { std::array<int, 4>{ 0, 25, 63, 40 }, { 33, 5, 50, 12 } })
      {
        EXPECT_EQ(Difference(pieces.Select(box[0], box[1], box[2], box[3]),
                    VisibleCells(whole, box[0], box[1], box[2], box[3]).Cells),
          None)
          << walls.size() - 1 << " pieces, attenuation " << attenuation << ", from pixel " << box[0];
      }
      for (const int x : { 20, 60 })
      {
        EXPECT_EQ(Difference(pieces.Select(x, 30, x, 30), VisibleCells(whole, x, 30, x, 30).Cells), None)
          << walls.size() - 1 << " pieces, attenuation " << attenuation << ", pixel " << x;
      }
    }
  }
}

TEST(MeshPick, FindsInPiecesWhatOpaqueThingsLeave)
{
  // Only the rank of the hindmost piece has an opaque wall. The cases of `surfaces`: 0: no isosurfaces; 1:
  // with the volume; 2: without it; 3: with a volume that is too thin to be selected.
  for (const int surfaces : { 0, 1, 2, 3 })
  {
    const auto change = [surfaces](CubeScene& scene) {
      Denser(surfaces == 3 ? 1e-12 : 6)(scene);
      scene.Settings->SetDrawVolume(surfaces != 2);
      if (surfaces > 0)
      {
        scene.Settings->GetIsovalues()->SetValue(0, 0.3);
        scene.Settings->GetIsovalues()->SetValue(1, 0.8);
      }
      // The surfaces are seen at an angle.
      vtkCamera* const camera = scene.Renderer->GetActiveCamera();
      camera->Azimuth(25);
      camera->Elevation(10);
    };
    CubeScene whole;
    change(whole);
    CubePieces pieces({ 0, 0.375, 0.75, 1 }, change);
    auto within = Quad(0, 1, 0, 0.6, 0.2);
    whole.Renderer->AddActor(within);
    pieces.Scenes.front()->Renderer->AddActor(Quad(0, 1, 0, 0.6, 0.2));
    EXPECT_EQ(Difference(pieces.Select(8, 8, 55, 50), VisibleCells(whole, 8, 8, 55, 50).Cells), None)
      << surfaces;
    EXPECT_EQ(Difference(pieces.Select(40, 40, 40, 40), VisibleCells(whole, 40, 40, 40, 40).Cells), None)
      << surfaces;
  }
}

TEST(MeshPick, PutsLayersInOrder)
{
  // Three ranks: one pixel with all in order of depth, one with two empty ranks, one ray below the wanted
  // opacity.
  const std::vector<PixelLayer> layers = { { 0.5f, 0.5f }, { 1, 1 }, { 0.4f, 0.95f }, { 0.2f, 0.8f },
    { 0.3f, 0.1f }, { 0.5f, 0.9f }, { 0.7f, 0.25f }, { 1, 1 }, { 0.6f, 0.98f } };
  const float light[3][3] = { { 0.8f, 0.1f, 1.0f }, { 1.0f, 1.0f, 0.95f }, { 0.4f, 0.1f, 0.855f } };
  const int picks[] = { 0, 1, 1 };
  for (std::size_t me = 0; me < 3; ++me)
  {
    const std::vector<PixelBehind> behind = PixelLayers::Order(layers, 3, me, 0.3f);
    ASSERT_EQ(behind.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i)
    {
      EXPECT_FLOAT_EQ(behind[i].Light, light[me][i]) << me << ", " << i;
      EXPECT_EQ(behind[i].Picks, picks[i] == static_cast<int>(me) ? 1.0f : 0.0f) << me << ", " << i;
    }
  }
  EXPECT_TRUE(PixelLayers::Order({}, 0, 0, 0.3f).empty());
}

} // namespace
