// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSMIsosurfaceRepresentationProxy
 * @brief   synchronizes the properties that describe isosurfaces, and rejects invalid values
 *
 * Property "Isosurfaces" is the table of vtkIsovalueList: seven numbers for each row. A list whose
 * length is not a multiple of seven is a list of isovalues, as for "Isovalues". Two properties are
 * columns of the table, for scripts and animations: "Isovalues" and "IsosurfaceOpacities". The latter
 * may be shorter than the table: the remaining surfaces are opaque. When one is set, the next
 * UpdateVTKObjects() updates the others:
 * - A list of isovalues changes the rows in place. A value that has a row already keeps the other numbers of
 *   that row, wherever it is in the list. A value that is left out removes its row with its opacity.
 * - "IsosurfaceValues", the property of ParaView's representation Volume, is taken as "Isovalues" while this
 *   representation is shown. The hint RepresentationType names it.
 * - A new array ("IsosurfaceArray") is drawn by its magnitude if it has several components. If no isovalue is
 *   inside the range of the array or component, isovalues are spread over the range: a single one is put in
 *   the middle. This is not done while a state is loaded.
 *
 * The display "Volume (Ray Cast)", which can contain isosurfaces, has the same properties with the prefix
 * "RayCast". Its isosurface array is the array to color by ("ColorArrayName").
 *
 * If vtkIsovalueList::FindProblem() finds a problem, the numbers are rejected with
 * an error and nothing changes.
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
  std::vector<double> Column(std::size_t number) const;
  std::vector<double> OpacityColumn() const; // without trailing ones
  bool IsShown();
  std::vector<double> NumbersOf(const char* property);
  void SetNumbers(const char* property, const std::vector<double>& numbers);
  bool Refuse(const std::vector<double>& rows);
  static std::vector<double> Flat(const std::vector<Row>& rows);

  std::set<std::string> Changed;       // names of properties that changed since the last Agree
  std::vector<Row> Rows;               // the table that all properties agree on
  std::vector<double> OpacitiesToCome; // opacities for rows that do not exist yet
  std::string Array;                   // the association and the name
};

#endif
