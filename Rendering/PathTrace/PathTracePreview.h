// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <future>

class RayCastSession;
class vtkPathTraceSettings;
struct PathTraceContent;
struct PathTraceItem;

/// The first picture of a path traced scene: the CPU casts rays for its isosurfaces, lit by the renderer's
/// lights. Meanwhile the CUDA device starts; the scene has not been sent to it yet. Path traced pictures
/// follow.
class PathTracePreview
{
public:
  /// Draw the preview, once until Reset. It needs a view without stereo and a scene of opaque isosurfaces of
  /// images only. Images have at most 2^26 points, unless the CPU is the chosen device. Returns false if the
  /// preview is not due or cannot be drawn; path tracing then reports why. Throws inkray::Aborted.
  bool Draw(RayCastSession& session, vtkPathTraceSettings* settings, const PathTraceContent& content);

  /// Wait until the device has started, for a path traced picture. From here on Draw has no effect.
  void End();

  /// Forget the last frame, but remember that the preview has been drawn.
  void ForgetFrame() { this->IsShown = false; }
  /// Treat the next picture as the first picture again.
  void Reset() { this->IsOver = this->IsShown = false; }

  /// Whether the last frame shows the preview.
  bool IsDrawn() const { return this->IsShown; }

private:
  void StartDevice(int wanted);
  static bool CastPiece(RayCastSession& session, vtkPathTraceSettings* settings,
    const PathTraceContent& content, const PathTraceItem& piece);

  bool IsOver = false;
  bool IsShown = false;
  std::future<void> Starting;
};
