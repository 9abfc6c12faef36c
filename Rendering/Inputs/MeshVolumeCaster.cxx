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

MeshVolumeCaster::MeshVolumeCaster(RayCastSession& session, MeshVolumeInput& input, MeshCasterChoice& choice)
  : Session(session)
  , Input(input)
  , Choice(choice)
{
}

bool MeshVolumeCaster::AddTo(
  CellHistogram& histogram, const CellHistogramInput& input, const double bounds[6])
{
  const auto holds = [](const RayCastHeld<RayCastKey>& held, const RayCastArray& array) {
    return held && array.Array && held.Get() == RayCastKey(array);
  };
  const bool hasThreshold = input.Threshold.Array != nullptr;
  if (!this->Get() || this->Get()->device() != inkray::DeviceKind::CUDA ||
    !this->HasMesh(this->Input.GetMeshMTime()) || !this->Input.GetTetrahedra()->IsUpToDate(input.Grid) ||
    !holds(this->Scalars, input.Values) || (hasThreshold && !holds(this->Threshold, input.Threshold)))
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
      this->Get()->setThreshold(input.ThresholdRange[0], input.ThresholdRange[1]); // each frame sets its own
    }
    histogram.Add(this->Get()->histogram(counted));
    return true;
  }
  catch (const std::exception&)
  {
    return false; // what is wrong with a device, the next frame reports
  }
}

void MeshVolumeCaster::KeepRanges(MeshVolumeFrame& frame) const
{
  std::copy_n(this->WholeRange, 2, frame.WholeRange);
  std::copy_n(this->WholeOpacityRange, 2, frame.WholeOpacityRange);
}

void MeshVolumeCaster::Release()
{
  this->Choice.Drop();
  this->WholeRange[0] = this->WholeOpacityRange[0] = 1;
  this->WholeRange[1] = this->WholeOpacityRange[1] = -1;
  this->Mesh.Forget();
  this->Scalars.Forget();
  this->GradientScalars.Forget();
  this->Gradients.Forget();
  this->TransferFunction.Forget();
  this->ForgetOpacity();
  this->Threshold.Forget();
  this->SurfaceColors.Forget();
  this->SurfaceColorTable.Forget();
}

void MeshVolumeCaster::ForgetOpacity()
{
  this->Opacity.Forget();
  this->OpacityFunction.Forget();
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
      return true; // with all components, which stay there
    }
    // The values of one component at a time: a mesh with points that were added has copies of them.
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

template <class Sender>
bool MeshVolumeCaster::Send(RayCastHeld<RayCastKey>& held, const RayCastArray& array, const Sender& send)
{
  return this->Input.Send(held, array, [&](const inkray::Field& values) {
    send(values);
    this->UploadMilliseconds += this->Get()->timings().upload;
  });
}

void MeshVolumeCaster::UpdateMesh(bool isPiece, const double wholeBounds[6])
{
  if (!std::equal(wholeBounds, wholeBounds + 6, this->WholeBounds))
  {
    std::copy_n(wholeBounds, 6, this->WholeBounds);
    this->Mesh.Forget();
  }
  this->Mesh.Update(this->Input.GetMeshMTime(), [&] {
    this->Scalars.Forget();
    this->GradientScalars.Forget();
    this->Gradients.Forget();
    this->ForgetOpacity();
    this->Threshold.Forget();
    this->SurfaceColors.Forget();
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
  if (!std::equal(frame.WholeRange, frame.WholeRange + 2, this->WholeRange))
  {
    this->Scalars.Forget();
    this->Get()->setWholeRange(frame.WholeRange[0], frame.WholeRange[1]);
    std::copy_n(frame.WholeRange, 2, this->WholeRange);
  }
  if (!this->Scalars || !(this->Scalars.Get() == RayCastKey(frame.Scalars)))
  {
    inkray::Field scalars;
    std::vector<float> colors;
    if (frame.AreColors ? !this->GetTriples(frame.Scalars, colors, scalars)
                        : !this->Input.GetValues(frame.Scalars, scalars))
    {
      this->Scalars.Forget();
      return false;
    }
    this->GradientScalars.Forget();
    this->Gradients.Forget();
    this->Scalars.Update(RayCastKey(frame.Scalars), [&] {
      if (frame.AreColors)
      {
        // The value of a full colour; the same as ParaView's where colours are not mapped.
        const int type = frame.Scalars.Array->GetDataType();
        this->Get()->setColours(scalars, type == VTK_FLOAT || type == VTK_DOUBLE ? 1.0 : 255.0);
      }
      else
      {
        this->Get()->setScalars(scalars);
      }
      this->UploadMilliseconds += this->Get()->timings().upload;
    });
  }

  const bool hasSurfaces = !frame.Surfaces.Surfaces.empty();
  if ((frame.IsInLight || frame.GradientOpacity || frame.Transfer2D || hasSurfaces) &&
    !(this->UpdateGradientScalars(frame) && this->UpdateGradients(frame)))
  {
    return false;
  }

  double range[2];
  this->Get()->scalarRange(range);
  if (!this->Input.CheckValues(frame.Scalars, range, this->Get()->numNonFiniteScalars(),
        frame.NaN[3] > 0 ? "have the color map's color and opacity for NaN." : "are transparent."))
  {
    return false;
  }
  if (frame.DrawsVolume && !frame.AreColors && !frame.IsPiece && this->Get()->numNonFiniteScalars() == 0)
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
  // Light and functions of the magnitude follow the gradient of the values, for cell values the gradient of
  // their averages at the points. For colours it is the first component's gradient, as in VTK:
  // vtkVolumeShaderComposer computes the gradient of component 0 where components are dependent. With an
  // array for the opacity it is the gradient of the array that gives the colours.
  const bool ofCells = frame.Scalars.Association == vtkDataObject::CELL;
  if (this->GradientScalars || !(ofCells || frame.AreColors))
  {
    return true;
  }
  const int component = frame.AreColors ? 0 : frame.Scalars.Component;
  vtkSmartPointer<vtkDataArray> averages =
    frame.IsPiece ? MeshPointAverages::FindIn(frame.Grid, frame.Scalars) : nullptr;
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
  this->Gradients.Forget();
  this->GradientScalars.Update(RayCastKey(frame.Scalars), [&] {
    this->Get()->setGradientScalars(values);
    this->UploadMilliseconds += this->Get()->timings().upload;
  });
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
  if (!frame.IsPiece || !array || this->Choice.GetPieces())
  {
    return true;
  }
  const RayCastArray gradients = { array, vtkDataObject::POINT, 0 };
  if (this->Gradients && this->Gradients.Get() == RayCastKey(gradients))
  {
    return true;
  }
  std::vector<float> numbers;
  inkray::Field field;
  if (!this->GetTriples(gradients, numbers, field))
  {
    return false;
  }
  this->Gradients.Update(RayCastKey(gradients), [&] {
    this->Get()->setGradients(field);
    this->UploadMilliseconds += this->Get()->timings().upload;
  });
  return true;
}

bool MeshVolumeCaster::UpdateOpacity(const MeshVolumeFrame& frame)
{
  if (!frame.Opacity.Array)
  {
    if (this->Opacity)
    {
      this->Get()->dropOpacityScalars();
      this->ForgetOpacity();
    }
    return true;
  }
  if (!std::equal(frame.WholeOpacityRange, frame.WholeOpacityRange + 2, this->WholeOpacityRange))
  {
    this->Opacity.Forget();
    this->Get()->setWholeOpacityRange(frame.WholeOpacityRange[0], frame.WholeOpacityRange[1]);
    std::copy_n(frame.WholeOpacityRange, 2, this->WholeOpacityRange);
  }
  if (!this->Send(this->Opacity, frame.Opacity,
        [&](const inkray::Field& scalars) { this->Get()->setOpacityScalars(scalars); }))
  {
    return false;
  }
  double range[2];
  this->Get()->opacityScalarRange(range);
  const std::int64_t bad = this->Get()->numNonFiniteOpacityScalars();
  if (!(range[0] <= range[1]))
  {
    this->Session.Report(true,
      "No value of the array " + frame.Opacity.GetQuotedName() +
        ", which gives the opacity, is a finite number, so nothing is drawn.");
    return false;
  }
  if (bad > 0)
  {
    this->Session.Note(std::to_string(bad) + " of " +
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
    if (this->Threshold)
    {
      this->Get()->dropThresholdScalars();
      this->Threshold.Forget();
    }
    return true;
  }
  const double* const shown = frame.ThresholdRange;
  this->Get()->setThreshold(shown[0], shown[1]);
  double range[2];
  frame.Threshold.Array->GetFiniteRange(range, frame.Threshold.Component);
  if (!frame.IsPiece && (range[1] < shown[0] || range[0] > shown[1]))
  {
    std::ostringstream note;
    note << "The threshold from " << shown[0] << " to " << shown[1] << " leaves no value of the array "
         << frame.Threshold.GetQuotedName() << " (" << range[0] << " to " << range[1]
         << "), so no cell is shown.";
    this->Session.Note(note.str());
  }
  return this->Send(this->Threshold, frame.Threshold, [&](const inkray::Field& scalars) {
    CellRanges ranges = CellRanges::In(frame.Grid, frame.Threshold);
    const bool areBrought = frame.IsPiece && ranges.Least && ranges.Greatest;
    if (frame.Threshold.Association == vtkDataObject::CELL ||
      (!areBrought && !this->Input.GetTetrahedra()->GetTupleOfTet()))
    {
      this->Get()->setThresholdScalars(scalars);
      return;
    }
    // Cells that are no tetrahedra vanish as a whole, and so do those that were cut at the walls of ranks.
    if (!areBrought)
    {
      ranges = CellRanges(frame.Grid, frame.Threshold);
    }
    inkray::Field least;
    this->Input.GetTetrahedra()->GetScalars(ranges.Least, vtkDataObject::CELL, 0, least);
    inkray::Field greatest = least;
    greatest.values = ranges.Greatest->GetPointer(0);
    this->Get()->setThresholdRanges(least, greatest);
  });
}

bool MeshVolumeCaster::UpdateSurfaceColors(const MeshVolumeFrame& frame)
{
  if (!frame.SurfaceColors.Array)
  {
    if (this->SurfaceColors)
    {
      this->Get()->dropSurfaceColourScalars();
      this->SurfaceColors.Forget();
    }
    return true;
  }
  vtkScalarsToColors* const own = frame.SurfaceColorFunction;
  vtkVolumeProperty* const property = this->Session.GetVolume()->GetProperty();
  this->SurfaceColorTable.Update(RayCastKey(RayCastBridge::FindSurfaceFunction(own, property)),
    [&] { this->Get()->setSurfaceColours(RayCastBridge::MakeSurfaceTable(own, property)); });
  return this->Send(this->SurfaceColors, frame.SurfaceColors,
    [&](const inkray::Field& scalars) { this->Get()->setSurfaceColourScalars(scalars); });
}

void MeshVolumeCaster::UpdateFunctions(const MeshVolumeFrame& frame)
{
  vtkVolumeProperty* property = this->Session.GetVolume()->GetProperty();
  RayCastBridge::FunctionUse use;
  use.Opacities = !frame.Opacity.Array;
  use.PerLength = frame.Film.isPerLength;
  use.Opacity = use.PerLength ? 1.0 : frame.BlendedOpacity;
  // A table of colors that VTK builds when it is asked for the first one is a modification of its own.
  // (Tables of the slowest color space wait until they are asked for.)
  if (property->GetColorChannels(0) != 1)
  {
    auto* const table =
      vtkDiscretizableColorTransferFunction::SafeDownCast(property->GetRGBTransferFunction(0));
    if (table && table->GetColorSpace() != VTK_CTF_LAB_CIEDE2000)
    {
      table->Build();
    }
  }
  // The use of the functions is a part of the key.
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
  this->TransferFunction.Update(key(false, use.Opacity), [&] {
    this->Get()->setTransferFunction(
      spread(RayCastBridge::MakeTransferFunction(property, this->TransferFunctionProblem, use), false));
  });
  if (frame.Opacity.Array)
  {
    this->OpacityFunction.Update(key(true, use.Opacity), [&] {
      RayCastBridge::FunctionUse opacities = use;
      opacities.Colors = false;
      opacities.Opacities = true;
      this->Get()->setOpacityFunction(
        spread(RayCastBridge::MakeTransferFunction(property, this->OpacityFunctionProblem, opacities), true));
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
  double range[2];
  const bool isSeparate = frame.Opacity.Array != nullptr;
  frame.Blocks   ? frame.Blocks->GetRange(isSeparate, range)
    : isSeparate ? this->Get()->opacityScalarRange(range)
                 : this->Get()->scalarRange(range);
  const bool showsMissing = frame.NaN[3] > 0 && this->Get()->numNonFiniteScalars() > 0;
  const bool hasSurfaces = !frame.Surfaces.Surfaces.empty() || !frame.Slices.empty();
  if (frame.DrawsVolume && !frame.Transfer2D && !frame.IsPiece && !showsMissing && !hasSurfaces &&
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
    // Simulations often begin with one value everywhere, about which nobody has to do anything: a note
    // suffices. Where somebody has rescaled the function to that value, it is a problem.
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
