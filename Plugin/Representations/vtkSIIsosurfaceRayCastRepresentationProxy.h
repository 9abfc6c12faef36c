// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSIIsosurfaceRayCastRepresentationProxy
 * @brief   server side of the proxy of vtkIsosurfaceRayCastRepresentation
 *
 * Adds the link from the statistics to the representation.
 */
#ifndef vtkSIIsosurfaceRayCastRepresentationProxy_h
#define vtkSIIsosurfaceRayCastRepresentationProxy_h

#include "InKRayRepresentationsModule.h"
#include "vtkSIProxy.h"

class INKRAYREPRESENTATIONS_EXPORT vtkSIIsosurfaceRayCastRepresentationProxy : public vtkSIProxy
{
public:
  static vtkSIIsosurfaceRayCastRepresentationProxy* New();
  vtkTypeMacro(vtkSIIsosurfaceRayCastRepresentationProxy, vtkSIProxy);

protected:
  vtkSIIsosurfaceRayCastRepresentationProxy();
  ~vtkSIIsosurfaceRayCastRepresentationProxy() override;

  bool CreateVTKObjects() override;

private:
  vtkSIIsosurfaceRayCastRepresentationProxy(const vtkSIIsosurfaceRayCastRepresentationProxy&) = delete;
  void operator=(const vtkSIIsosurfaceRayCastRepresentationProxy&) = delete;
};

#endif
