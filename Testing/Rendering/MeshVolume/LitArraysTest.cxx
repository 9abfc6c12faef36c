// SPDX-License-Identifier: BSD-3-Clause
// Shading of volumes that use more than one array, in VTK windows. The headlight is along z: a gradient along
// z reflects all light, and a gradient across the view leaves only the ambient share.
#include "Scene.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkDoubleArray.h"
#include "vtkPointData.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <cmath>

namespace
{

constexpr float Ambient = 0.25f, Lit = Ambient + 0.5f;

/// The unit cube with values that rise along or across z, and colors whose red does. Each array exists for
/// points and, with the prefix "cell ", for cells.
struct LitScene : Scene
{
  LitScene()
  {
    vtkUnstructuredGrid* const grid = vtkUnstructuredGrid::SafeDownCast(this->Mapper->GetInput());
    for (const bool ofCells : { false, true })
    {
      const std::string prefix = ofCells ? "cell " : "";
      for (const char* const name : { "along", "across", "red along", "red across" })
      {
        const bool isColor = std::string(name).find("red") == 0;
        const int axis = std::string(name).find("along") != std::string::npos ? 2 : 0;
        vtkNew<vtkDoubleArray> array;
        array->SetName((prefix + name).c_str());
        array->SetNumberOfComponents(isColor ? 4 : 1);
        vtkDataSetAttributes* const attributes = grid->GetAttributes(ofCells ? 1 : 0);
        const vtkIdType count = ofCells ? grid->GetNumberOfCells() : grid->GetNumberOfPoints();
        for (vtkIdType i = 0; i < count; ++i)
        {
          double bounds[6];
          if (ofCells)
          {
            grid->GetCellBounds(i, bounds);
          }
          const double rise =
            ofCells ? 0.5 * (bounds[2 * axis] + bounds[2 * axis + 1]) : grid->GetPoint(i)[axis];
          if (isColor)
          {
            array->InsertNextTuple4(0.2 + 0.6 * rise, 0.8, 0.4, 0.5);
          }
          else
          {
            array->InsertNextValue(rise);
          }
        }
        attributes->AddArray(array);
      }
    }
    vtkVolumeProperty* const property = this->Volume->GetProperty();
    property->ShadeOn();
    property->SetAmbient(Ambient);
    property->SetDiffuse(Lit - Ambient);
    property->SetSpecular(0);
  }

  void ColorBy(const std::string& name)
  {
    const bool ofCells = name.find("cell") == 0;
    this->Mapper->SetScalarMode(
      ofCells ? VTK_SCALAR_MODE_USE_CELL_FIELD_DATA : VTK_SCALAR_MODE_USE_POINT_FIELD_DATA);
    this->Mapper->SelectScalarArray(name.c_str());
    this->Volume->GetProperty()->SetIndependentComponents(name.find("red") == std::string::npos);
  }
  void OpacityBy(const char* name)
  {
    this->Mapper->SelectOpacityArray(
      name && std::string(name).find("cell") == 0 ? vtkDataObject::CELL : vtkDataObject::POINT, name, 0);
  }

  /// Expects green times `share` in light `light`, behind an attenuation of 1, for each kind of gradient.
  void ExpectGreen(float share, float light, const std::string& what)
  {
    for (const int gradients : { vtkTetRayCastSettings::SMOOTH, vtkTetRayCastSettings::PER_CELL })
    {
      this->Settings->SetGradients(gradients);
      EXPECT_NEAR(this->Pixel(this->Picture(), 30, 35)[1], share * light * -std::expm1(-1.0f), OneLevel)
        << what << ", gradients " << gradients;
      EXPECT_EQ(RemarksOf(this->Mapper->GetReport(), "note"), "") << what;
      EXPECT_EQ(RemarksOf(this->Mapper->GetReport(), "problem"), "") << what;
    }
  }
};

TEST(LitArrays, OpacityFromAnotherArray)
{
  // The gradient comes from the array that gives the color.
  LitScene scene;
  for (const char* const opacity : { "along", "across", "cell along", "cell across" })
  {
    scene.OpacityBy(opacity);
    for (const std::string prefix : { "", "cell " })
    {
      scene.ColorBy(prefix + "along");
      scene.ExpectGreen(1, Lit, prefix + "along, opacity of " + opacity);
      scene.ColorBy(prefix + "across");
      scene.ExpectGreen(1, Ambient, prefix + "across, opacity of " + opacity);
    }
  }
}

TEST(LitArrays, ColorsThemselves)
{
  // The gradient comes from the first component of the colors.
  LitScene scene;
  for (const std::string prefix : { "", "cell " })
  {
    for (const char* const opacity : { static_cast<const char*>(nullptr), "across", "cell along" })
    {
      scene.OpacityBy(opacity);
      scene.ColorBy(prefix + "red along");
      scene.ExpectGreen(0.8f, Lit, prefix + "red along");
      scene.ColorBy(prefix + "red across");
      scene.ExpectGreen(0.8f, Ambient, prefix + "red across");
    }
  }
}

TEST(LitArrays, Categories)
{
  LitScene scene;
  vtkColorTransferFunction* const colors = scene.Volume->GetProperty()->GetRGBTransferFunction();
  colors->IndexedLookupOn();
  colors->SetNanColor(0.1, 0.6, 0.2);
  for (const std::string prefix : { "", "cell " })
  {
    for (const char* const opacity : { static_cast<const char*>(nullptr), "across", "cell along" })
    {
      scene.OpacityBy(opacity);
      scene.ColorBy(prefix + "along");
      scene.ExpectGreen(0.6f, Lit, prefix + "along");
      scene.ColorBy(prefix + "across");
      scene.ExpectGreen(0.6f, Ambient, prefix + "across");
    }
  }
}

} // namespace
