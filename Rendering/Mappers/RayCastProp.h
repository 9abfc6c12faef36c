// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class RayCastMapper;
class vtkViewport;

/// Interface of the volumes that draw the finished pictures of ray casting mappers, whatever class of VTK
/// they derive from. ViewScene calls it to draw all of them in a renderer in the order of their depths.
class RayCastProp
{
public:
  virtual ~RayCastProp() = default;

  /// The pass of vtkRayCastVolume::PassType in which this volume draws a picture of its mapper. -1: it draws
  /// none (but an outline, or what a mapper of VTK draws).
  virtual int GetPicturePass(vtkViewport* viewport) = 0;

  /// The mapper that draws the picture, brought up to date. Null: it has no data, and draws nothing.
  virtual RayCastMapper* GetMapperWithData() = 0;

  /// Draw the picture now. Returns as the passes of vtkProp: whether anything was drawn.
  virtual int DrawPicture(vtkViewport* viewport) = 0;

  /// Whether other ranks draw this picture at the same time and wait for this one. Such pictures lie over all
  /// others, so that ranks draw them in the same order, whatever else each of them has.
  virtual bool IsDrawnTogether() { return false; }

  /// Whether that goes for everything that is ray cast in the view, on all ranks: their pictures are the same
  /// ones, and in the same order.
  virtual bool AreAllDrawnTogether() { return false; }

  /// Whether all those ranks say yes. All of them call this.
  virtual bool AgreeOn(bool yes) { return yes; }
};
