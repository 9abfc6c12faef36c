// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

/// A CUDA device that is not one: in a program with FailingDevice.cxx, inkray::resolveDevice finds it, and
/// its ray casters do on the CPU what they are told, but run out of memory where a test wants it.
struct FailingDevice
{
  /// Where memory runs out: "create", "setVolume", "setColorValues", "setColorTable", "setIsosurfaces",
  /// "render" (of images of more than Pixels), "hits" (a render that wants them), "statistics"; "setMesh",
  /// "setScalars", "setTransferFunction" of tetrahedra and of HAVS; "histogram"; "addVolume" and whatever
  /// else a path tracer takes memory for. Empty: nowhere.
  static inline std::string Fails;
  static inline long Pixels = 0;
  static inline bool Breaks = false; ///< where memory would run out, the device fails for good
  static inline bool Lost = false;   ///< it has
  static inline int Made = 0;        ///< ray casters, so far
  static inline int Number = 1;      ///< of CUDA devices, all but the first of which are missing
  static inline int Counted = 0;     ///< histograms, so far
  static constexpr const char* Break = "kernel launch: cudaErrorIllegalAddress, on the failing device";
  static constexpr unsigned long Asked = 541834752, Free = 209715200;
};
