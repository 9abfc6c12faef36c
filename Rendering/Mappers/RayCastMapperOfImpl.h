// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The methods of RayCastMapperOf; only sources that instantiate it include this file.
#include "DrawnBounds.h"
#include "RayCastMapperOf.h"
#include "RayCastSession.h"
#include "vtkRayCastReport.h"
#include "vtkTrivialProducer.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>

template <class Base, class Settings>
RayCastMapperOf<Base, Settings>::RayCastMapperOf(const char* name, const char* noun)
  : HeldSettings(vtkSmartPointer<Settings>::New())
  , Report(vtkSmartPointer<vtkRayCastReport>::New())
  , BoundsOfMesh(std::make_unique<DrawnBounds>())
  , Session(std::make_unique<RayCastSession>(this, name, noun))
{
}

template <class Base, class Settings>
RayCastMapperOf<Base, Settings>::~RayCastMapperOf() = default;

template <class Base, class Settings>
void RayCastMapperOf<Base, Settings>::DrawFrame(
  vtkRenderer* renderer, vtkVolume* volume, RayCastFrame& frame, const std::function<void()>& step)
{
  this->Session->Run(renderer, volume, frame, step);
  this->TimeToDraw = this->Session->GetSeconds();
}

template <class Base, class Settings>
void RayCastMapperOf<Base, Settings>::SetSettings(Settings* settings)
{
  if (!settings || settings != this->HeldSettings)
  {
    this->HeldSettings = settings ? vtkSmartPointer<Settings>(settings) : vtkSmartPointer<Settings>::New();
    this->Modified();
  }
}

template <class Base, class Settings>
Settings* RayCastMapperOf<Base, Settings>::GetSettings()
{
  return this->HeldSettings;
}

template <class Base, class Settings>
vtkRayCastReport* RayCastMapperOf<Base, Settings>::GetReport()
{
  if (!this->Session->HasDrawn())
  {
    this->ForgetFrame();
  }
  this->Report->RemoveAllRows();
  this->Session->AddDrawnRows(this->Report);
  this->AddRows(this->Report);
  return this->Report;
}

template <class Base, class Settings>
const char* RayCastMapperOf<Base, Settings>::GetDeviceName()
{
  return this->Session->GetDeviceName();
}

template <class Base, class Settings>
const char* RayCastMapperOf<Base, Settings>::GetFallbackReason()
{
  return this->Session->GetFallbackReason();
}

template <class Base, class Settings>
const char* RayCastMapperOf<Base, Settings>::GetCaption()
{
  return this->Session->GetCaption().c_str();
}

template <class Base, class Settings>
vtkMTimeType RayCastMapperOf<Base, Settings>::GetMTime()
{
  return std::max(Base::GetMTime(), this->HeldSettings->GetMTime());
}

template <class Base, class Settings>
void RayCastMapperOf<Base, Settings>::Update()
{
  if (this->GetNumberOfInputConnections(0) != 1 ||
    !vtkTrivialProducer::SafeDownCast(this->GetInputAlgorithm()))
  {
    Base::Update();
  }
}

template <class Base, class Settings>
double* RayCastMapperOf<Base, Settings>::GetBounds()
{
  if (this->GetNumberOfInputConnections(0) > 0)
  {
    this->Update();
  }
  auto* const grid = vtkUnstructuredGrid::SafeDownCast(this->GetDataObjectInput());
  if (!grid)
  {
    return Base::GetBounds();
  }
  std::copy_n(this->BoundsOfMesh->Of(grid), 6, this->Bounds);
  return this->Bounds;
}

template <class Base, class Settings>
void RayCastMapperOf<Base, Settings>::ReleaseGraphicsResources(vtkWindow* window)
{
  this->Session->ReleaseGraphicsResources(window);
  this->ReleaseCaster();
  Base::ReleaseGraphicsResources(window);
}

template <class Base, class Settings>
void RayCastMapperOf<Base, Settings>::PrintSelf(std::ostream& os, vtkIndent indent)
{
  Base::PrintSelf(os, indent);
  os << indent << "Settings:\n";
  this->HeldSettings->PrintSelf(os, indent.GetNextIndent());
  os << indent << "Report:\n";
  this->GetReport()->PrintSelf(os, indent.GetNextIndent());
}
