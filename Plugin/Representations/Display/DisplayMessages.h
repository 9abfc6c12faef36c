// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastMessages.h"

#include <string>

class vtkPVDataRepresentation;

/// Messages of a display about its data, or about its last frame: errors and warnings of its representation,
/// and rows of its report.
class DisplayMessages : public RayCastMessages
{
public:
  explicit DisplayMessages(vtkPVDataRepresentation* display);

  /// A problem that leaves nothing to draw. It is known by its text, or by `kind` where the text varies while
  /// someone drags a slider.
  void Error(const std::string& problem, const std::string& kind = std::string());

  /// A problem with which something is drawn; none where the text is empty.
  void Warn(const std::string& problem);

  /// Whether the view has a camera that can be used; otherwise an error says what to do. Displays ask,
  /// because the renderer does not ask mappers that are out of the camera's sight.
  bool CheckCamera();

private:
  vtkPVDataRepresentation* Display;
};
