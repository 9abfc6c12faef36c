// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSMFrameInformationProxy
 * @brief   proxy of vtkFrameInformation that asks the process that drew the last frame
 *
 * A plain vtkSMProxy asks the client whenever the client has an object, too.
 */
#ifndef vtkSMFrameInformationProxy_h
#define vtkSMFrameInformationProxy_h

#include "InKRayRepresentationsModule.h"
#include "vtkSMProxy.h"

class INKRAYREPRESENTATIONS_EXPORT vtkSMFrameInformationProxy : public vtkSMProxy
{
public:
  static vtkSMFrameInformationProxy* New();
  vtkTypeMacro(vtkSMFrameInformationProxy, vtkSMProxy);

protected:
  vtkSMFrameInformationProxy();
  ~vtkSMFrameInformationProxy() override;

  void UpdatePropertyInformationInternal(vtkSMProperty* property = nullptr) override;

private:
  vtkSMFrameInformationProxy(const vtkSMFrameInformationProxy&) = delete;
  void operator=(const vtkSMFrameInformationProxy&) = delete;
};

#endif
