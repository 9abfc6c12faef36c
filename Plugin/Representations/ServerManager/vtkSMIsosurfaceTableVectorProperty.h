// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSMIsosurfaceTableVectorProperty
 * @brief   a table of isosurfaces that has a first row in every new display, from the range of its array
 *
 * The default of the XML is an empty table, which no display begins with. A state as a Python script leaves
 * out the values that are defaults, and would bring the first row back where a user has emptied the table. So
 * no value of this property counts as the default.
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
