// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "PathTraceContent.h"
#include "PathTraceMesh.h"
#include "RayCastHeld.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

class RayCastSession;
class vtkMatrix4x4;
class vtkPathTraceSettings;
namespace inkray
{
class PathTracer;
}

/// Sends volumes, isosurfaces, colors and triangles to a path tracer. From frame to frame it sends changed
/// data only.
class PathTraceGeometry
{
public:
  explicit PathTraceGeometry(RayCastSession& session);
  ~PathTraceGeometry();

  /// Indices of materials in the tracer's list.
  enum : int
  {
    OfIsosurfaces = 0,
    OfPolygons = 1
  };

  ///@{
  /// The steps of a frame, in order. The picture begins anew if a step sends something. A step returns false,
  /// and reports why, if there is nothing to draw. PrepareMeshes needs no tracer and completes the content's
  /// key.
  bool PrepareMeshes(PathTraceContent& content, bool isPiece);
  void UpdateData(const PathTraceContent& content, inkray::PathTracer& tracer);
  bool UpdateIsosurfaces(
    const PathTraceContent& content, vtkPathTraceSettings* settings, inkray::PathTracer& tracer);
  void UpdateMedia(const PathTraceContent& content, inkray::PathTracer& tracer);
  ///@}

  ///@{
  /// Results of these steps. IsEmpty: nothing is visible. HasMedium: light passes through a volume.
  bool IsEmpty() const { return this->Empty && !this->HasMedium(); }
  bool HasMedium() const { return this->Medium; }
  ///@}

  /// Note that the tracer has lost the data.
  void Forget();
  /// Fail notes that a device failed for this content; HasFailed tells whether it did.
  void Fail(const PathTraceContent& content);
  bool HasFailed(const PathTraceContent& content) const
  {
    return this->Failed && this->Failed.Get() == content.Key;
  }

  ///@{
  /// Figures of this scene, and times since ForgetTimes.
  std::int64_t GetNumberOfTriangles() const { return this->NumTriangles; }
  std::int64_t GetNumberOfTets() const;
  vtkIdType GetNumberOfUpdates() const { return this->Data.GetNumberOfUpdates(); }
  void ForgetTimes();
  double GetBrickMilliseconds() const { return this->BrickMilliseconds; }
  double GetAdjacencyMilliseconds() const;
  double GetUploadMilliseconds() const;
  ///@}

private:
  struct Volume;
  using SurfacesKey = std::pair<IsosurfaceSet, bool>; // and whether they are solid below

  void AddImage(const PathTraceItem& piece, inkray::PathTracer& tracer);
  int AddVolume(vtkDataSet* image, const RayCastArray& scalars, inkray::PathTracer& tracer);
  void AddShown(const PathTraceContent& content, inkray::PathTracer& tracer);
  bool UpdateMeshArrays(const PathTraceContent& content, inkray::PathTracer& tracer);
  void SendSurfaces(const SurfacesKey& key, inkray::PathTracer& tracer);
  void LookForSurfaces(const PathTraceContent& content, bool isPiece, const inkray::PathTracer& tracer);
  PathTraceKey ChooseMedia(const PathTraceContent& content);
  void UpdateColors(vtkPathTraceSettings* settings, inkray::PathTracer& tracer);

  RayCastSession& Session;
  RayCastHeld<PathTraceContentKey> Data; // the keys of the data that the tracer has, like the next three
  RayCastHeld<SurfacesKey> Surfaces;
  RayCastHeld<PathTraceKey> ColorTable;
  RayCastHeld<PathTraceKey> Functions;
  RayCastHeld<PathTraceContentKey> Failed; // the content for which a CUDA device failed

  std::vector<std::unique_ptr<Volume>> Volumes;
  std::vector<std::unique_ptr<PathTraceMesh>> Meshes; // all meshes of the content, in its order, drawn or not
  std::int64_t NumTriangles = 0;                      // polygons of the view
  bool Empty = true;                                  // only volumes are visible
  bool Medium = false;
  std::string FunctionsProblem;
  double BrickMilliseconds = 0;
  double UploadMilliseconds = 0;
};
