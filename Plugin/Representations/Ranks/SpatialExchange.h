// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkSmartPointer.h"

#include <string>

class vtkInformation;
class vtkPVDataRepresentation;
class vtkUnstructuredGrid;

/// Gives each rank of a parallel server one box of space with all cells in it, so that images blended box by
/// box in depth order are exact.
///
/// ParaView has this in its render view, but sends the cells as raw appended XML, which cannot be read back
/// where libexpat defers parsing (Debian 12 from 2.5.0-1+deb12u2 on): cells then vanish.
namespace SpatialExchange
{

/// Whether ParaView's own redistribution loses cells in this process. Tried once on a small grid.
bool ViewLosesCells();

/// The message for the user where the view has lost cells of other representations on their way between the
/// ranks: slices and surfaces beside a volume, which the view hands out by the volume's boxes. Empty where
/// nothing is lost, and on other ranks than the first. Those that render call this together, in
/// REQUEST_RENDER, with what that got, for a representation that needs ordered compositing.
std::string WhatOthersLost(vtkInformation* view, vtkPVDataRepresentation* representation);

/// All ranks call this with their piece of the data. Space is cut in two along its longer side until there is
/// a box for each rank; cells at the cuts are split, point values being interpolated. Returns this rank's
/// box; `grid` itself is left alone. Ghost cells have to be removed before.
vtkSmartPointer<vtkUnstructuredGrid> Distribute(vtkUnstructuredGrid* grid);

} // namespace SpatialExchange
