// SPDX-License-Identifier: BSD-3-Clause
#include "vtkGridRayCastMapper.h"

#include "GridVolumeCaster.h"
#include "IsosurfaceGrid.h"
#include "RayCastSession.h"
#include "VolumeFrame.h"
#include "VolumeParts.h"
#include "vtkColorTransferFunction.h"
#include "vtkDataSet.h"
#include "vtkObjectFactory.h"
#include "vtkRayCastReport.h"
#include "vtkTetRayCastSettings.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

vtkStandardNewMacro(vtkGridRayCastMapper);

/// The members that last from frame to frame.
struct vtkGridRayCastMapper::Internals : VolumeParts
{
  using VolumeParts::VolumeParts;
  VolumeLookCaster& GetLook() override { return this->Caster; }

  GridVolumeCaster Caster{ Session };
};

/// One frame: a call of Render, or a part of a shared picture.
class vtkGridRayCastMapper::Frame : public VolumeFrame
{
public:
  Frame(vtkGridRayCastMapper& mapper, const FilmGroup* films, bool isAsked)
    : VolumeFrame(*mapper.Parts, mapper.GetSettings(), mapper.GetInput(), films, isAsked)
    , Mapper(mapper)
    , Caster(mapper.Parts->Caster)
  {
  }
  void Fail() override { this->Caster.Fail(); }

private:
  bool FindData() override;
  bool Update() override;

  vtkGridRayCastMapper& Mapper;
  GridVolumeCaster& Caster;
  IsosurfaceGrid Grid;
};

bool vtkGridRayCastMapper::Frame::FindData()
{
  RayCastSession& session = this->Common.Session;
  this->IsPart = this->Settings->GetInputIsPart() != 0;
  this->IsOverUnitDistance = true;
  if (!this->Grid.SelectImage(session, this->Mapper.GetInput(), this->IsPart) ||
    !session.SelectScalars(this->Grid.Image, "image", this->Settings, this->Scalars))
  {
    return false;
  }
  this->Grid.Scalars = this->Scalars;
  if (!this->SelectLook(this->Mapper, this->Grid.Image))
  {
    return false;
  }
  // No color lies between two categories, so that each cell needs a value of its own.
  vtkVolumeProperty* const property = session.GetVolume()->GetProperty();
  const bool areCategories = !this->AreColors && (this->DrawsVolume || !this->Slices.empty()) &&
    property->GetColorChannels(0) != 1 && property->GetRGBTransferFunction(0)->GetIndexedLookup();
  this->Grid.AreCellsConstant =
    areCategories || (this->Scalars.Association == vtkDataObject::CELL && !this->Settings->GetSmoothCells());
  const std::string problem = this->Grid.FindProblem(this->Grid.Scalars);
  if (!problem.empty())
  {
    session.Report(true, problem);
    return false;
  }
  if (this->Grid.AreCellsConstant && !this->Surfaces.Surfaces.empty())
  {
    this->Surfaces = {};
    this->SurfaceColors = {};
    session.Note(areCategories
        ? "Values that are categories have no isosurfaces."
        : "Cells with a value of their own have no isosurfaces; turn on Smooth Cell Values.");
  }
  return true;
}

bool vtkGridRayCastMapper::Frame::Update()
{
  this->Caster.Prepare(this->Settings, this->Grid, *this);
  this->IsInLight = this->DrawsVolume && this->IsLit(this->Common.Session);
  return this->Caster.UpdateImage(this->Grid, *this) && this->UpdateStyle();
}

vtkGridRayCastMapper::vtkGridRayCastMapper()
  : Parts(std::make_unique<Internals>(this->GetSession()))
{
}

vtkGridRayCastMapper::~vtkGridRayCastMapper() = default;

VolumeParts& vtkGridRayCastMapper::GetParts()
{
  return *this->Parts;
}

std::unique_ptr<VolumeFrame> vtkGridRayCastMapper::MakeFrame(const FilmGroup* films, bool isAsked)
{
  return std::make_unique<Frame>(*this, films, isAsked);
}

void vtkGridRayCastMapper::ReleaseCaster()
{
  this->Parts->Caster.Release();
}

void vtkGridRayCastMapper::AddRows(vtkRayCastReport* report)
{
  const GridVolumeCaster& caster = this->Parts->Caster;
  const std::int64_t(&points)[3] = caster.GetReport().dimensions;
  report->AddRow("bricks", caster.GetSetUpMilliseconds(), "ms");
  this->Parts->AddCastRows(report);
  report->AddBytes("volume memory", this->Parts->Memory.resident);
  report->AddCount("cells", points[0] > 0 ? (points[0] - 1) * (points[1] - 1) * (points[2] - 1) : 0);
  this->Parts->AddRayRows(report);
  this->Parts->AddPieceRows(report);
  report->AddCount("volume uploads", caster.GetImageUpdates());
  report->AddCount("transfer function uploads", caster.GetTransferFunctionUpdates());
  report->AddCount("color array uploads", caster.GetSurfaceColorUpdates());
  report->AddCount("color table uploads", caster.GetSurfaceColorTableUpdates());
  report->AddCount("isosurface uploads", this->Parts->Surfaces.GetNumberOfUpdates());
}
