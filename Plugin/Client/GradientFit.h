// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkCommand.h"
#include "vtkWeakPointer.h"

#include <functional>
#include <set>
#include <string>

class vtkSMPVRepresentationProxy;
class vtkSMProperty;
class vtkSMProxy;

/// Fits the functions of the magnitude of gradients to the data of a display when they are first turned on:
/// the gradient opacity goes from 0 to the largest magnitude then, and so does the second axis of the 2-D
/// transfer function. One that somebody has given a range or boxes stays as it is; so does what state files,
/// undo and redo bring.
class GradientFit : public vtkCommand
{
public:
  vtkTypeMacro(GradientFit, vtkCommand);

  /// Look after this display for as long as it lives, if it has such functions.
  static void Watch(vtkSMProxy* display);

  /// Called with the property of a gradient opacity that has been fitted.
  using FittedFunction = std::function<void(vtkSMProperty*)>;
  static void SetOnFitted(FittedFunction function);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  static GradientFit* New();

  bool IsOn(const char* name) const;
  void UpdateData();
  void FitOpacity();
  void FitTransfer2D();

  vtkWeakPointer<vtkSMPVRepresentationProxy> Display;
  std::set<std::string> TurnedOn; // since the display was updated last
};
