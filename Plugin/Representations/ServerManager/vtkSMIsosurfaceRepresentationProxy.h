// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSMIsosurfaceRepresentationProxy
 * @brief   keeps the properties that describe isosurfaces in agreement, and refuses what makes no sense
 *
 * Property "Isosurfaces" is the table of vtkIsovalueList: seven numbers for each row. A list whose length is
 * no multiple of seven is taken as plain isovalues, as for "Isovalues". Two properties are columns of it, for
 * scripts and animations: "Isovalues" and "IsosurfaceOpacities" (which may end early; the remaining surfaces
 * are opaque). Whichever is set, the others follow at the next UpdateVTKObjects():
 * - A list of isovalues changes the rows in place. A value that has a row already keeps what that row has,
 *   wherever in the list it stands; so a row that is left out takes its opacity with it.
 * - "IsosurfaceValues", the property of ParaView's representation Volume, is taken as "Isovalues" while this
 *   representation is the one that is shown. The hint RepresentationType names it.
 * - Another array ("IsosurfaceArray") is drawn by its magnitude if it has several components. If the range of
 *   the array or component has none of the isovalues, they are spread over it: a single one in the middle.
 *   Not while a state is loaded, which says what it wants.
 *
 * The volume with isosurfaces in it, "Volume (Ray Cast)", has the same properties under names that begin with
 * "RayCast", and its array is the one that it is coloured by ("ColorArrayName").
 *
 * Numbers that vtkIsovalueList::FindProblem() objects to are refused with an error, and all stays as it was.
 */
#ifndef vtkSMIsosurfaceRepresentationProxy_h
#define vtkSMIsosurfaceRepresentationProxy_h

#include "InKRayRepresentationsModule.h"
#include "vtkSMRepresentationProxy.h"

#include <array>  // for std::array
#include <set>    // for std::set
#include <string> // for std::string
#include <vector> // for std::vector

class INKRAYREPRESENTATIONS_EXPORT vtkSMIsosurfaceRepresentationProxy : public vtkSMRepresentationProxy
{
public:
  static vtkSMIsosurfaceRepresentationProxy* New();
  vtkTypeMacro(vtkSMIsosurfaceRepresentationProxy, vtkSMRepresentationProxy);

  void UpdateVTKObjects() override;

protected:
  vtkSMIsosurfaceRepresentationProxy();
  ~vtkSMIsosurfaceRepresentationProxy() override;

  void SetPropertyModifiedFlag(const char* name, int flag) override;

private:
  vtkSMIsosurfaceRepresentationProxy(const vtkSMIsosurfaceRepresentationProxy&) = delete;
  void operator=(const vtkSMIsosurfaceRepresentationProxy&) = delete;

  using Row = std::array<double, 7>;

  std::string NameOf(const char* name);
  vtkSMProperty* Find(const char* name);
  void Agree();
  bool TakeTable();
  bool TakeValues(const char* property);
  void TakeOpacities();
  void TakeArray(bool byMagnitude, bool spread);
  void Publish();
  std::vector<double> ValueColumn() const;
  std::vector<double> OpacityColumn() const; // as far as it is not 1
  bool IsShown();
  std::vector<double> NumbersOf(const char* property);
  void SetNumbers(const char* property, const std::vector<double>& numbers);
  bool Refuse(const std::vector<double>& rows);
  static std::vector<double> Flat(const std::vector<Row>& rows);

  std::set<std::string> Changed;       // names of properties, since they agreed last
  std::vector<Row> Rows;               // what they agreed about
  std::vector<double> OpacitiesToCome; // for rows behind the last
  std::string Array;                   // association and name
};

#endif
