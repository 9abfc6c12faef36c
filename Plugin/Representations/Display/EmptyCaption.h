// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkSmartPointer.h"

#include <functional>
#include <string>

class vtkTextActor;
class vtkPVDataRepresentation;
class vtkProp;
class vtkView;

/// The text in the middle of a view that says why a volume is invisible, if its data have one value. The
/// mapper provides the text (RayCastMapperOf::GetCaption). Add the caption to the view after the volume, so
/// that both are drawn in the same frame.
class EmptyCaption
{
public:
  using Source = std::function<std::string()>;

  /// `source` returns the text. It is called when the view is drawn, after the volume. Empty: draw no text.
  explicit EmptyCaption(Source source);
  ~EmptyCaption();
  EmptyCaption(const EmptyCaption&) = delete;
  EmptyCaption& operator=(const EmptyCaption&) = delete;

  /// Add the caption to a view, and register the display's volume for selections, or take both away.
  void AddTo(vtkView* view, vtkPVDataRepresentation* display, vtkProp* volume);
  void RemoveFrom(vtkView* view, vtkPVDataRepresentation* display, vtkProp* volume);

private:
  vtkSmartPointer<vtkTextActor> Actor;
};
