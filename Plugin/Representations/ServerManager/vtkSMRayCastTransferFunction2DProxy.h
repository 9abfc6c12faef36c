// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkSMRayCastTransferFunction2DProxy
 * @brief   a 2-D transfer function whose histogram is that of the volumes that the plug-in shows with it
 *
 * ParaView's own histogram has a filter make gradients of the data, which complains about each flat cell.
 * Where no display of type Volume (Ray Cast) uses the function, that is still done.
 */
#ifndef vtkSMRayCastTransferFunction2DProxy_h
#define vtkSMRayCastTransferFunction2DProxy_h

#include "InKRayRepresentationsModule.h"
#include "vtkSMTransferFunction2DProxy.h"

#include <vector> // for std::vector

struct DisplayHistogram;

class INKRAYREPRESENTATIONS_EXPORT vtkSMRayCastTransferFunction2DProxy : public vtkSMTransferFunction2DProxy
{
public:
  static vtkSMRayCastTransferFunction2DProxy* New();
  vtkTypeMacro(vtkSMRayCastTransferFunction2DProxy, vtkSMTransferFunction2DProxy);

  /**
   * The shown volume in each bin of values and of gradient magnitudes, from 0 to 1e6 for the largest. The
   * second axis of the function gets the range of the magnitudes. There are at least BoxBins bins along each
   * axis: ParaView's editor makes the function's table as fine, and small boxes need entries of it.
   */
  vtkSmartPointer<vtkImageData> ComputeDataHistogram2D(int numberOfBins) override;

  static constexpr int BoxBins = 256; ///< along each axis, enough for boxes

  /**
   * Have a function, also one of ParaView's own class, begin with boxes and a fine table. The boxes lie over
   * the values and gradients of most of the volume whose gradient is not 0, in the colors of the display's
   * map. ComputeDataHistogram2D() does so for a function without boxes whose second axis nobody has set.
   * ParaView's editor may empty the property "Boxes" before it shows the histogram; they then come back.
   */
  static void AddFirstBoxes(vtkSMProxy* function, const DisplayHistogram& all);

protected:
  vtkSMRayCastTransferFunction2DProxy();
  ~vtkSMRayCastTransferFunction2DProxy() override;

private:
  vtkSMRayCastTransferFunction2DProxy(const vtkSMRayCastTransferFunction2DProxy&) = delete;
  void operator=(const vtkSMRayCastTransferFunction2DProxy&) = delete;

  std::vector<double> FirstBoxes; // until there is a histogram
};

#endif
