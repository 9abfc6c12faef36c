// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSMUntracedIntVectorProperty
 * @brief   a property that ParaView leaves out of traces and of states as Python: see UntracedProperties.cxx
 */
#ifndef vtkSMUntracedIntVectorProperty_h
#define vtkSMUntracedIntVectorProperty_h

#include "InKRayRepresentationsModule.h"
#include "vtkSMIntVectorProperty.h"

class INKRAYREPRESENTATIONS_EXPORT vtkSMUntracedIntVectorProperty : public vtkSMIntVectorProperty
{
public:
  static vtkSMUntracedIntVectorProperty* New();
  vtkTypeMacro(vtkSMUntracedIntVectorProperty, vtkSMIntVectorProperty);

  bool IsValueDefault() override { return true; }
  vtkMTimeType GetMTime() override;

protected:
  vtkSMUntracedIntVectorProperty();
  ~vtkSMUntracedIntVectorProperty() override;

private:
  vtkSMUntracedIntVectorProperty(const vtkSMUntracedIntVectorProperty&) = delete;
  void operator=(const vtkSMUntracedIntVectorProperty&) = delete;
};

#endif
