// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// One frame of a mapper, in the order of its steps. RayCastSession runs them, and repeats Draw if a CUDA
/// device fails.
class RayCastFrame
{
public:
  RayCastFrame() = default;
  virtual ~RayCastFrame() = default;
  RayCastFrame(const RayCastFrame&) = delete;
  RayCastFrame& operator=(const RayCastFrame&) = delete;

  /// Find the data and check them. Returns false, with a note or problem, if there is nothing to draw.
  virtual bool Find() = 0;

  /// Make a caster ready, send it the changed data, and cast.
  virtual void Draw() = 0;

  /// Drop the caster and all its data. Its device is not tried again for the same data.
  virtual void Fail() = 0;
};
