// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSITetRayCastRepresentationProxy
 * @brief   server side of the proxy of vtkTetRayCastRepresentation
 *
 * Adds to the stock mappers, which the superclass hands to the representation, the link from the statistics
 * to it.
 */
#ifndef vtkSITetRayCastRepresentationProxy_h
#define vtkSITetRayCastRepresentationProxy_h

#include "InKRayRepresentationsModule.h"
#include "vtkSIUnstructuredGridVolumeRepresentationProxy.h"

class INKRAYREPRESENTATIONS_EXPORT vtkSITetRayCastRepresentationProxy
  : public vtkSIUnstructuredGridVolumeRepresentationProxy
{
public:
  static vtkSITetRayCastRepresentationProxy* New();
  vtkTypeMacro(vtkSITetRayCastRepresentationProxy, vtkSIUnstructuredGridVolumeRepresentationProxy);

protected:
  vtkSITetRayCastRepresentationProxy();
  ~vtkSITetRayCastRepresentationProxy() override;

  bool CreateVTKObjects() override;

private:
  vtkSITetRayCastRepresentationProxy(const vtkSITetRayCastRepresentationProxy&) = delete;
  void operator=(const vtkSITetRayCastRepresentationProxy&) = delete;
};

#endif
