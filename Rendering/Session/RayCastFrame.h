// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// One frame of a mapper, in the order of its steps. RayCastSession runs them, and again from Draw on where a
/// CUDA device fails.
class RayCastFrame
{
public:
  RayCastFrame() = default;
  virtual ~RayCastFrame() = default;
  RayCastFrame(const RayCastFrame&) = delete;
  RayCastFrame& operator=(const RayCastFrame&) = delete;

  /// Find the data and check them. False, with a note or problem: there is nothing to draw.
  virtual bool Find() = 0;

  /// Make a caster ready, send it the data that have changed, and cast.
  virtual void Draw() = 0;

  /// Drop the caster and all that it has. Its device is not tried again for the same data.
  virtual void Fail() = 0;
};
