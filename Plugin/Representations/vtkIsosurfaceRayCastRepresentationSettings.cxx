// SPDX-License-Identifier: BSD-3-Clause
// The part of vtkIsosurfaceRayCastRepresentation that chooses arrays and colours, takes settings and tells
// about the last frame.
#include "vtkAbstractArray.h"
#include "vtkCamera.h"
#include "vtkColorTransferFunction.h"
#include "vtkCommunicator.h"
#include "vtkDataArray.h"
#include "vtkDataSetAttributes.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkIsosurfaceRayCastMapper.h"
#include "vtkIsosurfaceRayCastRepresentation.h"
#include "vtkIsosurfaceRayCastStatistics.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkIsovalueList.h"
#include "vtkMath.h"
#include "vtkMultiProcessController.h"
#include "vtkPVLODVolume.h"
#include "vtkPVRenderView.h"
#include "vtkRayCastReport.h"
#include "vtkRenderer.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>

namespace
{
const char* PlaceOf(int association)
{
  return association == vtkDataObject::FIELD_ASSOCIATION_CELLS ? "cells" : "points";
}

bool SeveralProcesses()
{
  vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
  return controller && controller->GetNumberOfProcesses() > 1;
}
} // namespace

vtkDataArray* vtkIsosurfaceRayCastRepresentation::FindArray(const ArrayChoice& choice)
{
  for (const auto& image : this->Images)
  {
    vtkDataSetAttributes* attributes =
      choice.Name.empty() ? nullptr : image->GetAttributes(choice.Association);
    if (vtkDataArray* array = attributes ? attributes->GetArray(choice.Name.c_str()) : nullptr)
    {
      return array;
    }
  }
  return nullptr;
}

void vtkIsosurfaceRayCastRepresentation::CheckIsovalues()
{
  // Where there are several parts, none knows by itself whether another has the surface; a single one is
  // looked at by its mapper.
  if (!SeveralProcesses() && this->Images.size() < 2)
  {
    return;
  }
  double mine[2] = { std::numeric_limits<double>::infinity(),
    std::numeric_limits<double>::infinity() }; // least, and greatest negated
  ArrayChoice choice;
  const bool found = !this->Images.empty() && this->ChooseIsosurfaceArray(choice);
  for (std::size_t i = 0; found && i < this->Images.size(); ++i)
  {
    if (vtkDataArray* array =
          this->Images[i]->GetAttributes(choice.Association)->GetArray(choice.Name.c_str()))
    {
      const int components = array->GetNumberOfComponents();
      double range[2]; // kept by the array until it changes
      array->GetFiniteRange(range,
        components > 1 && this->IsosurfaceComponent >= components
          ? -1
          : std::min(this->IsosurfaceComponent, components - 1));
      mine[0] = range[0] <= range[1] ? std::min(mine[0], range[0]) : mine[0];
      mine[1] = range[0] <= range[1] ? std::min(mine[1], -range[1]) : mine[1];
    }
  }
  double all[2] = { mine[0], mine[1] };
  vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
  if (SeveralProcesses())
  {
    controller->AllReduce(mine, all, 2, vtkCommunicator::MIN_OP);
  }
  bool anyFinite = false, anyInRange = false;
  for (int i = 0; i < this->Mapper->GetSettings()->GetIsovalues()->GetNumberOfContours(); ++i)
  {
    const double value = this->Mapper->GetSettings()->GetIsovalues()->GetValue(i);
    anyFinite = anyFinite || std::isfinite(value);
    anyInRange = anyInRange || (value >= all[0] && value <= -all[1]);
  }
  if (anyFinite && !anyInRange && all[0] <= -all[1] && (!controller || controller->GetLocalProcessId() == 0))
  {
    std::ostringstream text;
    text << "There is no isosurface: the values of the array '"
         << (choice.Name.empty() ? this->IsosurfaceArray.Name : choice.Name) << "' are within [" << all[0]
         << ", " << -all[1] << "], and no isovalue is.";
    this->Report(false, text.str());
  }
}

vtkIsosurfaceRayCastRepresentation::ArrayChoice vtkIsosurfaceRayCastRepresentation::GetColorArray()
{
  ArrayChoice choice;
  vtkInformation* info = this->GetInputArrayInformation(0);
  if (info && info->Has(vtkDataObject::FIELD_ASSOCIATION()) && info->Has(vtkDataObject::FIELD_NAME()))
  {
    const char* name = info->Get(vtkDataObject::FIELD_NAME());
    choice.Name = name ? name : "";
    choice.Association = info->Get(vtkDataObject::FIELD_ASSOCIATION());
  }
  return choice;
}

bool vtkIsosurfaceRayCastRepresentation::ChooseIsosurfaceArray(ArrayChoice& choice)
{
  const auto isEmpty = [](vtkImageData* image) { return image->GetNumberOfPoints() == 0; };
  if (std::all_of(this->Images.begin(), this->Images.end(), isEmpty))
  {
    if (!SeveralProcesses())
    {
      this->Report(false, "The image is empty (no points), so there is nothing to draw.");
    }
    return false;
  }

  choice = this->IsosurfaceArray;
  if (!choice.Name.empty())
  {
    if (this->FindArray(choice))
    {
      return true;
    }
    for (const auto& image : this->Images)
    {
      if (image->GetAttributes(choice.Association)->GetAbstractArray(choice.Name.c_str()))
      {
        this->Report(true,
          "The array '" + choice.Name +
            "' is not one of numbers; choose another one to have isosurfaces of. Nothing is drawn.");
        return false;
      }
    }
    this->Report(true,
      "There is no array '" + choice.Name + "' on the " + PlaceOf(choice.Association) +
        " of the image; choose another one to have isosurfaces of. Nothing is drawn.");
    return false;
  }

  choice = this->GetColorArray();
  if (this->FindArray(choice))
  {
    return true;
  }
  for (int association : { vtkDataObject::FIELD_ASSOCIATION_POINTS, vtkDataObject::FIELD_ASSOCIATION_CELLS })
  {
    for (const auto& image : this->Images)
    {
      vtkDataSetAttributes* attributes = image->GetAttributes(association);
      for (int i = -1; i < attributes->GetNumberOfArrays(); ++i)
      {
        vtkDataArray* array = i < 0 ? attributes->GetScalars() : attributes->GetArray(i);
        if (array && array->GetName() && array->GetName()[0] &&
          std::strcmp(array->GetName(), vtkDataSetAttributes::GhostArrayName()) != 0)
        {
          choice.Name = array->GetName();
          choice.Association = association;
          return true;
        }
      }
    }
  }
  this->Report(true,
    "The image has no array of numbers on its points or cells, so there are no isosurfaces. Nothing is "
    "drawn.");
  return false;
}

void vtkIsosurfaceRayCastRepresentation::ChooseColors(const ArrayChoice& contoured)
{
  // The surface's own array: one of its components, or their length.
  vtkDataArray* array = this->FindArray(contoured);
  const int numComponents = array ? array->GetNumberOfComponents() : 1;
  const bool ofComponent = numComponents == 1 || this->IsosurfaceComponent < numComponents;
  const int component = numComponents == 1 ? 0 : this->IsosurfaceComponent;
  this->Mapper->GetSettings()->SetVectorMode(
    ofComponent ? vtkRayCastSettings::COMPONENT : vtkRayCastSettings::MAGNITUDE);
  this->Mapper->GetSettings()->SetVectorComponent(ofComponent ? component : 0);

  const ArrayChoice coloured = this->GetColorArray();
  vtkDataArray* colourArray = this->FindArray(coloured);
  if (!coloured.Name.empty() && !colourArray)
  {
    this->Report(false,
      "There is no array '" + coloured.Name + "' of numbers on the " + PlaceOf(coloured.Association) +
        " of the image to colour by; the surfaces are drawn in one colour.");
  }
  if (!colourArray)
  {
    this->Mapper->GetSettings()->SetColorModeToSolid();
    const int number = this->Mapper->GetSettings()->GetIsovalues()->GetNumberOfContours();
    this->Mapper->GetSettings()->GetIsovalues()->SetNumberOfColors(number);
    for (int i = 0; i < number; ++i)
    {
      this->Mapper->GetSettings()->GetIsovalues()->SetColor(i, this->DiffuseColor);
    }
    return;
  }

  vtkColorTransferFunction* colours = this->Property->GetRGBTransferFunction(0);
  const int numColourComponents = colourArray->GetNumberOfComponents();
  const bool byComponent =
    numColourComponents == 1 || colours->GetVectorMode() == vtkScalarsToColors::COMPONENT;
  const int colourComponent =
    numColourComponents == 1 ? 0 : std::clamp(colours->GetVectorComponent(), 0, numColourComponents - 1);
  if (coloured == contoured && byComponent == ofComponent && (!byComponent || colourComponent == component))
  {
    this->Mapper->GetSettings()->SetColorModeToIsovalue();
    return;
  }
  this->Mapper->GetSettings()->SetColorModeToArray();
  this->Mapper->GetSettings()->SelectColorArray(coloured.Association, coloured.Name.c_str());
  this->Mapper->GetSettings()->SetColorVectorMode(
    byComponent ? vtkRayCastSettings::COMPONENT : vtkRayCastSettings::MAGNITUDE);
  this->Mapper->GetSettings()->SetColorVectorComponent(colourComponent);
}

bool vtkIsosurfaceRayCastRepresentation::IsTranslucent()
{
  if (this->Mapper->GetSettings()->GetOpacity() < 1)
  {
    return true;
  }
  const int number = std::min(this->Mapper->GetSettings()->GetIsovalues()->GetNumberOfContours(),
    this->Mapper->GetSettings()->GetIsovalues()->GetNumberOfOpacities());
  for (int i = 0; i < number; ++i)
  {
    if (this->Mapper->GetSettings()->GetIsovalues()->GetOpacity(i) < 1)
    {
      return true;
    }
  }
  return false;
}

void vtkIsosurfaceRayCastRepresentation::ForEachMapper(
  const std::function<void(vtkIsosurfaceRayCastMapper*)>& action)
{
  action(this->Mapper);
  for (Block& block : this->Blocks)
  {
    action(block.Mapper);
  }
}

void vtkIsosurfaceRayCastRepresentation::CopyInputChoice(vtkIsosurfaceRayCastMapper* other)
{
  // What VTK keeps in the mapper itself; all else is in the settings that the mappers share.
  vtkIsosurfaceRayCastMapper* const mine = this->Mapper;
  other->SetScalarMode(mine->GetScalarMode());
  other->SelectScalarArray(mine->GetArrayName());
  other->SetCropping(mine->GetCropping());
  other->SetCroppingRegionPlanes(mine->GetCroppingRegionPlanes());
}

void vtkIsosurfaceRayCastRepresentation::SelectIsosurfaceArray(
  int, int, int, int association, const char* name)
{
  ArrayChoice choice;
  choice.Name = name ? name : "";
  choice.Association = association;
  if (!(choice == this->IsosurfaceArray))
  {
    // What was wrong with the one before is worth to be said again if it comes back.
    this->Said.clear();
    this->IsosurfaceArray = choice;
  }
}

void vtkIsosurfaceRayCastRepresentation::SetIsosurfaceComponent(int component)
{
  this->IsosurfaceComponent = std::max(0, component);
}

void vtkIsosurfaceRayCastRepresentation::SetIsovalue(int i, double value)
{
  this->Mapper->GetSettings()->GetIsovalues()->SetValue(i, value);
}

void vtkIsosurfaceRayCastRepresentation::SetNumberOfIsovalues(int number)
{
  this->Mapper->GetSettings()->GetIsovalues()->SetNumberOfContours(number);
}

void vtkIsosurfaceRayCastRepresentation::SetIsosurfaceOpacity(int i, double opacity)
{
  this->Mapper->GetSettings()->GetIsovalues()->SetOpacity(i, opacity);
}

void vtkIsosurfaceRayCastRepresentation::SetNumberOfIsosurfaceOpacities(int number)
{
  this->Mapper->GetSettings()->GetIsovalues()->SetNumberOfOpacities(number);
}

void vtkIsosurfaceRayCastRepresentation::SetOpacity(double opacity)
{
  this->Mapper->GetSettings()->SetOpacity(opacity);
}

void vtkIsosurfaceRayCastRepresentation::SetDiffuseColor(double red, double green, double blue)
{
  const double color[3] = { red, green, blue };
  std::copy_n(color, 3, this->DiffuseColor);
}

void vtkIsosurfaceRayCastRepresentation::SetDevice(int device)
{
  this->Mapper->GetSettings()->SetDevice(device);
}

void vtkIsosurfaceRayCastRepresentation::SetPipeline(int pipeline)
{
  this->Mapper->GetSettings()->SetPipeline(pipeline);
}

void vtkIsosurfaceRayCastRepresentation::SetCompactionMethod(int method)
{
  this->Mapper->GetSettings()->SetCompactionMethod(method);
}

void vtkIsosurfaceRayCastRepresentation::SetImageSampleDistance(double distance)
{
  this->Mapper->GetSettings()->SetImageSampleDistance(static_cast<float>(distance));
}

void vtkIsosurfaceRayCastRepresentation::SetAutoAdjustSampleDistances(bool adjust)
{
  this->Mapper->GetSettings()->SetAutoAdjustSampleDistances(adjust);
}

void vtkIsosurfaceRayCastRepresentation::SetMaximumImageSampleDistance(double distance)
{
  this->Mapper->GetSettings()->SetMaximumImageSampleDistance(static_cast<float>(distance));
}

void vtkIsosurfaceRayCastRepresentation::SetEarlyTermination(double share)
{
  this->Mapper->GetSettings()->SetEarlyTermination(static_cast<float>(share));
}

void vtkIsosurfaceRayCastRepresentation::SetProbePixel(int x, int y)
{
  this->ProbePixel[0] = x;
  this->ProbePixel[1] = y;
  this->ProbeHere();
}

void vtkIsosurfaceRayCastRepresentation::ProbeHere()
{
  // Of the blocks of this process, the one nearest to the eye.
  vtkPVRenderView* view = vtkPVRenderView::SafeDownCast(this->GetView());
  constexpr double nowhere = std::numeric_limits<double>::infinity();
  double nearest = nowhere;
  double found[6] = { 0, 0, 0, 0, 0, 0 }; // position, isovalue, value, colour value
  if (view && this->Shown && this->ProbePixel[0] >= 0 && this->ProbePixel[1] >= 0)
  {
    double eye[3];
    view->GetRenderer()->GetActiveCamera()->GetPosition(eye);
    this->ForEachMapper([&](vtkIsosurfaceRayCastMapper* mapper) {
      if (mapper->ProbePixel(this->ProbePixel[0], this->ProbePixel[1]))
      {
        const double distance = std::sqrt(vtkMath::Distance2BetweenPoints(eye, mapper->GetProbedPosition()));
        if (distance < nearest)
        {
          nearest = distance;
          std::copy_n(mapper->GetProbedPosition(), 3, found);
          found[3] = mapper->GetProbedIsovalue();
          found[4] = mapper->GetProbedValue();
          found[5] = mapper->GetProbedColorValue();
        }
      }
    });
  }
  // Of all ranks, the first with the nearest.
  if (SeveralProcesses())
  {
    vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
    const double mine = nearest;
    controller->AllReduce(&mine, &nearest, 1, vtkCommunicator::MIN_OP);
    const int candidate =
      mine == nearest ? controller->GetLocalProcessId() : controller->GetNumberOfProcesses();
    int owner = 0;
    controller->AllReduce(&candidate, &owner, 1, vtkCommunicator::MIN_OP);
    controller->Broadcast(found, 6, owner);
  }
  this->Probed = nearest < nowhere ? 1 : 0;
  std::copy_n(found, 3, this->ProbedPosition);
  std::copy_n(found + 3, 3, this->ProbedValues);
}

int vtkIsosurfaceRayCastRepresentation::GetProbed()
{
  // The picture may have changed since; with several ranks the pixel has to be set anew, because only one of
  // them is asked here.
  if (!SeveralProcesses())
  {
    this->ProbeHere();
  }
  return this->Probed;
}

double* vtkIsosurfaceRayCastRepresentation::GetProbedPosition()
{
  this->GetProbed();
  return this->ProbedPosition;
}

double* vtkIsosurfaceRayCastRepresentation::GetProbedValues()
{
  this->GetProbed();
  return this->ProbedValues;
}

const char* vtkIsosurfaceRayCastRepresentation::GetDeviceName()
{
  return this->Mapper->GetDeviceName();
}

const char* vtkIsosurfaceRayCastRepresentation::GetFallbackReason()
{
  return this->FallbackReason.empty() ? this->Mapper->GetFallbackReason() : this->FallbackReason.c_str();
}

const char* vtkIsosurfaceRayCastRepresentation::GetUsedPipelineName()
{
  return this->Mapper->GetReport()->GetText("pipeline");
}

vtkSmartPointer<vtkRayCastReport> vtkIsosurfaceRayCastRepresentation::ReportOfAllBlocks()
{
  auto report = vtkSmartPointer<vtkRayCastReport>::New();
  this->ForEachMapper(
    [&report](vtkIsosurfaceRayCastMapper* mapper) { report->AddReport(mapper->GetReport()); });
  return report;
}

namespace
{
template <class T, std::size_t N>
T* TakeRows(vtkRayCastReport* report, const char* const (&names)[N], T* values)
{
  std::transform(
    names, names + N, values, [report](const char* name) { return static_cast<T>(report->GetValue(name)); });
  return values;
}
} // namespace

double* vtkIsosurfaceRayCastRepresentation::GetTimings()
{
  return TakeRows(this->ReportOfAllBlocks(),
    { "bricks", "upload", "rebuild", "cast", "present", "frame" }, this->Timings);
}

double* vtkIsosurfaceRayCastRepresentation::GetMemoryUsed()
{
  return TakeRows(
    this->ReportOfAllBlocks(), { "volume memory", "brick memory", "frame memory" }, this->MemoryUsed);
}

double vtkIsosurfaceRayCastRepresentation::GetCompactionRatio()
{
  const vtkIdType* rays = this->GetRays();
  return rays[3] > 0 ? static_cast<double>(rays[4]) / static_cast<double>(rays[3]) : 0.0;
}

int* vtkIsosurfaceRayCastRepresentation::GetImageSize()
{
  return TakeRows(this->Mapper->GetReport(), { "image width", "image height" }, this->ImageSize);
}

vtkIdType* vtkIsosurfaceRayCastRepresentation::GetRays()
{
  return TakeRows(
    this->ReportOfAllBlocks(), { "rays", "hits", "rounds", "queue items", "kept items" }, this->Rays);
}

vtkIdType* vtkIsosurfaceRayCastRepresentation::GetLeaves()
{
  return TakeRows(this->ReportOfAllBlocks(), { "leaves", "active leaves" }, this->Leaves);
}

vtkIdType* vtkIsosurfaceRayCastRepresentation::GetUploads()
{
  return TakeRows(this->ReportOfAllBlocks(),
    { "volume uploads", "color array uploads", "isosurface uploads", "color table uploads" }, this->Uploads);
}

void vtkIsosurfaceRayCastRepresentation::SetStatistics(vtkIsosurfaceRayCastStatistics* statistics)
{
  statistics->SetRepresentation(this);
}

void vtkIsosurfaceRayCastRepresentation::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "IsosurfaceArray: " << this->IsosurfaceArray.Name << " on the "
     << PlaceOf(this->IsosurfaceArray.Association) << "\n";
  os << indent << "IsosurfaceComponent: " << this->IsosurfaceComponent << "\n";
  os << indent << "DiffuseColor: " << this->DiffuseColor[0] << ", " << this->DiffuseColor[1] << ", "
     << this->DiffuseColor[2] << "\n";
  os << indent << "ProbePixel: " << this->ProbePixel[0] << ", " << this->ProbePixel[1] << "\n";
  os << indent << "FallbackReason: " << this->GetFallbackReason() << "\n";
  os << indent << "NumberOfBlocks: " << this->Images.size() << "\n";
  os << indent << "Mapper:\n";
  this->Mapper->PrintSelf(os, indent.GetNextIndent());
}
