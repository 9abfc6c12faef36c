// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSMGradientRangeDomain
 * @brief   domain of a function of gradient magnitude, whose default range is from 0 to a magnitude that
 * nearly all of the volume is below
 *
 * A few thin cells can have gradients that exceed all others by orders of magnitude. A function up to
 * them would be 0 nearly everywhere. The histogram of the display provides the volumes. If there is
 * no histogram or no gradient, the function keeps its range. ParaView's editor of functions has a
 * button that applies this default.
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
   * Rescale the function of the property.
   */
  int SetDefaultValues(vtkSMProperty* property, bool useUncheckedValues) override;

  /**
   * The gradient magnitude, rounded to three digits, that SteepFraction of the shown volume is below. Volume
   * without a gradient does not count. Returns 0 if there is no other volume.
   */
  static constexpr double SteepFraction = 0.98;
  static double FindSteep(vtkSMProxy* display);

protected:
  vtkSMGradientRangeDomain();
  ~vtkSMGradientRangeDomain() override;

private:
  vtkSMGradientRangeDomain(const vtkSMGradientRangeDomain&) = delete;
  void operator=(const vtkSMGradientRangeDomain&) = delete;
};

#endif
