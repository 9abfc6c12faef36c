// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSMGradientRangeDomain
 * @brief   domain of a function of the magnitude of gradients: its default goes from 0 to the largest there
 * is
 *
 * The magnitude is what property "RayCastLargestGradient" of the same proxy or of a proxy in it tells, after
 * command "RayCastFindLargestGradient" of that proxy. Where it is 0 the function keeps its range. ParaView's
 * editor of functions has a button to reset them by their domain.
 */
#ifndef vtkSMGradientRangeDomain_h
#define vtkSMGradientRangeDomain_h

#include "InKRayRepresentationsModule.h"
#include "vtkSMProxyListDomain.h"

class vtkSMProxy;

class INKRAYREPRESENTATIONS_EXPORT vtkSMGradientRangeDomain : public vtkSMProxyListDomain
{
public:
  static vtkSMGradientRangeDomain* New();
  vtkTypeMacro(vtkSMGradientRangeDomain, vtkSMProxyListDomain);

  /**
   * Fit the function of the property.
   */
  int SetDefaultValues(vtkSMProperty* property, bool useUncheckedValues) override;

  /**
   * The largest magnitude that a proxy knows of, found now; 0: none.
   */
  static double FindLargest(vtkSMProxy* proxy);

protected:
  vtkSMGradientRangeDomain();
  ~vtkSMGradientRangeDomain() override;

private:
  vtkSMGradientRangeDomain(const vtkSMGradientRangeDomain&) = delete;
  void operator=(const vtkSMGradientRangeDomain&) = delete;
};

#endif
