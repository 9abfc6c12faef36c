// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Core/WorkObserver.h"

#include <functional>

class vtkAbstractVolumeMapper;
class vtkRenderer;

/// Reports the progress of a frame that takes long, and asks whether to go on. The mapper invokes
/// vtkCommand::ProgressEvent, with a progress text, and the window vtkCommand::AbortCheckEvent.
class RayCastProgress
{
public:
  explicit RayCastProgress(vtkAbstractVolumeMapper* mapper)
    : Mapper(mapper)
  {
  }

  /// Frames that take longer than this many milliseconds report and ask.
  static constexpr double LongFrame = 250;
  /// Ask earlier, from this time on: more urgent work may come up than this frame.
  void AskFrom(double milliseconds) { this->AskTime = milliseconds; }

  ///@{
  /// A frame begins, is aborted, and ends. A frame that reported progress and was not aborted is reported as
  /// done.
  void Begin(vtkRenderer* renderer);
  void GiveUp() { this->LastTold = 0; }
  void End();
  ///@}
  /// Milliseconds since the beginning of the frame.
  double GetMilliseconds() const { return Now() - this->FrameStart; }

  /// An observer of the frame's next part, which `text` names. At its end the frame is done up to the share
  /// `end`; a part that reports nothing takes no share. The observer aborts if the window wants to abort the
  /// frame.
  inkray::WorkObserver Observe(const char* text, double end);

  /// The time in milliseconds.
  static double Now();

private:
  bool IsAborted();
  void Tell(const char* text, double share);
  void CallOut(const std::function<void()>& call);

  vtkAbstractVolumeMapper* Mapper;
  vtkRenderer* Renderer = nullptr; // during a frame only
  double AskTime = LongFrame;
  double FrameStart = 0; // in milliseconds, like the next two
  double LastAsked = 0;  // the last question whether to go on
  double LastTold = 0;   // the last report of progress; 0: no report in this frame
  double Observed = 0;   // the share of this frame at the end of the current part
};
