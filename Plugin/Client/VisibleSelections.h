// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class vtkSMProxy;

/// Selections of cells by a box or a polygon: of a display as Volume (Ray Cast), all cells that the pixels
/// show are selected, where ParaView's own selections know one cell for each pixel.
///
/// The display's selection passes draw indices of pixels in place of ids, because ParaView draws them for the
/// whole window and knows later which of its pixels are meant. Its class vtkPVEncodeSelectionForServer, which
/// is made to be overridden, then hands over the selection on the client, where the process that has drawn it
/// is asked for the cells (vtkVisibleCellsInformation): of one pixel the one that is picked.
namespace VisibleSelections
{

/// From now on ParaView's selections come through here. Where another plug-in has seen to it first that they
/// go through its hands, nothing changes: a box then selects what a click on each of its pixels would.
void Start();

/// Have a display draw its selections as indices, if it offers Volume (Ray Cast).
void Watch(vtkSMProxy* display);

} // namespace VisibleSelections
