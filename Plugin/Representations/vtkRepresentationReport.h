// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkRepresentationReport
 * @brief   what a ray casting representation reports about its last frame, where ParaView's client can ask
 *
 * ParaView asks the client's copy of a representation for information, although the server may be what
 * renders. This object is a subproxy that lives on the server only, so that it is asked there. The rows are
 * those of vtkRayCastReport.
 */
#ifndef vtkRepresentationReport_h
#define vtkRepresentationReport_h

#include "InKRayRepresentationsModule.h"
#include "vtkNew.h" // for vtkNew
#include "vtkObject.h"
#include "vtkSmartPointer.h" // for vtkSmartPointer

#include <functional> // for std::function
#include <string>     // for std::string
#include <vector>     // for std::vector

class vtkRayCastReport;
class vtkStringArray;

class INKRAYREPRESENTATIONS_EXPORT vtkRepresentationReport : public vtkObject
{
public:
  static vtkRepresentationReport* New();
  vtkTypeMacro(vtkRepresentationReport, vtkObject);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * Makes the report when it is asked for. It may return null when there is nothing to report of any more.
   */
  void SetSource(const std::function<vtkSmartPointer<vtkRayCastReport>()>& source);

  /**
   * The reports of mappers as one. A reason of the representation itself comes under "fallback reason" in
   * place of theirs, if it is not empty.
   */
  static vtkSmartPointer<vtkRayCastReport> Combine(
    const std::string& fallbackReason, const std::vector<vtkRayCastReport*>& reports);

  ///@{
  /**
   * The rows "device" and "fallback reason": what cast the rays of the last frame, and why it is not what was
   * wanted (empty when it is).
   */
  const char* GetDeviceName();
  const char* GetFallbackReason();
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
  vtkSmartPointer<vtkRayCastReport> Report; // as of the last question
  vtkNew<vtkStringArray> Rows;
};

#endif
