// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastMessages.h"

#include <string>

class vtkPVDataRepresentation;

/// Messages of a display about its data or its last frame. They are errors and warnings of its
/// representation, and rows of its report.
class DisplayMessages : public RayCastMessages
{
public:
  explicit DisplayMessages(vtkPVDataRepresentation* display);

  /// Report an error that prevents drawing. The same error is reported once: it is recognized by its text, or
  /// by `kind` if the text changes while the user drags a slider.
  void Error(const std::string& problem, const std::string& kind = std::string());

  /// Report a problem that does not prevent drawing. Does nothing if the text is empty.
  void Warn(const std::string& problem);

  /// Whether the camera of the view can be used. If it cannot, report an error that says what to do. Displays
  /// check this themselves, because the renderer skips mappers that are outside the view.
  bool CheckCamera();

private:
  vtkPVDataRepresentation* Display;
};
