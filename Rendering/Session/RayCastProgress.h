// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Core/WorkObserver.h"

#include <functional>

class vtkAbstractVolumeMapper;
class vtkRenderer;

/// How far a frame is that takes long, and whether it is to go on: the mapper invokes
/// vtkCommand::ProgressEvent, with a progress text, and the window vtkCommand::AbortCheckEvent.
class RayCastProgress
{
public:
  explicit RayCastProgress(vtkAbstractVolumeMapper* mapper)
    : Mapper(mapper)
  {
  }

  /// Frames that take longer than this many milliseconds tell and ask.
  static constexpr double LongFrame = 250;
  /// Ask after so many milliseconds already: there is something better to do than a frame.
  void AskFrom(double milliseconds) { this->AskTime = milliseconds; }

  ///@{
  /// A frame begins, is given up, and ends: one that was not given up is done, if it has told anything.
  void Begin(vtkRenderer* renderer);
  void GiveUp() { this->LastTold = 0; }
  void End();
  ///@}
  /// Milliseconds since the frame began.
  double GetMilliseconds() const { return Now() - this->FrameStart; }

  /// The observer of the next part of the frame, which `text` names. At its end the frame is done up to the
  /// share `end`; a part that reports nothing takes no share. When the window wants the frame to be aborted,
  /// so does this observer.
  inkray::WorkObserver Observe(const char* text, double end);

  /// The time in milliseconds.
  static double Now();

private:
  bool IsAborted();
  void Tell(const char* text, double share);
  void CallOut(const std::function<void()>& call);

  vtkAbstractVolumeMapper* Mapper;
  vtkRenderer* Renderer = nullptr; // during a frame
  double AskTime = LongFrame;
  double FrameStart = 0; // in milliseconds, as the next two
  double LastAsked = 0;  // whether to go on
  double LastTold = 0;   // of progress; 0: never in this frame
  double Observed = 0;   // share of this frame up to the end of the part at hand
};
