// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSMFiniteRangeDomain
 * @brief   the range of the finite values of an array
 *
 * ParaView's vtkSMArrayRangeDomain counts infinite values, too: a default in the middle is then infinite.
 * Without finite values there is no range.
 */
#ifndef vtkSMFiniteRangeDomain_h
#define vtkSMFiniteRangeDomain_h

#include "InKRayRepresentationsModule.h"
#include "vtkSMArrayRangeDomain.h"

class INKRAYREPRESENTATIONS_EXPORT vtkSMFiniteRangeDomain : public vtkSMArrayRangeDomain
{
public:
  static vtkSMFiniteRangeDomain* New();
  vtkTypeMacro(vtkSMFiniteRangeDomain, vtkSMArrayRangeDomain);

  void Update(vtkSMProperty* requesting) override;

protected:
  vtkSMFiniteRangeDomain();
  ~vtkSMFiniteRangeDomain() override;

private:
  vtkSMFiniteRangeDomain(const vtkSMFiniteRangeDomain&) = delete;
  void operator=(const vtkSMFiniteRangeDomain&) = delete;
};

#endif
