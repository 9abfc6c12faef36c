// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Renderers/PathTracer/PathTracer.h"

#include <cstdint>
#include <vector>

/// The samples of a picture, from frame to frame; a session casts with them (RayCastSession::Cast). A frame
/// adds samples to the earlier ones while the camera and the options are the same, up to the number wanted in
/// all.
class PathTraceSamples
{
public:
  /// Have the frames from here on stop at the window's depths, which the tracer takes from the host. The
  /// picture then comes by way of the host, too.
  void StopAtOpaque(bool stops) { this->StopsAtOpaque = stops; }

  /// Begin a frame. The picture gets `wanted` samples in all; this frame adds as many as `milliseconds`
  /// allow, one at least, or all where they are 0; one that is aborted where they are above 0 shows the
  /// samples that were there, and adds none. Where rays stop at the window's depths, an `opaqueBias`
  /// above 0 lets them go on by so much in window depth, behind the farthest depth of the same surface in the
  /// pixels nearby.
  void Begin(inkray::PathTracer& tracer, std::int64_t wanted, double milliseconds, float opaqueBias);

  ///@{
  /// The calls that a session makes to a caster, between Begin and the next.
  inkray::DeviceKind device() const
  {
    return this->StopsAtOpaque ? inkray::DeviceKind::CPU : this->Tracer->device();
  }
  const inkray::PathTimings& timings() const { return this->Timings; }
  void renderOnDevice(const inkray::Camera& camera, const inkray::PathFrameOptions& options)
  {
    this->Add(camera, options, true);
  }
  void render(const inkray::Camera& camera, const inkray::PathFrameOptions& options)
  {
    this->Add(camera, options, false);
  }
  ///@}

  /// The tracer has no picture that could be gone on with.
  void Restart() { this->Shot.clear(); }
  /// Forget the picture, and the time that a sample takes.
  void Forget();

  std::int64_t GetAdded() const { return this->Added; } ///< by this frame
  /// Milliseconds that the last sample took in a picture of this frame's size.
  double GetSampleTime() const { return this->PixelTime * this->Pixels; }

private:
  void Add(const inkray::Camera& camera, inkray::PathFrameOptions options, bool onDevice);

  inkray::PathTracer* Tracer = nullptr;
  std::int64_t Wanted = 0;
  double Milliseconds = 0;
  float OpaqueBias = 0;
  bool StopsAtOpaque = false;
  std::int64_t Added = 0;
  inkray::PathTimings Timings;
  double Pixels = 0;

  std::vector<double> Shot;  // camera and options that the current picture depends on; empty for none
  std::vector<float> Opaque; // and the depths that its rays stop at
  bool IsOnHost = false;     // it is in host memory
  double PixelTime = 0;      // of the last sample, milliseconds for a pixel; 0: not known
};
