// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkCommand.h"
#include "vtkWeakPointer.h"

#include <map>
#include <vector>

class RayCastProp;
class vtkRenderer;
class vtkViewport;
class vtkVolume;

/// All that is ray cast in a renderer, which keeps it: draws the pictures from back to front, whatever the
/// order in which their volumes were added.
///
/// The renderer asks one volume after the other to draw itself. The first one that is asked has all of them
/// drawn where their order is not that of the renderer already; the others find that their turn is over.
/// Volumes that do not overlap are sorted by planes between their boxes (BlockOrder), those that do by the
/// distances of their centres. Where there is only one, nothing is done but to draw it.
class ViewScene : public vtkCommand
{
public:
  static ViewScene* New() { return new ViewScene; }
  vtkTypeMacro(ViewScene, vtkCommand);

  /// The scene of a renderer.
  static ViewScene* Of(vtkRenderer* renderer);

  /// Called for a volume, which is a RayCastProp, in the pass in which it draws its picture. Returns as the
  /// passes of vtkProp.
  int Draw(vtkVolume* volume, int pass);

  /// The volumes that draw pictures in a pass, in the order of the renderer: all that are visible and not
  /// culled.
  std::vector<vtkVolume*> GetPictures(int pass) const;

  /// These from back to front.
  std::vector<vtkVolume*> SortBackToFront(const std::vector<vtkVolume*>& pictures) const;

  /// Called by the renderer at the beginning of a frame.
  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  vtkWeakPointer<vtkRenderer> Renderer;
  std::map<vtkVolume*, int> Done; ///< drawn before their turn, with what their passes return then
};
