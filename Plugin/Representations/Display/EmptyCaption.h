// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkSmartPointer.h"

#include <functional>
#include <string>

class vtkTextActor;
class vtkView;

/// The text in the middle of a view that says why nothing can be seen of a volume, as the mapper says that
/// has drawn it (RayCastMapperOf::GetCaption). It is drawn in the
/// same frame as the volume, if it is added to the view after it.
class EmptyCaption
{
public:
  using Source = std::function<std::string()>;

  /// `source` gives the text when the view is drawn, after the volume; empty: none.
  explicit EmptyCaption(Source source);
  ~EmptyCaption();
  EmptyCaption(const EmptyCaption&) = delete;
  EmptyCaption& operator=(const EmptyCaption&) = delete;

  void AddTo(vtkView* view);
  void RemoveFrom(vtkView* view);

private:
  vtkSmartPointer<vtkTextActor> Actor;
};
