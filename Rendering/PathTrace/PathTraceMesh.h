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
struct PathTraceItem;
namespace inkray
{
struct ColorTable;
struct PathSurface;
struct TransferFunction;
class PathTracer;
} // namespace inkray

/// An unstructured grid of a path traced scene: its tetrahedra, and the keys of the data of it that a path
/// tracer has. If the surfaces and the volume around them show different arrays, the tracer has the grid
/// twice.
class PathTraceMesh
{
public:
  explicit PathTraceMesh(RayCastSession& session);

  /// Cut the grid into tetrahedra, and let `piece` name the arrays to draw on them. If there are surfaces,
  /// cell values are averaged at the points, also those that color the surfaces. Returns false, and reports
  /// why, if there is nothing to draw.
  bool Prepare(PathTraceItem& piece, bool hasSurfaces, bool isPiece);
  /// The time at which the tetrahedra were cut.
  vtkMTimeType GetMeshMTime() const { return this->Input.GetMeshMTime(); }

  /// Add the tetrahedra, transformed to world coordinates, to a tracer that does not have them yet.
  void Add(const PathTraceItem& piece, vtkMatrix4x4* toWorld, inkray::PathTracer& tracer);
  /// Send the arrays that have changed, and arrays whose held range must change because isovalues or a
  /// transfer function show another range. Returns false, and reports why, if an array does not fit.
  bool UpdateArrays(const PathTraceItem& piece, const IsosurfaceSet& surfaces, inkray::PathTracer& tracer);
  ///@{
  /// Call these after UpdateArrays. They do nothing if the tracer does not have the mesh.
  void SetSurfaces(const std::vector<inkray::PathSurface>& surfaces, inkray::PathTracer& tracer) const;
  void SetColorTable(const inkray::ColorTable& table, inkray::PathTracer& tracer) const;
  bool HasColors() const { return static_cast<bool>(this->Colors); }
  /// Null: the mesh is no volume.
  void SetTransferFunction(const inkray::TransferFunction* function, inkray::PathTracer& tracer) const;
  /// Note findings about the mesh and its values, and widen `range` by the range of the surfaces' values.
  void Note(const PathTraceItem& piece, bool hasSurfaces, bool isPiece, const inkray::PathTracer& tracer,
    double (&range)[2]);
  ///@}

  /// Note that the tracer has lost the mesh.
  void Forget();

  ///@{
  /// Number of tetrahedra in the tracer, and times since ForgetTimes.
  std::int64_t GetNumberOfTets() const { return this->NumTets; }
  void ForgetTimes();
  double GetAdjacencyMilliseconds() const { return this->Input.GetCutMilliseconds() + this->AddMilliseconds; }
  double GetUploadMilliseconds() const { return this->UploadMilliseconds; }
  ///@}

private:
  template <class Take>
  bool Send(RayCastHeld<RayCastKey>& held, const RayCastArray& array, const Take& take);
  /// The values that one of the tracer's meshes has, and the range by which they are normalized.
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

  int Number = -1, SecondNumber = -1; // indices of the tracer's meshes; the second is for the volume alone
  int MediumNumber = -1;              // index of the mesh that shows the volume now
  bool IsMirrored = false;
  std::int64_t NumTets = 0;
  HeldValues Values, MediumValues; // keys of the tracer's data; so is the next member
  RayCastHeld<RayCastKey> Colors;
  double AddMilliseconds = 0;
  double UploadMilliseconds = 0;
};
