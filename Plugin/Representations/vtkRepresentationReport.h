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
#include "vtkDoubleArray.h" // for HistogramVolumes
#include "vtkFrameInformation.h"
#include "vtkNew.h"          // for vtkNew
#include "vtkSmartPointer.h" // for vtkSmartPointer

#include <functional> // for std::function
#include <string>     // for std::string
#include <vector>     // for std::vector

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

  /**
   * How much of the volume of what is shown has which values: see SetHistogramBins().
   */
  struct Histogram
  {
    double Range[4] = { 0, 0, 0, 0 }; ///< the least and the greatest value, and magnitude of the gradient
    double MeanPath = 0;              ///< as CellHistogram::GetMeanPath()
    std::vector<double> Volumes;      ///< of the bins, those of values one after the other
  };

  ///@{
  /**
   * The histogram of the cells that are shown, by their volume, over all ranks of a parallel server. It is
   * made on request only, as it takes time and memory: all ranks have to call FindHistogram(). Its bins are
   * of equal width from the least to the greatest value. With several bins of gradients, there is a row of
   * bins for each part of the magnitudes from 0 to the largest. GetHistogramRange() is the least and greatest
   * value and magnitude; the magnitudes are 0 with one bin of gradients. GetMeanPath() is the mean length of
   * rays in the data, in the data's units. All are 0 or empty where there is no histogram.
   */
  void SetHistogramSource(const std::function<Histogram(int valueBins, int gradientBins)>& source);
  void SetHistogramBins(int ofValues, int ofGradients);
  void FindHistogram();
  vtkDoubleArray* GetHistogram() { return this->HistogramVolumes; }
  const double* GetHistogramRange() VTK_SIZEHINT(4) { return this->LastHistogram.Range; }
  double GetMeanPath() { return this->LastHistogram.MeanPath; }
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
  std::function<Histogram(int, int)> HistogramSource;
  int HistogramBins[2] = { 256, 1 };
  Histogram LastHistogram;
  vtkNew<vtkDoubleArray> HistogramVolumes;
  vtkSmartPointer<vtkRayCastReport> Report; // as of the last question
};

#endif
