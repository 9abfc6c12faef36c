// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolumeCaster.h"

#include "CellHistogram.h"
#include "CellRanges.h"
#include "Core/FieldValues.h"
#include "DrawnValues.h"
#include "Geometry/Mesh/Partition.h"
#include "MeshBlockStyles.h"
#include "MeshPointAverages.h"
#include "MeshVolumeArrays.h"
#include "MeshVolumeInput.h"
#include "PointGradients.h"
#include "RayCastSession.h"
#include "vtkDataArray.h"
#include "vtkPointData.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>

MeshVolumeCaster::MeshVolumeCaster(RayCastSession& session, MeshVolumeInput& input)
  : VolumeLookCaster(session)
  , Input(input)
{
}

void MeshVolumeCaster::Prepare(vtkTetRayCastSettings* settings)
{
  const auto estimate = [this] {
    const inkray::TetMeshInput mesh = this->Input.GetTetrahedra()->GetMesh();
    return inkray::estimateMeshBytes(mesh.numTets, mesh.numPoints).setUp;
  };
  this->Choice.Choose(settings->GetDevice(), settings->GetGPUMemory(), this->Input.GetMeshMTime(), estimate,
    [this] { this->Release(); });
}

bool MeshVolumeCaster::AddTo(
  CellHistogram& histogram, const CellHistogramInput& input, const double bounds[6])
{
  const auto holds = [](const auto& item, const RayCastHeld<RayCastKey>& held, const RayCastArray& array) {
    return item.isSet() && held && array.Array && held.Get() == RayCastKey(array);
  };
  const bool hasThreshold = input.Threshold.Array != nullptr;
  if (!this->Get() || this->Get()->device() != inkray::DeviceKind::CUDA ||
    !this->HasMesh(this->Input.GetMeshMTime()) || !this->Input.GetTetrahedra()->IsUpToDate(input.Grid) ||
    !holds(this->Look.fields.values, this->Scalars, input.Values) ||
    (hasThreshold && !holds(this->Look.fields.threshold, this->Threshold, input.Threshold)))
  {
    return false;
  }
  try
  {
    inkray::MeshHistogramInput counted;
    counted.values = histogram.Values;
    counted.gradients = histogram.Gradients;
    counted.box = input.Box;
    std::copy_n(bounds, 6, counted.bounds);
    counted.obeysThreshold = hasThreshold;
    if (hasThreshold)
    {
      this->GiveThreshold(input.ThresholdRange); // each frame sets its range
    }
    histogram.Add(this->Get()->histogram(counted));
    return true;
  }
  catch (const std::exception&)
  {
    return false; // the next frame reports the device's problem
  }
}

void MeshVolumeCaster::Release()
{
  this->Choice.Drop();
  this->Mesh.Forget();
  this->Look = inkray::MeshLook();
}

void MeshVolumeCaster::Fail()
{
  this->Choice.Fail(this->Input.GetMeshMTime());
  this->Release();
}

bool MeshVolumeCaster::UpdateValues(const MeshVolumeArrays& frame)
{
  return this->UpdateScalars(frame) && this->UpdateOpacity(frame) && this->UpdateThreshold(frame) &&
    this->UpdateSurfaceColors(
      frame, [&](inkray::Field& values) { return this->GetValues(frame.SurfaceColors, values); });
}

bool MeshVolumeCaster::GetTriples(const RayCastArray& array, std::vector<float>& colors, inkray::Field& field)
{
  for (int c = 0; c < 3; ++c)
  {
    const RayCastArray component = { array.Array, array.Association, c };
    if (!this->Input.GetValues(component, field))
    {
      return false;
    }
    if (field.memory == inkray::MemorySpace::Cuda)
    {
      return true; // the caster reads all components in device memory
    }
    // Copy one component at a time: a mesh with added points has copies of the array's tuples.
    inkray::Field tuples = field;
    tuples.tupleOf = nullptr;
    colors.resize(3 * static_cast<std::size_t>(field.numTuples));
    inkray::visitEntries(tuples, [&](const auto& value) {
      for (std::int64_t i = 0; i < field.numTuples; ++i)
      {
        colors[3 * i + c] = static_cast<float>(value(i));
      }
    });
  }
  field.values = colors.data();
  field.type = inkray::ValueType::Float32;
  field.numComponents = 3;
  field.component = 0;
  return true;
}

void MeshVolumeCaster::UpdateMesh(bool isPiece, const double wholeBounds[6])
{
  if (!std::equal(wholeBounds, wholeBounds + 6, this->WholeBounds))
  {
    std::copy_n(wholeBounds, 6, this->WholeBounds);
    this->Mesh.Forget();
  }
  this->Mesh.Update(this->Input.GetMeshMTime(), [&] {
    this->Look.fields = inkray::MeshFields();
    inkray::TetMeshInput mesh = this->Input.GetTetrahedra()->GetMesh();
    mesh.wholeBounds = this->WholeBounds[0] <= this->WholeBounds[1] ? this->WholeBounds : nullptr;
    this->MeshReport =
      this->Get()->setMesh(mesh, this->Session.Observe("Finding neighbors of tetrahedra", 0.7));
    const inkray::TetRayCastTimings timings = this->Get()->timings();
    this->SetUpMilliseconds += timings.adjacency;
    this->UploadMilliseconds += timings.upload;
  });
  this->Input.NoteMesh(this->MeshReport, isPiece);
}

bool MeshVolumeCaster::UpdateScalars(const MeshVolumeArrays& frame)
{
  inkray::Revised<inkray::ShownField>& shown = this->Look.fields.values;
  if (!IsHeld(shown.get(), frame.Held))
  {
    this->Scalars.Forget();
  }
  std::vector<float> colors;
  const auto load = [&](inkray::ShownField& values) {
    values.held = frame.Held;
    if (!frame.AreColors)
    {
      return this->Input.GetValues(frame.Scalars, values);
    }
    values.full = frame.GetFullChannel();
    return this->GetTriples(frame.Scalars, colors, values);
  };
  if (!this->Send(this->Scalars, shown, frame.Scalars, load))
  {
    return false;
  }

  const bool hasSurfaces = !frame.Surfaces.Surfaces.empty();
  if ((frame.IsInLight || frame.GradientOpacity || frame.Transfer2D || hasSurfaces) &&
    !(this->UpdateGradientScalars(frame) && this->UpdateGradients(frame)))
  {
    return false;
  }

  const inkray::FiniteRange found = this->Get()->valueRange();
  double range[2] = { found.low, found.high };
  if (!DrawnValues::Check(this->Session, frame.Scalars, range, found.notFinite,
        frame.NaN[3] > 0 ? "have the color map's color and opacity for NaN." : "are transparent."))
  {
    return false;
  }
  if (frame.DrawsVolume && !frame.AreColors && !frame.IsPart && found.notFinite == 0)
  {
    if (frame.Blocks)
    {
      frame.Blocks->GetRange(false, range);
    }
    DrawnValues::NoteOneValue(this->Session, frame.Scalars, range);
  }
  return true;
}

bool MeshVolumeCaster::UpdateGradientScalars(const MeshVolumeArrays& frame)
{
  // Light, and functions of the gradient's magnitude, need the gradient of the values. For cell values, use
  // the gradient of their averages at the points; for colors, the gradient of component 0, as in VTK's
  // vtkVolumeShaderComposer for dependent components. A separate opacity array does not change the gradient.
  const bool ofCells = frame.Scalars.Association == vtkDataObject::CELL;
  if (this->Look.fields.gradientValues.isSet() || !(ofCells || frame.AreColors))
  {
    return true;
  }
  const int component = frame.AreColors ? 0 : frame.Scalars.Component;
  vtkSmartPointer<vtkDataArray> averages =
    frame.IsPart ? MeshPointAverages::FindIn(frame.Grid, frame.Scalars) : nullptr;
  if (ofCells && !averages)
  {
    averages = this->Input.GetTetrahedra()->AverageAtPoints(frame.Scalars.Array, component);
  }
  inkray::Field values;
  if ((ofCells && !averages) ||
    !this->Input.GetTetrahedra()->GetScalars(
      ofCells ? averages.Get() : frame.Scalars.Array, vtkDataObject::POINT, ofCells ? 0 : component, values))
  {
    this->Session.Report(true, this->Input.GetTetrahedra()->GetMessage());
    return false;
  }
  this->GiveField(this->Look.fields.gradientValues, values);
  return true;
}

bool MeshVolumeCaster::UpdateGradients(const MeshVolumeArrays& frame)
{
  RayCastArray values = frame.Scalars;
  values.Component = frame.AreColors ? 0 : values.Component;
  if (vtkDataArray* const averages = MeshPointAverages::FindIn(frame.Grid, frame.Scalars))
  {
    values = { averages, vtkDataObject::POINT, 0 };
  }
  vtkDataArray* const array = frame.Grid->GetPointData()->GetArray(PointGradients::NameFor(values).c_str());
  if (!frame.IsPart || !array || this->Choice.IsPieced())
  {
    return true;
  }
  const RayCastArray gradients = { array, vtkDataObject::POINT, 0 };
  std::vector<float> numbers;
  return this->Send(this->Gradients, this->Look.fields.gradients, gradients,
    [&](inkray::Field& field) { return this->GetTriples(gradients, numbers, field); });
}

bool MeshVolumeCaster::UpdateThreshold(const MeshVolumeArrays& frame)
{
  CellRanges ranges = CellRanges::In(frame.Grid, frame.Threshold);
  const ThresholdLoad load = [&](inkray::ThresholdField& values) {
    if (!this->Input.GetValues(frame.Threshold, values))
    {
      return false;
    }
    const bool areBrought = frame.IsPart && ranges.Least && ranges.Greatest;
    if (frame.Threshold.Association == vtkDataObject::CELL ||
      (!areBrought && !this->Input.GetTetrahedra()->GetTupleOfTet()))
    {
      return true;
    }
    // Cells that are no tetrahedra vanish as a whole, and so do cells that were cut at the borders between
    // ranks.
    if (!areBrought)
    {
      ranges = CellRanges(frame.Grid, frame.Threshold);
    }
    this->Input.GetTetrahedra()->GetScalars(ranges.Least, vtkDataObject::CELL, 0, values);
    values.greatest = values;
    values.greatest.values = ranges.Greatest->GetPointer(0);
    return true;
  };
  return this->VolumeLookCaster::UpdateThreshold(frame, load);
}
