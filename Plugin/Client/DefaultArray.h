// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

class vtkPVArrayInformation;
class vtkSMPVRepresentationProxy;

/// An array that can color a display, by the server's information about the data.
struct DefaultArray
{
  int Association = 0; ///< vtkDataObject::FIELD_ASSOCIATION_POINTS or FIELD_ASSOCIATION_CELLS
  std::string Name;    ///< empty: no array

  /// The best array to color a display by, among numeric arrays. Criteria, the most important first: no ids,
  /// more than one value, in all blocks, on points, the active scalars. Of equal arrays, the first is taken.
  static DefaultArray FirstOf(vtkSMPVRepresentationProxy* display);

  /// Information about the array. Null if the display's data have no array of this name.
  vtkPVArrayInformation* GetInformation(vtkSMPVRepresentationProxy* display) const;

  /// Whether the array has more than one finite value and does not hold ids.
  bool IsWorthALook(vtkSMPVRepresentationProxy* display) const;

  /// The least and the greatest finite value; for vectors, of the magnitude. Returns false if there are none.
  bool GetRange(vtkSMPVRepresentationProxy* display, double range[2]) const;
};
