// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkRepresentationReport
 * @brief   what a ray casting representation reports about its last frame, where ParaView's client can ask
 *
 * The rows are those of vtkRayCastReport.
 */
#ifndef vtkRepresentationReport_h
#define vtkRepresentationReport_h

#include "InKRayRepresentationsModule.h"
#include "vtkFrameInformation.h"
#include "vtkSmartPointer.h" // for vtkSmartPointer

#include <functional> // for std::function
#include <string>     // for std::string

class vtkRayCastReport;

class INKRAYREPRESENTATIONS_EXPORT vtkRepresentationReport : public vtkFrameInformation
{
public:
  static vtkRepresentationReport* New();
  vtkTypeMacro(vtkRepresentationReport, vtkFrameInformation);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * Makes the report when it is asked for. It may return null when there is nothing to report of any more.
   */
  void SetSource(const std::function<vtkSmartPointer<vtkRayCastReport>()>& source);

  /**
   * A report of what draws (null: nothing) and why it is not what was wanted (empty: it is). Reports of
   * mappers that draw can be added to it; they know better, but for a reason that is given here.
   */
  static vtkSmartPointer<vtkRayCastReport> Make(const char* drawnBy, const std::string& fallbackReason);

  ///@{
  /**
   * The rows "device" and "fallback reason": what cast the rays of the last frame, and why it is not what was
   * wanted (empty when it is).
   */
  const char* GetDeviceName();
  const char* GetFallbackReason();
  ///@}

  ///@{
  /**
   * The largest magnitude of the gradient of the values that are drawn, in units of the array per unit of
   * length of the data. It is looked for in all cells that this process has, which takes time and memory, and
   * over all ranks of a parallel server, which all have to call this: on request only. Then it is what was
   * found last; 0 where there is none, or nothing that says it. Where it cannot be found (no memory, an array
   * that cannot be read), a warning says why.
   */
  void SetGradientSource(const std::function<double()>& source);
  void FindLargestGradient();
  vtkGetMacro(LargestGradient, double);
  ///@}

  /**
   * All rows: tuples of name, value and unit as texts.
   */
  vtkStringArray* GetRows();

protected:
  vtkRepresentationReport();
  ~vtkRepresentationReport() override;

private:
  vtkRepresentationReport(const vtkRepresentationReport&) = delete;
  void operator=(const vtkRepresentationReport&) = delete;

  vtkRayCastReport* Update();

  std::function<vtkSmartPointer<vtkRayCastReport>()> Source;
  std::function<double()> GradientSource;
  double LargestGradient = 0;
  vtkSmartPointer<vtkRayCastReport> Report; // as of the last question
};

#endif
