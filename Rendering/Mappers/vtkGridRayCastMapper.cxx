// SPDX-License-Identifier: BSD-3-Clause
#include "vtkGridRayCastMapper.h"

#include "GridVolumeCaster.h"
#include "IsosurfaceGrid.h"
#include "RayCastSession.h"
#include "ViewScene.h"
#include "VolumeFrame.h"
#include "VolumeParts.h"
#include "vtkColorTransferFunction.h"
#include "vtkDataSet.h"
#include "vtkObjectFactory.h"
#include "vtkRayCastReport.h"
#include "vtkRenderer.h"
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

/// One frame.
class vtkGridRayCastMapper::Frame : public VolumeFrame
{
public:
  Frame(vtkGridRayCastMapper& mapper, const FilmGroup* films)
    : VolumeFrame(*mapper.Parts, mapper.GetSettings(), films)
    , Mapper(mapper)
    , Caster(mapper.Parts->Caster)
  {
  }
  bool Find() override;
  void Draw() override;
  void Fail() override { this->Caster.Fail(this->Input); }
  /// Called in place of Draw: provide this frame's part of a shared picture. Returns false if it cannot be
  /// shared.
  bool Give(PicturePart& part);

private:
  /// Bring the caster up to date. Returns false, and reports why, if there is nothing to draw.
  bool Update();

  vtkGridRayCastMapper& Mapper;
  GridVolumeCaster& Caster;
  IsosurfaceGrid Input;
};

bool vtkGridRayCastMapper::Frame::Find()
{
  RayCastSession& session = this->Common.Session;
  this->IsPart = this->Settings->GetInputIsPart() != 0;
  this->IsOverUnitDistance = true;
  if (!this->Input.SelectImage(session, this->Mapper.GetInput(), this->IsPart) ||
    !session.SelectScalars(this->Input.Image, "image", this->Settings, this->Scalars))
  {
    return false;
  }
  this->Input.Scalars = this->Scalars;
  const std::string problem = this->Input.FindProblem(this->Scalars);
  if (!problem.empty())
  {
    session.Report(true, problem);
    return false;
  }
  this->Mapper.GetThresholdRange(this->ThresholdRange);
  if (!this->SelectLook(this->Mapper.GetBlendMode(), this->Mapper.GetAverageIPScalarRange(),
        this->Mapper.GetBlendedOpacity(), this->Mapper.GetClippingPlanes(), this->Input.Image))
  {
    return false;
  }
  vtkVolumeProperty* const property = session.GetVolume()->GetProperty();
  const bool areCategories = (this->DrawsVolume || !this->Slices.empty()) &&
    property->GetColorChannels(0) != 1 && property->GetRGBTransferFunction(0)->GetIndexedLookup();
  if (this->AreColors || areCategories)
  {
    session.Report(true,
      areCategories ? "Categories are not drawn as a volume of an image; give it a continuous color map."
                    : "The components of the array " + this->Scalars.GetQuotedName() +
          " are colors, which are not drawn as a volume of an image; map one component, or the magnitude, to "
          "colors.");
    return false;
  }
  if (this->SurfaceColors.Array)
  {
    this->SurfaceColors = {};
    session.Note(
      "Isosurfaces in the volume of an image have the colors of their values, not of a second array.");
  }
  this->HasData = true;
  this->FindRanges();
  return true;
}

bool vtkGridRayCastMapper::Frame::Update()
{
  this->Caster.Prepare(this->Settings->GetDevice(), this->Input);
  this->IsInLight = this->DrawsVolume && this->IsLit(this->Common.Session);
  return this->Caster.UpdateImage(this->Input, *this) && this->UpdateStyle();
}

void vtkGridRayCastMapper::Frame::Draw()
{
  RayCastSession& session = this->Common.Session;
  if (!this->Update())
  {
    return;
  }
  if (RayCastSession::IsSelecting(session.GetRenderer()))
  {
    this->Common.Selection.Draw(session, this->Input.Image, this->Settings, this->MakeOptions());
  }
  else
  {
    this->CastPicture(this->MakeOptions(), true, false);
  }
}

bool vtkGridRayCastMapper::Frame::Give(PicturePart& part)
{
  if (!this->Update())
  {
    return false;
  }
  part = this->MakePart(this->MakeOptions());
  return this->Films || part.MakeSource({})->canBeWalked();
}

vtkGridRayCastMapper::vtkGridRayCastMapper()
  : Superclass("InKRay Ray Caster", "volume")
  , Parts(std::make_unique<Internals>(this->GetSession()))
{
}

vtkGridRayCastMapper::~vtkGridRayCastMapper() = default;

void vtkGridRayCastMapper::Render(vtkRenderer* renderer, vtkVolume* volume)
{
  if (RayCastSession::IsSelecting(renderer))
  {
    this->Parts->CountRays(); // counts the frame's rays before others are cast for the ids
  }
  else
  {
    this->ForgetFrame();
  }
  Frame frame(*this, ViewScene::Of(renderer)->GetShared().Films);
  this->DrawFrame(renderer, volume, frame);
}

bool vtkGridRayCastMapper::Offer(vtkRenderer* renderer, vtkVolume* volume, FilmOffer& offer)
{
  this->ForgetFrame();
  bool isOffered = false;
  Frame frame(*this, nullptr);
  this->DrawFrame(renderer, volume, frame, [&] { isOffered = frame.Offer(offer); });
  return isOffered;
}

bool vtkGridRayCastMapper::Give(
  vtkRenderer* renderer, vtkVolume* volume, const FilmGroup* films, PicturePart& part)
{
  this->ForgetFrame();
  bool isGiven = false;
  Frame frame(*this, films);
  this->DrawFrame(renderer, volume, frame, [&] { isGiven = frame.Give(part); });
  return isGiven;
}

void vtkGridRayCastMapper::SelectOpacityArray(int association, const char* name, int component)
{
  if (this->Parts->OpacityChoice.Set(association, name, component))
  {
    this->Modified();
  }
}

void vtkGridRayCastMapper::SelectThresholdArray(int association, const char* name, int component)
{
  if (this->Parts->ThresholdChoice.Set(association, name, component))
  {
    this->Modified();
  }
}

void vtkGridRayCastMapper::SetIdArrayNames(
  const char* pointIds, const char* cellIds, const char* compositeIndices, const char* processIds)
{
  this->Parts->Selection.IdArrays = { pointIds, cellIds, compositeIndices, processIds };
}

double vtkGridRayCastMapper::FindCells(vtkIdTypeArray* pixels, vtkIdTypeArray* cells, vtkFloatArray* behind)
{
  return this->Parts->Selection.FindCells(
    this->GetInput(), pixels, cells, behind, static_cast<float>(this->GetSettings()->GetPickOpacity()), this);
}

void vtkGridRayCastMapper::FindEnds(vtkIdTypeArray* pixels, vtkFloatArray* ends)
{
  this->Parts->Selection.FindEnds(this->GetInput(), pixels, ends);
}

void vtkGridRayCastMapper::FindLayers(vtkIdTypeArray* pixels, vtkFloatArray* ends, vtkFloatArray* layers)
{
  this->Parts->Selection.FindLayers(
    this->GetInput(), pixels, ends, layers, static_cast<float>(this->GetSettings()->GetPickOpacity()));
}

RayCastMapper::Merging vtkGridRayCastMapper::GetMerging()
{
  return this->BlendMode == vtkVolumeMapper::COMPOSITE_BLEND ? Merging::CastsOthers : Merging::Never;
}

bool vtkGridRayCastMapper::IsPictureOpaque()
{
  return this->GetSettings()->DrawsOpaqueSurfacesAlone();
}

bool vtkGridRayCastMapper::KeepsFilms()
{
  const inkray::FilmTraits* const film = inkray::findFilm(this->BlendMode);
  return film && !film->isComposite && this->GetSettings()->GetDrawVolume();
}

void vtkGridRayCastMapper::ForgetFrame()
{
  this->Parts->ForgetFrame();
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
  report->AddCount("volume uploads", caster.GetImageUpdates());
  report->AddCount("transfer function uploads", caster.GetTransferFunctionUpdates());
  report->AddCount("isosurface uploads", this->Parts->Surfaces.GetNumberOfUpdates());
}
