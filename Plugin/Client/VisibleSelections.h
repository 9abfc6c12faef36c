// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkSMProxy;

/// Selections of cells by a box or a polygon. For a display as Volume (Ray Cast), all cells that the pixels
/// show are selected. ParaView's own selections find one cell for each pixel.
///
/// The selection passes of the display draw indices of pixels instead of ids, because ParaView draws them for
/// the whole window and picks pixels later. Its class vtkPVEncodeSelectionForServer, which is meant to be
/// overridden, then receives the selection on the client. There the process that has drawn it is asked for
/// the cells (vtkVisibleCellsInformation). For a single pixel, this is the cell that is picked.
namespace VisibleSelections
{

/// Override ParaView's encoding of selections. If another plug-in has overridden it before, nothing changes:
/// a box then selects the cells that clicks on its pixels would select.
void Start();

/// Make a display draw its selections as indices, if it offers Volume (Ray Cast).
void Watch(vtkSMProxy* display);

} // namespace VisibleSelections
