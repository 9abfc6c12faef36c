// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// What the mappers that hand over a finished picture have in common, whatever class of VTK they derive from:
/// vtkRayCastVolume asks them by it when it chooses the pass of the renderer that they draw in.
class RayCastMapper
{
public:
  virtual ~RayCastMapper() = default;

  /// Whether all that the picture shows is opaque and has a depth, so that it is drawn with the opaque
  /// geometry.
  virtual bool IsPictureOpaque() = 0;

  /// Whether ids are drawn where a hardware selection wants them. Without them nothing is drawn then.
  virtual bool DrawsIds() = 0;
};
