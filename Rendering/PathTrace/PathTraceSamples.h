// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Renderers/PathTracer/PathTracer.h"

#include <cstdint>
#include <vector>

/// The tracer's options, with what a session adds to those of a caster.
struct PathTraceOptions : inkray::PathFrameOptions
{
  bool opaqueDepthOnDevice = false;
};

/// The samples of a picture, from frame to frame: what a session casts with (RayCastSession::Cast). A frame
/// adds samples to those that are there while the camera and the options are the same, and no more than are
/// wanted in all.
class PathTraceSamples
{
public:
  /// The frames from here on stop at what is drawn already, whose depth the tracer takes from the host. So
  /// the picture comes by way of the host.
  void StopAtOpaque(bool stops) { this->StopsAtOpaque = stops; }

  /// Before a frame is cast: `wanted` in all; this frame adds what `milliseconds` allow, one at least, or all
  /// where they are 0. Where rays stop at what is drawn already, an `opaqueBias` above 0 lets them go on by
  /// that much in window depth, behind the farthest that the same surface has in the pixels nearby.
  void Begin(inkray::PathTracer& tracer, std::int64_t wanted, double milliseconds, float opaqueBias);

  ///@{
  /// What a session needs of a caster, between Begin and the next.
  inkray::DeviceKind device() const
  {
    return this->StopsAtOpaque ? inkray::DeviceKind::CPU : this->Tracer->device();
  }
  const inkray::PathTimings& timings() const { return this->Timings; }
  void renderOnDevice(const inkray::Camera& camera, const PathTraceOptions& options)
  {
    this->Add(camera, options, true);
  }
  void render(const inkray::Camera& camera, const PathTraceOptions& options)
  {
    this->Add(camera, options, false);
  }
  ///@}

  /// The tracer has no picture that could be gone on with.
  void Restart() { this->Shot.clear(); }
  /// Nor is anything known of the time that one takes.
  void Forget();

  std::int64_t GetAdded() const { return this->Added; } ///< by this frame
  /// Milliseconds that the last sample took in a picture of this frame's size.
  double GetSampleTime() const { return this->PixelTime * this->Pixels; }

private:
  void Add(const inkray::Camera& camera, PathTraceOptions options, bool onDevice);

  inkray::PathTracer* Tracer = nullptr;
  std::int64_t Wanted = 0;
  double Milliseconds = 0;
  float OpaqueBias = 0;
  bool StopsAtOpaque = false;
  std::int64_t Added = 0;
  inkray::PathTimings Timings;
  double Pixels = 0;

  std::vector<double> Shot;  // what the picture at hand depends on of camera and options; empty for none
  std::vector<float> Opaque; // and the depths that its rays stop at
  bool IsOnHost = false;     // it is in host memory
  double PixelTime = 0;      // of the last sample, milliseconds for a pixel; 0: not known
};
