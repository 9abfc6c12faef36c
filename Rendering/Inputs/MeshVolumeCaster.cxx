// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolumeCaster.h"

#include "CellHistogram.h"
#include "CellRanges.h"
#include "Core/FieldValues.h"
#include "MeshBlockStyles.h"
#include "MeshCasterChoice.h"
#include "MeshPointAverages.h"
#include "MeshVolumeFrame.h"
#include "MeshVolumeInput.h"
#include "PointGradients.h"
#include "RayCastBridge.h"
#include "RayCastSession.h"
#include "RayCastTransferFunction.h"
#include "ShownRange.h"
#include "vtkDataArray.h"
#include "vtkDiscretizableColorTransferFunction.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPointData.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <sstream>

namespace
{
bool IsSame(const inkray::FiniteRange& a, const inkray::FiniteRange& b)
{
  return a.low == b.low && a.high == b.high;
}
} // namespace

MeshVolumeCaster::MeshVolumeCaster(RayCastSession& session, MeshVolumeInput& input, MeshCasterChoice& choice)
  : Session(session)
  , Input(input)
  , Choice(choice)
{
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
      this->GiveThreshold(input.ThresholdRange); // each frame sets its own range
    }
    histogram.Add(this->Get()->histogram(counted));
    return true;
  }
  catch (const std::exception&)
  {
    return false; // the next frame reports the device's problem
  }
}

void MeshVolumeCaster::KeepRanges(MeshVolumeFrame& frame) const
{
  frame.Held = this->Look.fields.values->held;
  frame.HeldOpacity = this->Look.fields.opacity->held;
}

void MeshVolumeCaster::Release()
{
  this->Choice.Drop();
  this->Mesh.Forget();
  this->Look = inkray::MeshLook();
}

template <class T>
void MeshVolumeCaster::GiveField(inkray::Revised<T>& item, const T& values)
{
  this->Give(item, values);
  this->UploadMilliseconds += this->Get()->timings().upload;
}

template <class T, class Load>
bool MeshVolumeCaster::Send(
  RayCastHeld<RayCastKey>& held, inkray::Revised<T>& item, const RayCastArray& array, const Load& load)
{
  const RayCastKey key(array);
  if (item.isSet() && held && held.Get() == key)
  {
    return true;
  }
  held.Forget();
  T values;
  if (!load(values))
  {
    return false;
  }
  held.Update(key, [&] { this->GiveField(item, values); });
  return true;
}

template <class T>
bool MeshVolumeCaster::Drop(inkray::Revised<T>& item)
{
  item.reset();
  this->Get()->update(this->Look);
  return true;
}

void MeshVolumeCaster::GiveThreshold(const double shown[2])
{
  inkray::Revised<inkray::ThresholdBounds>& item = this->Look.style.threshold;
  if (!item.isSet() || item->low != shown[0] || item->high != shown[1])
  {
    this->Give(item, { shown[0], shown[1] });
  }
}

void MeshVolumeCaster::GiveLight(
  const std::vector<inkray::SurfaceLight>& lights, const inkray::SurfaceMaterial& material)
{
  this->Look.style.lights = lights;
  this->Look.style.material = material;
  this->Get()->update(this->Look);
}

bool MeshVolumeCaster::UpdateValues(const MeshVolumeFrame& frame)
{
  return this->UpdateScalars(frame) && this->UpdateOpacity(frame) && this->UpdateThreshold(frame) &&
    this->UpdateSurfaceColors(frame);
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
    // Copy one component at a time: a mesh with points that were added has copies of their tuples.
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
    this->AdjacencyMilliseconds += timings.adjacency;
    this->UploadMilliseconds += timings.upload;
  });
  this->Input.NoteMesh(this->MeshReport, isPiece);
  this->Choice.NoteMesh();
}

bool MeshVolumeCaster::UpdateScalars(const MeshVolumeFrame& frame)
{
  inkray::Revised<inkray::ShownField>& shown = this->Look.fields.values;
  if (!IsSame(shown->held, frame.Held))
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
    // The value of a full color channel, as in ParaView when colors are not mapped.
    const int type = frame.Scalars.Array->GetDataType();
    values.full = type == VTK_FLOAT || type == VTK_DOUBLE ? 1.0 : 255.0;
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
  if (!this->Input.CheckValues(frame.Scalars, range, found.notFinite,
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
    this->Input.NoteOneValue(frame.Scalars, range);
  }
  return true;
}

bool MeshVolumeCaster::UpdateGradientScalars(const MeshVolumeFrame& frame)
{
  // Light, and functions of the gradient's magnitude, need the gradient of the values. For cell values it is
  // the gradient of their averages at the points. For colors it is the gradient of component 0, as in VTK's
  // vtkVolumeShaderComposer for dependent components. A separate opacity array has no influence on it.
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

bool MeshVolumeCaster::UpdateGradients(const MeshVolumeFrame& frame)
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

bool MeshVolumeCaster::UpdateOpacity(const MeshVolumeFrame& frame)
{
  inkray::Revised<inkray::HeldField>& item = this->Look.fields.opacity;
  if (!frame.Opacity.Array)
  {
    return this->Drop(item);
  }
  if (!IsSame(item->held, frame.HeldOpacity))
  {
    this->Opacity.Forget();
  }
  const auto load = [&](inkray::HeldField& values) {
    values.held = frame.HeldOpacity;
    return this->Input.GetValues(frame.Opacity, values);
  };
  if (!this->Send(this->Opacity, item, frame.Opacity, load))
  {
    return false;
  }
  const inkray::FiniteRange found = this->Get()->opacityRange();
  if (!(found.low <= found.high))
  {
    this->Session.Report(true,
      "No value of the array " + frame.Opacity.GetQuotedName() +
        ", which gives the opacity, is a finite number, so nothing is drawn.");
    return false;
  }
  if (found.notFinite > 0)
  {
    this->Session.Note(std::to_string(found.notFinite) + " of " +
      std::to_string(frame.Opacity.Array->GetNumberOfTuples()) + " values of the array " +
      frame.Opacity.GetQuotedName() +
      " are not finite numbers (NaN or infinite); the cells that use them are transparent.");
  }
  return true;
}

bool MeshVolumeCaster::UpdateThreshold(const MeshVolumeFrame& frame)
{
  if (!frame.Threshold.Array)
  {
    return this->Drop(this->Look.fields.threshold);
  }
  const double* const shown = frame.ThresholdRange;
  this->GiveThreshold(shown);
  double range[2];
  frame.Threshold.Array->GetFiniteRange(range, frame.Threshold.Component);
  if (!frame.IsPart && (range[1] < shown[0] || range[0] > shown[1]))
  {
    std::ostringstream note;
    note << "The threshold from " << shown[0] << " to " << shown[1] << " leaves no value of the array "
         << frame.Threshold.GetQuotedName() << " (" << range[0] << " to " << range[1]
         << "), so no cell is shown.";
    this->Session.Note(note.str());
  }
  CellRanges ranges = CellRanges::In(frame.Grid, frame.Threshold);
  const auto load = [&](inkray::ThresholdField& values) {
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
  return this->Send(this->Threshold, this->Look.fields.threshold, frame.Threshold, load);
}

bool MeshVolumeCaster::UpdateSurfaceColors(const MeshVolumeFrame& frame)
{
  if (!frame.SurfaceColors.Array)
  {
    return this->Drop(this->Look.fields.surfaceValues);
  }
  vtkScalarsToColors* const own = frame.SurfaceColorFunction;
  vtkVolumeProperty* const property = this->Session.GetVolume()->GetProperty();
  this->Give(this->Look.style.surfaceColors, this->SurfaceColorTable,
    RayCastKey(RayCastBridge::FindSurfaceFunction(own, property)),
    [&] { return RayCastBridge::MakeSurfaceTable(own, property); });
  return this->Send(this->SurfaceColors, this->Look.fields.surfaceValues, frame.SurfaceColors,
    [&](inkray::Field& values) { return this->Input.GetValues(frame.SurfaceColors, values); });
}

void MeshVolumeCaster::UpdateFunctions(const MeshVolumeFrame& frame)
{
  vtkVolumeProperty* property = this->Session.GetVolume()->GetProperty();
  RayCastBridge::FunctionUse use;
  use.Opacities = !frame.Opacity.Array;
  use.PerLength = frame.Film.isPerLength;
  use.Opacity = use.PerLength ? 1.0 : frame.BlendedOpacity;
  // VTK builds its table of colors on first use, which modifies the function; build it before the key is
  // made. Tables of the slowest color space are built only when they are needed.
  if (property->GetColorChannels(0) != 1)
  {
    auto* const table =
      vtkDiscretizableColorTransferFunction::SafeDownCast(property->GetRGBTransferFunction(0));
    if (table && table->GetColorSpace() != VTK_CTF_LAB_CIEDE2000)
    {
      table->Build();
    }
  }
  // The key includes the use of the functions.
  const auto key = [&](bool isOpacity, double opacity) {
    RayCastKey made(property);
    made.Association = (use.Opacities ? 1 : 0) + (use.PerLength ? 2 : 0) + (isOpacity ? 4 : 0);
    made.Component = static_cast<int>(1e6 * opacity);
    if (frame.Blocks)
    {
      made.Association += 8;
      made.Time = std::max(made.Time, frame.Blocks->GetTime());
    }
    return made;
  };
  const auto spread = [&frame](const inkray::TransferFunction& function, bool ofOpacity) {
    return frame.Blocks ? frame.Blocks->Spread(function, ofOpacity) : function;
  };
  this->Give(this->Look.style.function, this->TransferFunction, key(false, use.Opacity), [&] {
    return spread(RayCastBridge::MakeTransferFunction(property, this->TransferFunctionProblem, use), false);
  });
  if (frame.Opacity.Array)
  {
    this->Give(this->Look.style.opacityFunction, this->OpacityFunction, key(true, use.Opacity), [&] {
      RayCastBridge::FunctionUse opacities = use;
      opacities.Colors = false;
      opacities.Opacities = true;
      return spread(
        RayCastBridge::MakeTransferFunction(property, this->OpacityFunctionProblem, opacities), true);
    });
    if (!this->OpacityFunctionProblem.empty())
    {
      this->Session.Report(false, this->OpacityFunctionProblem);
    }
  }
  if (!this->TransferFunctionProblem.empty())
  {
    this->Session.Report(false, this->TransferFunctionProblem);
  }
  const bool isSeparate = frame.Opacity.Array != nullptr;
  const inkray::FiniteRange found = isSeparate ? this->Get()->opacityRange() : this->Get()->valueRange();
  double range[2] = { found.low, found.high };
  if (frame.Blocks)
  {
    frame.Blocks->GetRange(isSeparate, range);
  }
  const bool showsMissing = frame.NaN[3] > 0 && this->Get()->valueRange().notFinite > 0;
  const bool hasSurfaces = !frame.Surfaces.Surfaces.empty() || !frame.Slices.empty();
  if (frame.DrawsVolume && !frame.Transfer2D && !frame.IsPart && !showsMissing && !hasSurfaces &&
    RayCastBridge::ShowsOnlyOthers(property, range))
  {
    std::ostringstream values;
    values << range[0];
    if (range[0] < range[1])
    {
      values << " to " << range[1];
    }
    const std::string what = "The opacity function is 0 for all values of the array " +
      (frame.Opacity.Array ? frame.Opacity : frame.Scalars).GetQuotedName() + " (" + values.str() +
      "), so nothing can be seen";
    // Simulations often begin with one value everywhere, and then the user has nothing to do: a note
    // suffices. If the function has been rescaled to that value, it is a problem.
    const double* const ofFunction = property->GetScalarOpacity(0)->GetRange();
    const bool isRescaled = ofFunction[1] - ofFunction[0] <= 1e-3 * std::abs(range[0]);
    if (range[0] < range[1])
    {
      this->Session.Report(false, what + "; change it, or rescale it to the data range.", "opacity");
      return;
    }
    if (!isRescaled)
    {
      this->Session.Note(what + " until there are other values; to see this one, change the function.");
      return;
    }
    const std::string problem =
      what + ", because the function begins with 0 there; rescale it to a wider custom range.";
    this->Session.Report(false, problem, "opacity");
    this->Session.SetCaption(problem);
  }
}
