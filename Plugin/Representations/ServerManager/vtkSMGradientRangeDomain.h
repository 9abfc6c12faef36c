// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSMGradientRangeDomain
 * @brief   domain of a function of gradient magnitudes, which by default goes from 0 to a magnitude that
 * nearly all of the volume is below
 *
 * A few thin cells can be steeper than the rest by orders of magnitude, and a function up to them would be 0
 * nearly everywhere. The histogram of the display tells the volumes; where there is none, or no gradient,
 * the function keeps its range. ParaView's editor of functions has a button to reset them by their domain.
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
   * The magnitude of gradients, rounded to three digits, that SteepFraction of the shown volume is below.
   * Volume without a gradient does not count; 0: there is no other.
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
