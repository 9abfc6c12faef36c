// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSMIsosurfaceTableVectorProperty
 * @brief   table of isosurfaces to which every new display adds a first row, from the range of its array
 *
 * The default in the XML is an empty table, but new displays begin with one row. A Python state omits values
 * that are defaults. If the user has emptied the table, such a state would bring the first row back.
 * Therefore no value of this property counts as the default.
 */
#ifndef vtkSMIsosurfaceTableVectorProperty_h
#define vtkSMIsosurfaceTableVectorProperty_h

#include "InKRayRepresentationsModule.h"
#include "vtkSMDoubleVectorProperty.h"

class INKRAYREPRESENTATIONS_EXPORT vtkSMIsosurfaceTableVectorProperty : public vtkSMDoubleVectorProperty
{
public:
  static vtkSMIsosurfaceTableVectorProperty* New();
  vtkTypeMacro(vtkSMIsosurfaceTableVectorProperty, vtkSMDoubleVectorProperty);

  bool IsValueDefault() override { return false; }

protected:
  vtkSMIsosurfaceTableVectorProperty();
  ~vtkSMIsosurfaceTableVectorProperty() override;

private:
  vtkSMIsosurfaceTableVectorProperty(const vtkSMIsosurfaceTableVectorProperty&) = delete;
  void operator=(const vtkSMIsosurfaceTableVectorProperty&) = delete;
};

#endif
