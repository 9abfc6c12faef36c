// SPDX-License-Identifier: BSD-3-Clause
#include "IsosurfaceArrays.h"

#include "DisplayMessages.h"
#include "IsosurfaceGrids.h"
#include "RayCastHeld.h"
#include "ServerRanks.h"
#include "vtkColorTransferFunction.h"
#include "vtkDataArray.h"
#include "vtkDataSetAttributes.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkIsovalueList.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>

void IsosurfaceArrays::SetComponent(int component)
{
  this->Component = std::max(0, component);
}

void IsosurfaceArrays::SetSolidColor(double red, double green, double blue)
{
  this->SolidColor[0] = red;
  this->SolidColor[1] = green;
  this->SolidColor[2] = blue;
}

ArrayChoice IsosurfaceArrays::GetPreferred(const List& pieces) const
{
  const auto isIn = [&pieces](const ArrayChoice& array) {
    return std::any_of(
      pieces.begin(), pieces.end(), [&array](vtkDataSet* piece) { return array.In(piece) != nullptr; });
  };
  return !this->Chosen.Name.empty() ? this->Chosen
    : isIn(this->Color)             ? this->Color
                                    : ArrayChoice::FirstIn(pieces);
}

RayCastArray IsosurfaceArrays::FindIn(vtkDataSet* mesh, const List& pieces) const
{
  const ArrayChoice choice = this->GetPreferred(pieces);
  vtkDataArray* const array = choice.In(mesh);
  const int number = array ? array->GetNumberOfComponents() : 1;
  return { array, choice.Association, number == 1 ? 0 : this->Component < number ? this->Component : -1 };
}

bool IsosurfaceArrays::Find(
  const IsosurfaceGrids& drawn, ArrayChoice& choice, DisplayMessages& messages) const
{
  const List pieces = drawn.GetAll();
  const std::string noun = drawn.Grid ? "data" : "image";
  const auto isEmpty = [](vtkDataSet* piece) { return piece->GetNumberOfPoints() == 0; };
  if (std::all_of(pieces.begin(), pieces.end(), isEmpty))
  {
    if (ServerRanks::GetNumberOfRanks() == 1)
    {
      messages.Note(drawn.Grid ? "The data set is empty (no cells), so there is nothing to draw."
                               : "The image is empty (no points), so there is nothing to draw.");
    }
    return false;
  }
  choice = this->GetPreferred(pieces);
  if (choice.Name.empty())
  {
    messages.Error("The " + noun +
      " has no array of numbers on its points or cells, so there are no isosurfaces. Nothing is drawn.");
    return false;
  }
  if (drawn.Find(choice))
  {
    return true;
  }
  const auto isText = [&choice](vtkDataSet* piece) {
    vtkDataSetAttributes* attributes = piece->GetAttributes(choice.Association);
    return attributes && attributes->GetAbstractArray(choice.Name.c_str());
  };
  messages.Error(std::any_of(pieces.begin(), pieces.end(), isText)
      ? "The array '" + choice.Name + "' is not numeric; choose another isosurface array. Nothing is drawn."
      : "There is no array '" + choice.Name + "' on the " + choice.GetPlace() + " of the " + noun +
        "; choose another isosurface array. Nothing is drawn.");
  return false;
}

void IsosurfaceArrays::ApplyTo(vtkIsosurfaceRayCastSettings* settings, const IsosurfaceGrids& pieces,
  const ArrayChoice& contoured, vtkColorTransferFunction* colors, DisplayMessages& messages) const
{
  // Use one component of the isosurface array, or the magnitude.
  vtkDataArray* const array = pieces.Find(contoured);
  const int numComponents = array ? array->GetNumberOfComponents() : 1;
  const bool ofComponent = numComponents == 1 || this->Component < numComponents;
  const int component = numComponents == 1 ? 0 : this->Component;
  settings->SetVectorMode(ofComponent ? vtkRayCastSettings::COMPONENT : vtkRayCastSettings::MAGNITUDE);
  settings->SetVectorComponent(ofComponent ? component : 0);

  vtkDataArray* const colorArray = pieces.Find(this->Color);
  if (!this->Color.Name.empty() && !colorArray)
  {
    messages.Warn("There is no array '" + this->Color.Name + "' of numbers on the " + this->Color.GetPlace() +
      (pieces.Grid ? " of the data" : " of the image") +
      " to color by; choose another one. The surfaces are drawn in one color.");
  }
  if (!colorArray)
  {
    settings->SetColorModeToSolid();
    settings->SetSolidColor(this->SolidColor);
    return;
  }

  const int numColorComponents = colorArray->GetNumberOfComponents();
  const bool byComponent =
    numColorComponents == 1 || colors->GetVectorMode() == vtkScalarsToColors::COMPONENT;
  const int colorComponent =
    numColorComponents == 1 ? 0 : std::clamp(colors->GetVectorComponent(), 0, numColorComponents - 1);
  const bool areColors = !this->MapScalars && (numColorComponents == 3 || numColorComponents == 4);
  if (areColors && pieces.Grid)
  {
    messages.Note("Map Scalars is off, but isosurfaces of meshes have no direct colors: the array '" +
      this->Color.Name + "' is shown with the color map. The filter Contour can show its direct colors.");
  }
  if (areColors && !pieces.Images.empty())
  {
    settings->SetColorModeToArray();
    settings->SelectColorArray(this->Color.Association, this->Color.Name.c_str());
    settings->SetColorVectorMode(vtkRayCastSurfaceSettings::COLORS);
    return;
  }
  if (this->Color == contoured && byComponent == ofComponent && (!byComponent || colorComponent == component))
  {
    settings->SetColorModeToIsovalue();
    return;
  }
  settings->SetColorModeToArray();
  settings->SelectColorArray(this->Color.Association, this->Color.Name.c_str());
  settings->SetColorVectorMode(byComponent ? vtkRayCastSettings::COMPONENT : vtkRayCastSettings::MAGNITUDE);
  settings->SetColorVectorComponent(colorComponent);
}

std::string IsosurfaceArrays::WhyNoSurface(
  const IsosurfaceGrids& drawn, vtkIsosurfaceRayCastSettings* settings, DisplayMessages& messages) const
{
  // If there are several blocks or ranks, no mapper alone knows whether another one has the surface. For a
  // single block its mapper checks this.
  const List pieces = drawn.GetAll();
  if (ServerRanks::GetNumberOfRanks() == 1 && pieces.size() < 2)
  {
    return {};
  }
  double all[2] = { VTK_DOUBLE_MAX, -VTK_DOUBLE_MAX }; // the range of values in all blocks
  ArrayChoice choice;
  const bool found = !pieces.empty() && this->Find(drawn, choice, messages);
  for (std::size_t i = 0; found && i < pieces.size(); ++i)
  {
    if (vtkDataArray* array = choice.In(pieces[i]))
    {
      const int components = array->GetNumberOfComponents();
      double range[2]; // the array caches its range until it changes
      array->GetFiniteRange(range,
        components > 1 && this->Component >= components ? -1 : std::min(this->Component, components - 1));
      all[0] = range[0] <= range[1] ? std::min(all[0], range[0]) : all[0];
      all[1] = range[0] <= range[1] ? std::max(all[1], range[1]) : all[1];
    }
  }
  ServerRanks::Unite(all, 1);
  std::vector<double> isovalues;
  for (int i = 0; i < settings->GetIsovalues()->GetNumberOfContours(); ++i)
  {
    const double value = settings->GetIsovalues()->GetValue(i);
    if (std::isfinite(value))
    {
      isovalues.push_back(value);
    }
  }
  if (isovalues.empty() || all[0] > all[1] || ServerRanks::GetRank() != 0)
  {
    return {};
  }
  return vtkIsovalueList::WhyNoSurface(
    isovalues, all, " of the array '" + (choice.Name.empty() ? this->Chosen.Name : choice.Name) + "'");
}
