// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSMRayCastTransferFunctionProxy
 * @brief   a colour map whose histogram is that of the volumes that the plug-in shows with it
 *
 * The Color Map Editor shows it behind the opacity function. ParaView's own histogram counts the cells or
 * points of the data, whatever their size, and whether they are shown. Where no display of type Volume
 * (Ray Cast) uses the map, that is still so.
 */
#ifndef vtkSMRayCastTransferFunctionProxy_h
#define vtkSMRayCastTransferFunctionProxy_h

#include "InKRayRepresentationsModule.h"
#include "vtkSMTransferFunctionProxy.h"

class INKRAYREPRESENTATIONS_EXPORT vtkSMRayCastTransferFunctionProxy : public vtkSMTransferFunctionProxy
{
public:
  static vtkSMRayCastTransferFunctionProxy* New();
  vtkTypeMacro(vtkSMRayCastTransferFunctionProxy, vtkSMTransferFunctionProxy);

  /**
   * The middle of each bin of the displays' values, and the volume of what is shown in it.
   */
  vtkTable* ComputeDataHistogramTable(int numberOfBins) override;

protected:
  vtkSMRayCastTransferFunctionProxy();
  ~vtkSMRayCastTransferFunctionProxy() override;

private:
  vtkSMRayCastTransferFunctionProxy(const vtkSMRayCastTransferFunctionProxy&) = delete;
  void operator=(const vtkSMRayCastTransferFunctionProxy&) = delete;
};

#endif
