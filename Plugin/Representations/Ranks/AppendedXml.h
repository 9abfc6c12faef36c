// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"

#include <string>

class vtkInformation;
class vtkPVDataRepresentation;

/// Prevents the loss of cells that ParaView sends between ranks. It sends them as XML with raw
/// appended values. From libexpat 2.6 on (Debian 12: from 2.5.0-1+deb12u2 on), the XML parser defers
/// small chunks. The reader of VTK 9.2 then misses where the values begin, and cells are lost. Later
/// versions of VTK are not affected.
namespace AppendedXml
{
/// Whether cells are lost in this process, found by writing and reading a small grid.
bool IsLost();

/// If cells are lost, turn off deferral in VTK's XML parsers: let VTK's library create them by a function of
/// the plug-in, which calls libexpat. Call this when the plug-in is loaded. It changes nothing in a process
/// that is not one of several ranks.
INKRAYREPRESENTATIONS_EXPORT void Mend();

/// The message for the user if the view has lost cells of any display nevertheless. Empty if no cells are
/// lost, and on all ranks but the first. All ranks that render call this together, in REQUEST_RENDER with its
/// information, for a representation that needs ordered compositing.
std::string WhatIsLost(vtkInformation* view, vtkPVDataRepresentation* representation);
} // namespace AppendedXml
