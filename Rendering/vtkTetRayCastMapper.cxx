// SPDX-License-Identifier: BSD-3-Clause
#include "vtkTetRayCastMapper.h"

#include "CellRanges.h"
#include "Core/Errors.h"
#include "Core/FieldValues.h"
#include "MeshSurfaces.h"
#include "MeshVolumeArrays.h"
#include "MeshVolumeGradients.h"
#include "MeshVolumePicks.h"
#include "RayCastCuts.h"
#include "RayCastSession.h"
#include "RayCastTransferFunction.h"
#include "Renderers/MeshVolume/TetRayCaster.h"
#include "vtkDataArray.h"
#include "vtkIdTypeArray.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkRayCastReport.h"
#include "vtkRenderer.h"
#include "vtkSmartPointer.h"
#include "vtkTetRayCastSettings.h"
#include "vtkTetrahedralizer.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolume.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"
#include "vtkWeakPointer.h"

#include <algorithm>
#include <sstream>
#include <vector>

vtkStandardNewMacro(vtkTetRayCastMapper);

/// What one call of Render works with.
struct vtkTetRayCastMapper::Frame : MeshVolumeArrays
{
  vtkUnstructuredGrid* Grid = nullptr;
  RayCastCuts Cuts;
  bool IsInLight = false; ///< the volume
};

/// What lasts from frame to frame.
struct vtkTetRayCastMapper::Internals
{
  explicit Internals(vtkTetRayCastMapper* mapper)
    : Session(mapper, "Gu-Kim ray cast", "volume")
  {
  }

  vtkSmartPointer<vtkTetRayCastSettings> Settings = vtkSmartPointer<vtkTetRayCastSettings>::New();
  vtkNew<vtkRayCastReport> Report;
  RayCastSession Session;
  vtkNew<vtkTetrahedralizer> Tetrahedralizer;
  MeshArrayChoice OpacityChoice;
  MeshArrayChoice ThresholdChoice;
  MeshSurfaces Surfaces;
  MeshVolumeGradients Gradients;
  MeshIdArrays IdArrays;
  MeshVolumePicks Picks;
  vtkMTimeType PickedMesh = 0; // of which they are,
  vtkWeakPointer<vtkUnstructuredGrid> PickedGrid;

  std::unique_ptr<inkray::TetRayCaster> Caster;
  RayCastHeld<vtkMTimeType> Mesh; // these nine are what Caster holds
  RayCastHeld<RayCastKey> Scalars;
  RayCastHeld<RayCastKey> GradientScalars; // whose gradient counts, where those have none
  RayCastHeld<RayCastKey> TransferFunction;
  RayCastHeld<RayCastKey> Opacity; // where it is another array
  RayCastHeld<RayCastKey> OpacityFunction;
  RayCastHeld<RayCastKey> Threshold;
  RayCastHeld<RayCastKey> SurfaceColors;
  RayCastHeld<RayCastKey> SurfaceColorTable;
  vtkMTimeType FailedMesh = 0; // what a CUDA device failed for

  inkray::TetMeshReport MeshReport;
  std::string TransferFunctionProblem;
  std::string OpacityFunctionProblem;
  inkray::TetRayCastStatistics Statistics; // of the last frame, as all that follows
  inkray::TetRayCastTimings Timings;
  double AdjacencyMilliseconds = 0;
  double UploadMilliseconds = 0;
  vtkIdType Rays = -1; // not counted yet
  inkray::TetRayCastMemory Memory;
  double LargestGradient = 0;

  void ForgetFrame()
  {
    this->Statistics = {};
    this->Timings = {};
    this->AdjacencyMilliseconds = this->UploadMilliseconds = 0;
    this->LargestGradient = 0;
    this->Rays = -1;
  }

  /// Red, green and blue of an array that holds colours, as a field over `colors`.
  bool GetColors(const RayCastArray& array, std::vector<float>& colors, inkray::Field& field)
  {
    for (int c = 0; c < 3; ++c)
    {
      if (!this->Tetrahedralizer->GetScalars(array.Array, array.Association, c, field))
      {
        return false;
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

  /// Hand the values of an array to `send` where they are not what is held. False, with a problem reported:
  /// they do not fit the mesh.
  template <class Sender>
  bool Send(RayCastHeld<RayCastKey>& held, const RayCastArray& array, const Sender& send)
  {
    if (held && held.Get() == RayCastKey(array))
    {
      return true;
    }
    inkray::Field values;
    if (!this->Tetrahedralizer->GetScalars(array.Array, array.Association, array.Component, values))
    {
      held.Forget();
      this->Session.Report(true, this->Tetrahedralizer->GetMessage());
      return false;
    }
    held.Update(RayCastKey(array), [&] {
      send(values);
      this->UploadMilliseconds += this->Caster->timings().upload;
    });
    return true;
  }

  /// Counted when somebody wants to know, because it takes a part of a frame's time.
  vtkIdType CountRays()
  {
    try
    {
      if (this->Rays < 0)
      {
        this->Rays = this->Caster && this->Session.HasDrawn() ? this->Caster->numRays() : 0;
      }
      return this->Rays;
    }
    catch (const inkray::Error&)
    {
      return 0; // the next frame says what is wrong
    }
  }

  MeshVolumePicks::Source GetPickSource(vtkDataSet* grid)
  {
    return { this->Caster.get(), grid, this->Tetrahedralizer->GetTupleOfTet(),
      static_cast<float>(this->Settings->GetPickOpacity()) };
  }

  void Release()
  {
    this->Caster.reset();
    this->Mesh.Forget();
    this->Scalars.Forget();
    this->GradientScalars.Forget();
    this->TransferFunction.Forget();
    this->Surfaces.ForgetSurfaces();
    this->Gradients.Forget();
    this->ForgetOpacity();
    this->Threshold.Forget();
    this->SurfaceColors.Forget();
    this->SurfaceColorTable.Forget();
  }
  void ForgetOpacity()
  {
    this->Opacity.Forget();
    this->OpacityFunction.Forget();
  }
};

vtkTetRayCastMapper::vtkTetRayCastMapper()
  : Internal(std::make_unique<Internals>(this))
{
}

vtkTetRayCastMapper::~vtkTetRayCastMapper() = default;

void vtkTetRayCastMapper::Render(vtkRenderer* renderer, vtkVolume* volume)
{
  Internals& internal = *this->Internal;
  Frame frame;
  const auto check = [this, &frame] {
    Internals& now = *this->Internal;
    return this->CheckInput(frame) && this->UpdateTetrahedra(frame) &&
      now.Surfaces.Average(now.Session, now.Tetrahedralizer, frame);
  };
  const auto draw = [this, &frame] {
    this->PrepareCaster();
    this->UpdateMesh();
    Internals& now = *this->Internal;
    frame.IsInLight = frame.DrawsVolume && frame.IsLit(now.Session);
    if (this->UpdateScalars(frame) && this->UpdateOpacity(frame) && this->UpdateThreshold(frame) &&
      this->UpdateSurfaceColors(frame))
    {
      now.Surfaces.Update(now.Session, now.Settings, frame, *now.Caster);
      now.Gradients.Update(now.Session, frame, *now.Caster);
      if ((frame.DrawsVolume && !frame.Transfer2D) || !frame.Slices.empty())
      {
        this->UpdateTransferFunction(frame);
      }
      if (frame.DrawsVolume || !frame.Surfaces.Surfaces.empty() || !frame.Slices.empty())
      {
        this->Cast(frame);
      }
    }
  };
  const auto release = [&internal] {
    internal.FailedMesh = internal.Tetrahedralizer->GetMeshMTime();
    internal.Release();
  };
  if (RayCastSession::IsSelecting(renderer))
  {
    internal.CountRays(); // of the frame, before others are cast for the ids
  }
  else
  {
    internal.ForgetFrame();
  }
  internal.Session.Run(renderer, volume, check, draw, release);
  this->TimeToDraw = internal.Session.GetSeconds();
}

bool vtkTetRayCastMapper::CheckInput(Frame& frame)
{
  RayCastSession& session = this->Internal->Session;
  vtkTetRayCastSettings* settings = this->Internal->Settings;
  vtkUnstructuredGridBase* input = this->GetInput();
  frame.Grid = vtkUnstructuredGrid::SafeDownCast(input);
  if (!frame.Grid)
  {
    session.Report(true,
      input ? "The input is not a vtkUnstructuredGrid; convert it, for example with vtkAppendFilter."
            : "There is no input; connect a vtkUnstructuredGrid.");
    return false;
  }
  if (frame.Grid->GetNumberOfCells() == 0)
  {
    if (!settings->GetInputIsPiece())
    {
      session.Note("The grid is empty (no cells), so there is nothing to draw.");
    }
    return false;
  }
  if (!session.SelectScalars(frame.Grid, "grid", settings, frame.Scalars))
  {
    return false;
  }
  frame.DrawsVolume = settings->GetDrawVolume() != 0;
  if ((frame.DrawsVolume && !this->SelectVolume(frame)) ||
    !frame.SelectThreshold(session, frame.Grid, this->Internal->ThresholdChoice, this->ThresholdRange) ||
    !frame.Cuts.Select(session, this->ClippingPlanes, settings))
  {
    return false;
  }
  frame.SelectSurfaces(session, frame.Grid, settings);
  frame.SelectSlices(session, settings);
  if (frame.DrawsVolume)
  {
    frame.SelectGradients(session);
  }
  return true;
}

bool vtkTetRayCastMapper::SelectVolume(Frame& frame)
{
  RayCastSession& session = this->Internal->Session;
  if (this->BlendMode >= vtkVolumeMapper::COMPOSITE_BLEND &&
    this->BlendMode <= vtkVolumeMapper::ADDITIVE_BLEND)
  {
    frame.Blend = static_cast<inkray::BlendMode>(this->BlendMode);
  }
  else
  {
    session.Report(false,
      "Blend mode " + std::to_string(this->BlendMode) +
        " is none from Composite (0) to Additive (4); the volume is composited.");
  }
  if (frame.Blend == inkray::BlendMode::Average &&
    !(this->AverageIPScalarRange[0] <= this->AverageIPScalarRange[1]))
  {
    session.Report(true, "The range of values to average is empty; give its lower end first.");
    return false;
  }
  const Internals& internal = *this->Internal;
  return frame.SelectOpacity(session, frame.Grid, internal.OpacityChoice);
}

bool vtkTetRayCastMapper::UpdateTetrahedra(const Frame& frame)
{
  Internals& internal = *this->Internal;
  vtkTetrahedralizer* tetrahedralizer = internal.Tetrahedralizer;
  const double start = RayCastSession::Now();
  if (tetrahedralizer->Update(frame.Grid, internal.Session.Observe("Cutting cells into tetrahedra", 0.25)))
  {
    internal.AdjacencyMilliseconds = RayCastSession::Now() - start;
    internal.Surfaces.ForgetAverages();
  }
  const std::string message = tetrahedralizer->GetMessage();
  if (tetrahedralizer->GetNumberOfTets() == 0)
  {
    if (!internal.Settings->GetInputIsPiece() || tetrahedralizer->GetNumberOfGhostCells() == 0)
    {
      internal.Session.Report(
        true, message.empty() ? "The grid has no three-dimensional cells to draw." : message);
    }
    return false;
  }
  if (!message.empty())
  {
    internal.Session.Note(message);
  }
  return true;
}

void vtkTetRayCastMapper::PrepareCaster()
{
  Internals& internal = *this->Internal;
  internal.Session.PrepareCaster(internal.Caster, internal.Settings->GetDevice(),
    internal.FailedMesh == internal.Tetrahedralizer->GetMeshMTime(), [&internal] { internal.Release(); });
}

void vtkTetRayCastMapper::UpdateMesh()
{
  Internals& internal = *this->Internal;
  internal.Mesh.Update(internal.Tetrahedralizer->GetMeshMTime(), [&] {
    internal.Scalars.Forget();
    internal.GradientScalars.Forget();
    internal.ForgetOpacity();
    internal.Threshold.Forget();
    internal.SurfaceColors.Forget();
    internal.MeshReport = internal.Caster->setMesh(
      internal.Tetrahedralizer->GetMesh(), internal.Session.Observe("Finding neighbours of tetrahedra", 0.7));
    const inkray::TetRayCastTimings timings = internal.Caster->timings();
    internal.AdjacencyMilliseconds += timings.adjacency;
    internal.UploadMilliseconds += timings.upload;
  });
  inkray::TetMeshReport report = internal.MeshReport;
  if (internal.Settings->GetInputIsPiece())
  {
    report.zeroVolume = 0; // cutting the whole leaves such cells along the cut
  }
  if (!report.summary().empty())
  {
    internal.Session.Note(report.summary());
  }
}

bool vtkTetRayCastMapper::UpdateScalars(const Frame& frame)
{
  Internals& internal = *this->Internal;
  if (!internal.Scalars || !(internal.Scalars.Get() == RayCastKey(frame.Scalars)))
  {
    inkray::Field scalars;
    std::vector<float> colors;
    if (frame.AreColors ? !internal.GetColors(frame.Scalars, colors, scalars)
                        : !internal.Tetrahedralizer->GetScalars(
                            frame.Scalars.Array, frame.Scalars.Association, frame.Scalars.Component, scalars))
    {
      internal.Scalars.Forget();
      internal.Session.Report(true, internal.Tetrahedralizer->GetMessage());
      return false;
    }
    internal.GradientScalars.Forget();
    internal.Scalars.Update(RayCastKey(frame.Scalars), [&] {
      if (frame.AreColors)
      {
        // What a full colour is, as ParaView has it where colours are not mapped.
        const int type = frame.Scalars.Array->GetDataType();
        internal.Caster->setColours(scalars, type == VTK_FLOAT || type == VTK_DOUBLE ? 1.0 : 255.0);
      }
      else
      {
        internal.Caster->setScalars(scalars);
      }
      internal.UploadMilliseconds += internal.Caster->timings().upload;
    });
  }

  if ((frame.IsInLight || frame.GradientOpacity || frame.Transfer2D) && !this->UpdateGradientScalars(frame))
  {
    return false;
  }

  // A value that is no number draws nothing; saying so is better than a picture with unexplained holes.
  double range[2];
  internal.Caster->scalarRange(range);
  const bool drawable = range[0] <= range[1];
  const std::int64_t bad = internal.Caster->numNonFiniteScalars();
  const std::string name = frame.Scalars.GetQuotedName();
  if (!drawable)
  {
    internal.Session.Report(
      true, "No value of the array " + name + " is a finite number, so nothing is drawn.");
  }
  else if (bad > 0)
  {
    internal.Session.Note(std::to_string(bad) + " of " +
      std::to_string(frame.Scalars.Array->GetNumberOfTuples()) + " values of the array " + name +
      " are not finite numbers (NaN or infinite); the cells that use them are transparent.");
  }
  else if (range[0] == range[1] && frame.DrawsVolume && !frame.AreColors &&
    !internal.Settings->GetInputIsPiece())
  {
    std::ostringstream value;
    value << range[0];
    internal.Session.Note("The array " + name + " is " + value.str() +
      " everywhere: the whole volume has one colour and one opacity.");
  }
  return drawable;
}

bool vtkTetRayCastMapper::UpdateGradientScalars(const Frame& frame)
{
  // The gradient is that of the values, of those of cells that of their averages at the points. Light follows
  // it, and functions of its magnitude. Of colours it is that of their first component, as in VTK:
  // vtkVolumeShaderComposer computes the gradient of component 0 where components are dependent, hence with
  // an array for the opacity that of the colours.
  Internals& internal = *this->Internal;
  const bool ofCells = frame.Scalars.Association == vtkDataObject::CELL;
  if (internal.GradientScalars || !(ofCells || frame.AreColors))
  {
    return true;
  }
  const int component = frame.AreColors ? 0 : frame.Scalars.Component;
  const auto averages = ofCells ? internal.Tetrahedralizer->AverageAtPoints(frame.Scalars.Array, component)
                                : vtkSmartPointer<vtkDataArray>();
  inkray::Field values;
  if ((ofCells && !averages) ||
    !internal.Tetrahedralizer->GetScalars(
      ofCells ? averages.Get() : frame.Scalars.Array, vtkDataObject::POINT, ofCells ? 0 : component, values))
  {
    internal.Session.Report(true, internal.Tetrahedralizer->GetMessage());
    return false;
  }
  internal.GradientScalars.Update(RayCastKey(frame.Scalars), [&] {
    internal.Caster->setGradientScalars(values);
    internal.UploadMilliseconds += internal.Caster->timings().upload;
  });
  return true;
}

bool vtkTetRayCastMapper::UpdateOpacity(const Frame& frame)
{
  Internals& internal = *this->Internal;
  if (!frame.Opacity.Array)
  {
    if (internal.Opacity)
    {
      internal.Caster->dropOpacityScalars();
      internal.ForgetOpacity();
    }
    return true;
  }
  if (!internal.Send(internal.Opacity, frame.Opacity,
        [&](const inkray::Field& scalars) { internal.Caster->setOpacityScalars(scalars); }))
  {
    return false;
  }
  double range[2];
  internal.Caster->opacityScalarRange(range);
  const std::int64_t bad = internal.Caster->numNonFiniteOpacityScalars();
  if (!(range[0] <= range[1]))
  {
    internal.Session.Report(true,
      "No value of the array " + frame.Opacity.GetQuotedName() +
        ", which gives the opacity, is a finite number, so nothing is drawn.");
    return false;
  }
  if (bad > 0)
  {
    internal.Session.Note(std::to_string(bad) + " of " +
      std::to_string(frame.Opacity.Array->GetNumberOfTuples()) + " values of the array " +
      frame.Opacity.GetQuotedName() +
      " are not finite numbers (NaN or infinite); the cells that use them are transparent.");
  }
  return true;
}

bool vtkTetRayCastMapper::UpdateThreshold(const Frame& frame)
{
  Internals& internal = *this->Internal;
  if (!frame.Threshold.Array)
  {
    if (internal.Threshold)
    {
      internal.Caster->dropThresholdScalars();
      internal.Threshold.Forget();
    }
    return true;
  }
  const double* const shown = this->ThresholdRange;
  internal.Caster->setThreshold(shown[0], shown[1]);
  double range[2];
  frame.Threshold.Array->GetFiniteRange(range, frame.Threshold.Component);
  if (!internal.Settings->GetInputIsPiece() && (range[1] < shown[0] || range[0] > shown[1]))
  {
    std::ostringstream note;
    note << "The threshold from " << shown[0] << " to " << shown[1] << " leaves no value of the array "
         << frame.Threshold.GetQuotedName() << " (" << range[0] << " to " << range[1]
         << "), so no cell is shown.";
    internal.Session.Note(note.str());
  }
  return internal.Send(internal.Threshold, frame.Threshold, [&](const inkray::Field& scalars) {
    if (frame.Threshold.Association == vtkDataObject::CELL || !internal.Tetrahedralizer->GetTupleOfTet())
    {
      internal.Caster->setThresholdScalars(scalars);
      return;
    }
    // Cells that are no tetrahedra vanish as a whole.
    const CellRanges ranges(frame.Grid, frame.Threshold);
    inkray::Field least;
    internal.Tetrahedralizer->GetScalars(ranges.Least, vtkDataObject::CELL, 0, least);
    inkray::Field greatest = least;
    greatest.values = ranges.Greatest->GetPointer(0);
    internal.Caster->setThresholdRanges(least, greatest);
  });
}

bool vtkTetRayCastMapper::UpdateSurfaceColors(const Frame& frame)
{
  Internals& internal = *this->Internal;
  if (!frame.SurfaceColors.Array)
  {
    if (internal.SurfaceColors)
    {
      internal.Caster->dropSurfaceColourScalars();
      internal.SurfaceColors.Forget();
    }
    return true;
  }
  vtkScalarsToColors* const own = internal.Settings->GetColorFunction();
  vtkVolumeProperty* const property = internal.Session.GetVolume()->GetProperty();
  internal.SurfaceColorTable.Update(RayCastKey(RayCastBridge::FindSurfaceFunction(own, property)),
    [&] { internal.Caster->setSurfaceColours(RayCastBridge::MakeSurfaceTable(own, property)); });
  return internal.Send(internal.SurfaceColors, frame.SurfaceColors,
    [&](const inkray::Field& scalars) { internal.Caster->setSurfaceColourScalars(scalars); });
}

void vtkTetRayCastMapper::UpdateTransferFunction(const Frame& frame)
{
  Internals& internal = *this->Internal;
  vtkVolumeProperty* property = internal.Session.GetVolume()->GetProperty();
  RayCastBridge::FunctionUse use;
  use.Opacities = !frame.Opacity.Array;
  use.PerLength = frame.Blend == inkray::BlendMode::Composite || frame.Blend == inkray::BlendMode::Additive;
  use.Opacity = use.PerLength ? 1.0 : this->BlendedOpacity;
  // What is made of the functions is a part of the key.
  const auto key = [&](bool isOpacity, double opacity) {
    RayCastKey made(property);
    made.Association = (use.Opacities ? 1 : 0) + (use.PerLength ? 2 : 0) + (isOpacity ? 4 : 0);
    made.Component = static_cast<int>(1e6 * opacity);
    return made;
  };
  internal.TransferFunction.Update(key(false, use.Opacity), [&] {
    internal.Caster->setTransferFunction(
      RayCastBridge::MakeTransferFunction(property, internal.TransferFunctionProblem, use));
  });
  if (frame.Opacity.Array)
  {
    internal.OpacityFunction.Update(key(true, 1.0), [&] {
      RayCastBridge::FunctionUse opacities;
      opacities.Colors = false;
      internal.Caster->setOpacityFunction(
        RayCastBridge::MakeTransferFunction(property, internal.OpacityFunctionProblem, opacities));
    });
    if (!internal.OpacityFunctionProblem.empty())
    {
      internal.Session.Report(false, internal.OpacityFunctionProblem);
    }
  }
  if (!internal.TransferFunctionProblem.empty())
  {
    internal.Session.Report(false, internal.TransferFunctionProblem);
  }
  double range[2];
  frame.Opacity.Array ? internal.Caster->opacityScalarRange(range) : internal.Caster->scalarRange(range);
  if (frame.DrawsVolume && !frame.Transfer2D && !internal.Settings->GetInputIsPiece() &&
    RayCastBridge::ShowsOnlyOthers(property, range))
  {
    std::ostringstream values;
    values << range[0];
    if (range[0] < range[1])
    {
      values << " to " << range[1];
    }
    internal.Session.Report(false,
      "The opacity function is 0 for all values of the array " +
        (frame.Opacity.Array ? frame.Opacity : frame.Scalars).GetQuotedName() + " (" + values.str() +
        "), so nothing can be seen; change it, or rescale it to the data range.",
      "opacity");
  }
}

void vtkTetRayCastMapper::Cast(const Frame& frame)
{
  Internals& internal = *this->Internal;
  inkray::TetRayCaster& caster = *internal.Caster;
  inkray::FrameOptions options;
  options.faceTest = internal.Settings->GetFaceTest() == vtkTetRayCastSettings::ON_DEMAND_VDFI
    ? inkray::FaceTest::OnDemandVDFI
    : inkray::FaceTest::EdgeFunction;
  options.earlyTermination = internal.Settings->GetEarlyTermination();
  options.blend = frame.Blend;
  std::copy_n(this->AverageIPScalarRange, 2, options.averageRange);
  options.drawVolume = frame.DrawsVolume;
  options.shade = frame.IsInLight;
  options.gradients = internal.Settings->GetGradients() == vtkTetRayCastSettings::SMOOTH
    ? inkray::Gradients::Smooth
    : inkray::Gradients::PerCell;
  options.clippingPlanes = frame.Cuts.Planes;
  options.cropBox = frame.Cuts.Box;
  options.slices = frame.Slices;
  options.sliceOpacity = static_cast<float>(internal.Settings->GetSliceOpacity());
  vtkRenderer* const renderer = internal.Session.GetRenderer();
  if (RayCastSession::IsSelecting(renderer))
  {
    // Such a pass draws ids, not colours. Nobody aborts it: a click would find nothing.
    internal.Picks.Draw(renderer, internal.Session.GetVolume(), internal.Session.GetViewport(),
      internal.Session.GetTarget(), internal.GetPickSource(frame.Grid), options, internal.IdArrays,
      internal.Settings->GetSelectsPixels() != 0);
    internal.PickedMesh = internal.Tetrahedralizer->GetMeshMTime();
    internal.PickedGrid = frame.Grid;
    return;
  }
  caster.setLights(RayCastBridge::MakeLights(renderer));
  caster.setMaterial(RayCastBridge::MakeMaterial(internal.Session.GetVolume()->GetProperty(), true));

  // Opaque surfaces alone are hidden by the depth test. In all else rays have to know where to stop.
  const bool hasSurfaces = !frame.Surfaces.Surfaces.empty() || !frame.Slices.empty();
  const bool isOpaque = !frame.DrawsVolume && !frame.Surfaces.IsTranslucent() &&
    (frame.Slices.empty() || options.sliceOpacity == 1.0f);
  const auto use = isOpaque ? RayCastFrameTarget::Use::Test
    : hasSurfaces           ? RayCastFrameTarget::Use::Write
                            : RayCastFrameTarget::Use::Blend;
  internal.Timings =
    internal.Session.Cast(caster, options, internal.Settings, !isOpaque, use, [&caster](bool onDevice) {
      return onDevice ? RayCastPicture{ caster.deviceImage(), caster.deviceDepth() }
                      : RayCastPicture{ caster.image(), caster.depth() };
    });
  internal.Statistics = caster.statistics();
  internal.Memory = caster.memory();
  internal.LargestGradient = frame.GradientOpacity || frame.Transfer2D ? caster.largestGradient() : 0;
}

void vtkTetRayCastMapper::ReleaseGraphicsResources(vtkWindow* window)
{
  this->Internal->Session.ReleaseGraphicsResources(window);
  this->Internal->Release();
  this->Superclass::ReleaseGraphicsResources(window);
}

void vtkTetRayCastMapper::SelectOpacityArray(int association, const char* name, int component)
{
  if (this->Internal->OpacityChoice.Set(association, name, component))
  {
    this->Modified();
  }
}

void vtkTetRayCastMapper::SelectThresholdArray(int association, const char* name, int component)
{
  if (this->Internal->ThresholdChoice.Set(association, name, component))
  {
    this->Modified();
  }
}

void vtkTetRayCastMapper::SetSettings(vtkTetRayCastSettings* settings)
{
  if (RayCastSession::Replace(this->Internal->Settings, settings))
  {
    this->Modified();
  }
}

void vtkTetRayCastMapper::SetIdArrayNames(
  const char* pointIds, const char* cellIds, const char* compositeIndices, const char* processIds)
{
  const auto text = [](const char* name) { return std::string(name ? name : ""); };
  this->Internal->IdArrays = { text(pointIds), text(cellIds), text(compositeIndices), text(processIds) };
}

double vtkTetRayCastMapper::FindCells(vtkIdTypeArray* pixels, vtkIdTypeArray* cells)
{
  Internals& internal = *this->Internal;
  vtkUnstructuredGrid* const grid = internal.PickedGrid;
  if (!grid || grid != this->GetInput() || !internal.Caster || !internal.Mesh ||
    internal.Mesh.Get() != internal.PickedMesh)
  {
    return 1;
  }
  internal.CountRays(); // of the frame, before others are cast
  const MeshVolumePicks::Source source = internal.GetPickSource(grid);
  const vtkIdType* const first = pixels->GetPointer(0);
  const std::vector<vtkIdType> asked(first, first + pixels->GetNumberOfTuples());
  try
  {
    return internal.Picks.FindCells(source, asked, cells);
  }
  catch (const inkray::Error& error)
  {
    vtkWarningMacro("The cells that the pixels show together cannot be found: "
      << error.what() << " What a click on each of them would select is selected.");
    for (vtkIdType pixel : asked)
    {
      internal.Picks.FindCells(source, { pixel }, cells);
    }
    return 1;
  }
}

vtkTetRayCastSettings* vtkTetRayCastMapper::GetSettings()
{
  return this->Internal->Settings;
}

vtkMTimeType vtkTetRayCastMapper::GetMTime()
{
  return std::max(this->Superclass::GetMTime(), this->Internal->Settings->GetMTime());
}

vtkRayCastReport* vtkTetRayCastMapper::GetReport()
{
  Internals& internal = *this->Internal;
  if (!internal.Session.HasDrawn())
  {
    internal.ForgetFrame();
  }
  vtkRayCastReport* report = internal.Report;
  report->RemoveAllRows();
  internal.Session.AddDrawnRows(report);
  report->AddRow("adjacency", internal.AdjacencyMilliseconds, "ms");
  report->AddRow("upload", internal.UploadMilliseconds, "ms");
  report->AddRow("lists", internal.Timings.camera + internal.Timings.lists, "ms");
  report->AddRow("cast", internal.Timings.cast, "ms");
  internal.Session.AddFrameRows(report, internal.Memory.frame);
  report->AddBytes("mesh memory", internal.Memory.resident);
  report->AddBytes("set-up memory", internal.Memory.setupPeak);
  report->AddCount("tetrahedra", internal.MeshReport.numTets);
  report->AddCount("boundary faces", internal.MeshReport.numBoundaryFaces);
  report->AddCount("rays", internal.CountRays());
  report->AddRow("largest gradient", internal.LargestGradient, "data/length");
  report->AddCount("list entries", internal.Statistics.listEntries);
  report->AddCount("failed rays", internal.Statistics.failedRays);
  report->AddCount("recast rays", internal.Statistics.recastRays);
  report->AddCount("mesh uploads", internal.Mesh.GetNumberOfUpdates());
  report->AddCount("scalar uploads", internal.Scalars.GetNumberOfUpdates());
  report->AddCount("transfer function uploads", internal.TransferFunction.GetNumberOfUpdates());
  report->AddCount("color array uploads", internal.SurfaceColors.GetNumberOfUpdates());
  report->AddCount("color table uploads", internal.SurfaceColorTable.GetNumberOfUpdates());
  report->AddCount("isosurface uploads", internal.Surfaces.GetNumberOfUpdates());
  return report;
}

const char* vtkTetRayCastMapper::GetDeviceName()
{
  return this->Internal->Session.GetDeviceName();
}

const char* vtkTetRayCastMapper::GetFallbackReason()
{
  return this->Internal->Session.GetFallbackReason();
}

void vtkTetRayCastMapper::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "OpacityArray: " << this->Internal->OpacityChoice.Name << "\n";
  os << indent << "ThresholdArray: " << this->Internal->ThresholdChoice.Name << "\n";
  os << indent << "ThresholdRange: " << this->ThresholdRange[0] << ", " << this->ThresholdRange[1] << "\n";
  os << indent << "AverageIPScalarRange: " << this->AverageIPScalarRange[0] << ", "
     << this->AverageIPScalarRange[1] << "\n";
  os << indent << "BlendedOpacity: " << this->BlendedOpacity << "\n";
  RayCastSession::Print(os, indent, this->Internal->Settings, this->GetReport());
}
