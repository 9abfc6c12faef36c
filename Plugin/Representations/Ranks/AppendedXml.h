// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"

#include <string>

class vtkInformation;
class vtkPVDataRepresentation;

/// Cells on their way between ranks. ParaView sends them as XML whose values are appended raw. From libexpat
/// 2.6 on (Debian 12: from 2.5.0-1+deb12u2 on) its parser puts off what it is given in small parts, and the
/// reader of VTK 9.2 then misses where the values begin: cells vanish. VTK itself was mended later.
namespace AppendedXml
{
/// Whether that happens in this process: a small grid is written and read.
bool IsLost();

/// Have VTK's parsers put off nothing, where cells are lost: its library calls ours to make a parser, and
/// ours libexpat's. Called when the plug-in is loaded. It changes the process only where it is one of several
/// ranks; elsewhere ParaView reads its files as it did.
INKRAYREPRESENTATIONS_EXPORT void Mend();

/// The message for the user where the view has lost cells all the same, of whichever display. Empty where
/// nothing is lost, and on other ranks than the first. Those that render call this together, in
/// REQUEST_RENDER, with what that got, for a representation that needs ordered compositing.
std::string WhatIsLost(vtkInformation* view, vtkPVDataRepresentation* representation);
} // namespace AppendedXml
