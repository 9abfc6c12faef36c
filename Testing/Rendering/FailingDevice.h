// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

/// An imitation of a CUDA device for programs with FailingDevice.cxx. inkray::resolveDevice finds it; its ray
/// casters work on the CPU, and run out of memory where a test asks for it.
struct FailingDevice
{
  /// The call in which memory runs out: "create", "setVolume", "setColorValues", "setColorTable",
  /// "setIsosurfaces", "render" (of images of more than Pixels), "hits" (a render that returns hits),
  /// "statistics"; "setMesh", "setScalars", "setTransferFunction" of tetrahedra and of HAVS; "whole" (a
  /// render of an image that is not in blocks); "histogram"; "addVolume" and every other call of a path
  /// tracer that takes memory. If it is empty, memory never runs out.
  static inline std::string Fails;
  static inline long Pixels = 0;
  static inline bool Breaks = false; ///< the device fails for good instead of running out of memory
  static inline bool Lost = false;   ///< the device has failed for good
  static inline int Made = 0;        ///< the number of ray casters made so far
  static inline int Number = 1;      ///< the number of CUDA devices; all but the first are missing
  static inline int Counted = 0;     ///< the number of histograms counted so far
  static constexpr const char* Break = "kernel launch: cudaErrorIllegalAddress, on the failing device";
  static constexpr unsigned long Asked = 541834752, Free = 209715200;
};
