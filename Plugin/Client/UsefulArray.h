// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

class vtkPVArrayInformation;
class vtkSMPVRepresentationProxy;

/// An array that a display may be coloured by, as the server's information about its data has it.
struct UsefulArray
{
  int Association = 0; ///< vtkDataObject::FIELD_ASSOCIATION_POINTS or FIELD_ASSOCIATION_CELLS
  std::string Name;    ///< empty: there is none

  /// The array of numbers, of those in the display's list of arrays to colour by, that is most worth a look:
  /// no ids, with more than one value, in all blocks, of points rather than of cells, the active scalars.
  /// What is named first here counts most. The first of arrays that are alike is taken.
  static UsefulArray FirstOf(vtkSMPVRepresentationProxy* display);

  /// Information about the array, or null where the display's data have none of this name.
  vtkPVArrayInformation* GetInformation(vtkSMPVRepresentationProxy* display) const;

  /// Whether the array has more than one finite value, and is not one of ids.
  bool IsWorthALook(vtkSMPVRepresentationProxy* display) const;

  /// The least and the greatest of its finite values, of a vector those of its length. False where there are
  /// none.
  bool GetRange(vtkSMPVRepresentationProxy* display, double range[2]) const;
};
