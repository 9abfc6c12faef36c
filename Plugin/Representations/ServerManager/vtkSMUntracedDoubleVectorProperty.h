// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSMUntracedDoubleVectorProperty
 * @brief   a property that ParaView leaves out of traces and of states as Python: see UntracedProperties.cxx
 */
#ifndef vtkSMUntracedDoubleVectorProperty_h
#define vtkSMUntracedDoubleVectorProperty_h

#include "InKRayRepresentationsModule.h"
#include "vtkSMDoubleVectorProperty.h"

class INKRAYREPRESENTATIONS_EXPORT vtkSMUntracedDoubleVectorProperty : public vtkSMDoubleVectorProperty
{
public:
  static vtkSMUntracedDoubleVectorProperty* New();
  vtkTypeMacro(vtkSMUntracedDoubleVectorProperty, vtkSMDoubleVectorProperty);

  bool IsValueDefault() override { return true; }
  vtkMTimeType GetMTime() override;

protected:
  vtkSMUntracedDoubleVectorProperty();
  ~vtkSMUntracedDoubleVectorProperty() override;

private:
  vtkSMUntracedDoubleVectorProperty(const vtkSMUntracedDoubleVectorProperty&) = delete;
  void operator=(const vtkSMUntracedDoubleVectorProperty&) = delete;
};

#endif
