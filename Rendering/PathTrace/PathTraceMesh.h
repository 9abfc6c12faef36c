// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Core/FieldValues.h"
#include "MeshPointAverages.h"
#include "MeshVolumeInput.h"
#include "RayCastHeld.h"

#include <cstdint>
#include <vector>

class RayCastSession;
class vtkMatrix4x4;
struct IsosurfaceSet;
struct PathTracePiece;
namespace inkray
{
struct ColorTable;
struct PathSurface;
struct TransferFunction;
class PathTracer;
} // namespace inkray

/// An unstructured grid of a path traced scene: its tetrahedra, and the keys of a path tracer's data of it
/// from frame to frame. Where surfaces and the volume around them are of different arrays, the tracer has the
/// grid twice.
class PathTraceMesh
{
public:
  explicit PathTraceMesh(RayCastSession& session);

  /// Cut the grid into tetrahedra, and have `piece` name the arrays that are drawn of them: values of cells
  /// that have surfaces are averaged at the points, also where they colour these. False, with a problem:
  /// there is nothing to draw.
  bool Prepare(PathTracePiece& piece, bool hasSurfaces, bool isPiece);
  /// The time at which the tetrahedra were cut.
  vtkMTimeType GetMeshMTime() const { return this->Input.GetMeshMTime(); }

  /// Hand the tetrahedra to a tracer that has none of them, by the matrix to the world's coordinates.
  void Add(const PathTracePiece& piece, vtkMatrix4x4* toWorld, inkray::PathTracer& tracer);
  /// Send the arrays that have changed, and those that have to be held relative to another range, because
  /// isovalues or a function show another one. False, with a problem: an array does not fit.
  bool UpdateArrays(const PathTracePiece& piece, const IsosurfaceSet& surfaces, inkray::PathTracer& tracer);
  ///@{
  /// After these; they do nothing where the tracer has none of the mesh.
  void SetSurfaces(const std::vector<inkray::PathSurface>& surfaces, inkray::PathTracer& tracer) const;
  void SetColorTable(const inkray::ColorTable& table, inkray::PathTracer& tracer) const;
  bool HasColors() const { return static_cast<bool>(this->Colors); }
  /// Null: it is no medium.
  void SetTransferFunction(const inkray::TransferFunction* function, inkray::PathTracer& tracer) const;
  /// Note the findings about the mesh and its values, and widen `range` by the range of the surfaces' values.
  void Note(const PathTracePiece& piece, bool hasSurfaces, bool isPiece, const inkray::PathTracer& tracer,
    double (&range)[2]);
  ///@}

  /// A tracer has none of it.
  void Forget();

  ///@{
  /// Tetrahedra that the tracer has, and times since ForgetTimes.
  std::int64_t GetNumberOfTets() const { return this->NumTets; }
  void ForgetTimes();
  double GetAdjacencyMilliseconds() const { return this->Input.GetCutMilliseconds() + this->AddMilliseconds; }
  double GetUploadMilliseconds() const { return this->UploadMilliseconds; }
  ///@}

private:
  template <class Take>
  bool Send(RayCastHeld<RayCastKey>& held, const RayCastArray& array, const Take& take);
  /// The values that one of the tracer's meshes has, and the range that they are held relative to.
  struct HeldValues
  {
    RayCastHeld<RayCastKey> Key;
    inkray::FiniteRange Range;
  };
  bool SendValues(HeldValues& held, const RayCastArray& array, const IsosurfaceSet* surfaces, bool isMedium,
    int number, inkray::PathTracer& tracer);

  RayCastSession& Session;
  MeshVolumeInput Input{ Session };
  MeshPointAverages Averages;

  int Number = -1, SecondNumber = -1; // of the tracer's meshes; the second is for the volume alone
  int MediumNumber = -1;              // of the mesh that is the volume now
  bool IsMirrored = false;
  std::int64_t NumTets = 0;
  HeldValues Values, MediumValues; // of the tracer's data, as the next one
  RayCastHeld<RayCastKey> Colors;
  double AddMilliseconds = 0;
  double UploadMilliseconds = 0;
};
