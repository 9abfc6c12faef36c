// SPDX-License-Identifier: BSD-3-Clause
#include "GridVolumeCaster.h"

#include "DrawnValues.h"
#include "Geometry/RegularGrid/GridBlocks.h"
#include "IsosurfaceGrid.h"
#include "MeshVolumeArrays.h"
#include "RayCastSession.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkTetRayCastSettings.h"

#include <algorithm>

void GridVolumeCaster::Prepare(
  vtkTetRayCastSettings* settings, const IsosurfaceGrid& input, const MeshVolumeArrays& frame)
{
  // A point's color takes four bytes, and so does its opacity if that is a length.
  const int ofColors = frame.AreColors ? 8 / std::min(4, frame.Scalars.Array->GetDataTypeSize()) - 2 : 0;
  this->Chosen = { input.GetKey(), 1 + ofColors };
  for (const RayCastArray* const second : { &frame.Opacity, &frame.Threshold, &frame.SurfaceColors })
  {
    this->Chosen.second += second->Array ? 1 : 0;
  }
  const auto estimate = [&] {
    return static_cast<std::size_t>(this->Chosen.second) *
      inkray::estimateVolumeBytes(
        ImageInUse().MakeVolume(input.Image, input.Scalars, nullptr, input.AreCellsConstant));
  };
  this->Choice.Choose(
    settings->GetDevice(), settings->GetGPUMemory(), this->Chosen, estimate, [this] { this->Release(); });
}

bool GridVolumeCaster::UpdateImage(const IsosurfaceGrid& input, const MeshVolumeArrays& frame)
{
  this->Input = input.Image;
  if (frame.Threshold.Array && !this->Fits(frame.Threshold))
  {
    return false;
  }
  const vtkSmartPointer<vtkDataSet> image = this->CellThreshold.Apply(input.Image, frame);
  const IsosurfaceGrid drawn = { image, frame.Scalars, {}, input.AreCellsConstant };
  this->Association = frame.Scalars.Association;
  inkray::Revised<inkray::ShownField>& shown = this->Look.fields.values;
  if (!shown.isSet() || !IsHeld(shown.get(), frame.Held))
  {
    this->Image.Forget();
  }
  this->Image.Update(drawn.GetKey(), [&] {
    this->Look.fields = inkray::MeshFields();
    inkray::VolumeInput grid = this->InUse.MakeVolume(image, frame.Scalars, nullptr, input.AreCellsConstant);
    this->Kept = grid.scalars.association;
    inkray::ShownField values;
    static_cast<inkray::Field&>(values) = grid.scalars;
    values.held = frame.Held;
    values.full = frame.AreColors ? frame.GetFullChannel() : 0.0;
    grid.scalars = inkray::Field();
    this->Get()->setGrid(grid);
    this->GiveField(shown, values);
    this->SetUpMilliseconds += this->Get()->timings().adjacency;
  });
  // The opacity of colors belongs to the image: rays walk through its values.
  if (frame.AreColors && !this->UpdateOpacity(frame))
  {
    return false;
  }
  this->Report = this->Get()->report();
  const double(&range)[2] = this->Report.range;
  if (!DrawnValues::CheckImage(this->Session, frame.Scalars, this->Report, frame.IsPart, "nothing is drawn",
        "nothing is drawn",
        frame.NaN[3] > 0 ? "have the color map's color and opacity for NaN." : "are left out."))
  {
    return false;
  }
  if (frame.DrawsVolume && !frame.AreColors && !frame.IsPart && this->Report.numNonFinite == 0)
  {
    DrawnValues::NoteOneValue(this->Session, frame.Scalars, range);
  }
  const bool isDrawn = (frame.AreColors || this->UpdateOpacity(frame)) && this->UpdateThreshold(frame) &&
    this->UpdateSurfaceColors(frame);
  if (!frame.Opacity.Array)
  {
    this->InUse.ReleaseSecond();
  }
  if (!this->Choice.UsesHostArrays())
  {
    this->InUse.Release(); // the device has its own copies
    this->ThresholdInUse.Release();
    this->ColorsInUse.Release();
  }
  return isDrawn;
}

bool GridVolumeCaster::UpdateThreshold(const MeshVolumeArrays& frame)
{
  if (!frame.Threshold.Array || GridThreshold::IsElsewhere(frame))
  {
    this->ThresholdInUse.Release();
    return this->Drop(this->Look.fields.threshold);
  }
  return this->VolumeLookCaster::UpdateThreshold(frame, [&](inkray::ThresholdField& values) {
    static_cast<inkray::Field&>(values) =
      this->ThresholdInUse.MakeSecond(this->Input, frame.Threshold, this->Association);
    values.association = this->Kept;
    return true;
  });
}

bool GridVolumeCaster::UpdateSurfaceColors(const MeshVolumeArrays& frame)
{
  if (!frame.SurfaceColors.Array)
  {
    this->ColorsInUse.Release();
  }
  return this->VolumeLookCaster::UpdateSurfaceColors(frame, [&](inkray::Field& values) {
    values = this->ColorsInUse.MakeSecond(this->Input, frame.SurfaceColors, this->Association);
    values.association = this->Kept;
    return true;
  });
}

bool GridVolumeCaster::Fits(const RayCastArray& array) const
{
  const bool ofCells = array.Association == vtkDataObject::CELL;
  if (array.Array->GetNumberOfTuples() !=
    (ofCells ? this->Input->GetNumberOfCells() : this->Input->GetNumberOfPoints()))
  {
    this->Session.Report(true, "The array " + array.GetQuotedName() + " has a wrong number of values.");
    return false;
  }
  return true;
}

bool GridVolumeCaster::GetValues(const RayCastArray& array, inkray::Field& values)
{
  if (!this->Fits(array))
  {
    return false;
  }
  values = this->InUse.MakeSecond(this->Input, array, this->Association);
  values.association = this->Kept;
  return true;
}

void GridVolumeCaster::Release()
{
  this->Choice.Drop();
  this->Look = inkray::MeshLook();
  this->InUse.Release();
  this->ThresholdInUse.Release();
  this->ColorsInUse.Release();
}

void GridVolumeCaster::Fail()
{
  this->Choice.Fail(this->Chosen);
  this->Release();
}
