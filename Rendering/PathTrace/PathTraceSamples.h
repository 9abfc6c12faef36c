// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Renderers/PathTracer/PathTracer.h"

#include <cstdint>
#include <vector>

/// The samples of a picture, from frame to frame; a session casts with them (RayCastSession::Cast). A frame
/// adds samples to the earlier ones while the camera and the options are unchanged, up to a wanted total.
class PathTraceSamples
{
public:
  /// Let rays of later frames stop at the window's depths, which the tracer reads from host memory. The
  /// picture is then copied through the host, too.
  void StopAtOpaque(bool stops) { this->StopsAtOpaque = stops; }

  /// Begin a frame. The picture gets `wanted` samples in all. This frame adds as many samples as fit into
  /// `milliseconds`, at least one; 0 means all. If a frame with a time limit is aborted, it shows the earlier
  /// samples and adds none. An `opaqueBias` above 0 lets rays go on behind the window's depths: by this
  /// distance in window depth, behind the farthest depth of the same surface in nearby pixels.
  void Begin(inkray::PathTracer& tracer, std::int64_t wanted, double milliseconds, float opaqueBias);

  ///@{
  /// The calls that a session makes to a caster, between one Begin and the next.
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

  /// Forget the tracer's picture: no more samples can be added to it.
  void Restart() { this->Shot.clear(); }
  /// Forget the picture, and the measured time of a sample.
  void Forget();

  std::int64_t GetAdded() const { return this->Added; } ///< samples that this frame added
  /// Milliseconds that the last sample took, scaled to a picture of this frame's size.
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

  std::vector<double> Shot;  // the camera and options of the current picture; empty: there is no picture
  std::vector<float> Opaque; // the depths at which its rays stop
  bool IsOnHost = false;     // the picture is in host memory
  double PixelTime = 0;      // milliseconds of the last sample for one pixel; 0: unknown
};
