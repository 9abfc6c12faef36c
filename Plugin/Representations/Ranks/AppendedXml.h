// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"

#include <string>

class vtkInformation;
class vtkPVDataRepresentation;

/// Keeps cells from being lost on their way between ranks. ParaView sends them as XML whose values are
/// appended raw. From libexpat 2.6 on (Debian 12: from 2.5.0-1+deb12u2 on), its parser defers the parsing of
/// small parts. The reader of VTK 9.2 then misses where the values begin, and cells vanish. Later versions of
/// VTK do not.
namespace AppendedXml
{
/// Whether cells vanish in this process: a small grid is written and read.
bool IsLost();

/// Have VTK's parsers defer nothing, where cells vanish: VTK's library then calls a function of the plug-in
/// to make a parser, and that calls libexpat's. To be called when the plug-in is loaded. It changes only a
/// process that is one of several ranks; any other reads its files in ParaView's way.
INKRAYREPRESENTATIONS_EXPORT void Mend();

/// The message for the user where the view has lost cells all the same, of whichever display. Empty where
/// nothing is lost, and on other ranks than the first. All ranks that render call this together, in
/// REQUEST_RENDER with its information, for a representation that needs ordered compositing.
std::string WhatIsLost(vtkInformation* view, vtkPVDataRepresentation* representation);
} // namespace AppendedXml
