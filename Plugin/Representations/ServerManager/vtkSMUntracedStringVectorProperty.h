// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSMUntracedStringVectorProperty
 * @brief   a property that ParaView leaves out of traces and of states as Python: see UntracedProperties.cxx
 */
#ifndef vtkSMUntracedStringVectorProperty_h
#define vtkSMUntracedStringVectorProperty_h

#include "InKRayRepresentationsModule.h"
#include "vtkSMStringVectorProperty.h"

class INKRAYREPRESENTATIONS_EXPORT vtkSMUntracedStringVectorProperty : public vtkSMStringVectorProperty
{
public:
  static vtkSMUntracedStringVectorProperty* New();
  vtkTypeMacro(vtkSMUntracedStringVectorProperty, vtkSMStringVectorProperty);

  bool IsValueDefault() override { return true; }
  vtkMTimeType GetMTime() override;

protected:
  vtkSMUntracedStringVectorProperty();
  ~vtkSMUntracedStringVectorProperty() override;

private:
  vtkSMUntracedStringVectorProperty(const vtkSMUntracedStringVectorProperty&) = delete;
  void operator=(const vtkSMUntracedStringVectorProperty&) = delete;
};

#endif
