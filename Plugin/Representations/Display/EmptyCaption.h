// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkSmartPointer.h"

#include <functional>
#include <string>

class vtkTextActor;
class vtkView;

/// The text in the middle of a view for data of one value, of whose volume nothing can be seen: it says why.
/// The text is that of the mapper (RayCastMapperOf::GetCaption). It is drawn in the same frame as the volume
/// if it is added to the view after the volume.
class EmptyCaption
{
public:
  using Source = std::function<std::string()>;

  /// `source` is asked for the text when the view is drawn, after the volume. Empty: no text.
  explicit EmptyCaption(Source source);
  ~EmptyCaption();
  EmptyCaption(const EmptyCaption&) = delete;
  EmptyCaption& operator=(const EmptyCaption&) = delete;

  void AddTo(vtkView* view);
  void RemoveFrom(vtkView* view);

private:
  vtkSmartPointer<vtkTextActor> Actor;
};
