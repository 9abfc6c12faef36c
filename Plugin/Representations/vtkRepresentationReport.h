// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkRepresentationReport
 * @brief   report of a ray casting representation about its last frame, for ParaView's client
 *
 * The rows are those of vtkRayCastReport.
 */
#ifndef vtkRepresentationReport_h
#define vtkRepresentationReport_h

#include "InKRayRepresentationsModule.h"
#include "vtkDoubleArray.h" // for HistogramVolumes
#include "vtkFrameInformation.h"
#include "vtkNew.h"           // for vtkNew
#include "vtkRayCastReport.h" // for the sources
#include "vtkSmartPointer.h"  // for vtkSmartPointer
#include "vtkWeakPointer.h"   // for vtkWeakPointer

#include <functional> // for std::function
#include <string>     // for std::string
#include <vector>     // for std::vector

class INKRAYREPRESENTATIONS_EXPORT vtkRepresentationReport : public vtkFrameInformation
{
public:
  static vtkRepresentationReport* New();
  vtkTypeMacro(vtkRepresentationReport, vtkFrameInformation);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * Report what a representation draws: its GetReport() and GetHistogram(int valueBins, int gradientBins) are
   * called when they are requested.
   */
  template <class Representation>
  void Follow(Representation* representation)
  {
    this->SetRepresentation(representation);
    const vtkWeakPointer<Representation> self = representation;
    this->Source = [self] { return self ? self->GetReport() : nullptr; };
    this->HistogramSource = [self](int values, int gradients) {
      return self ? self->GetHistogram(values, gradients) : Histogram();
    };
  }

  /**
   * Make a report that names what draws (null: nothing) and why it is not what was requested (empty: it is).
   * Reports of mappers can be added: their rows replace these, except for a reason that is given here.
   */
  static vtkSmartPointer<vtkRayCastReport> Make(const char* drawnBy, const std::string& fallbackReason);

  ///@{
  /**
   * The rows "device" and "fallback reason": the device that cast the rays of the last frame, and why it is
   * not the requested one (empty: it is).
   */
  const char* GetDeviceName();
  const char* GetFallbackReason();
  ///@}

  /**
   * A histogram of what is shown, by volume: see SetHistogramBins().
   */
  struct Histogram
  {
    double Range[4] = { 0, 0, 0, 0 }; ///< the least and greatest value, the least and greatest gradient
    double MeanPath = 0;              ///< see CellHistogram::GetMeanPath()
    std::vector<double> Volumes;      ///< of the bins; the bins of values are contiguous
  };

  ///@{
  /**
   * The histogram of the shown cells, by volume, over all ranks of a parallel server. It is made only on
   * request, because it takes time and memory: all ranks call FindHistogram() together. Its bins are of equal
   * width from the least to the greatest value. With several bins of gradients, there is a row of bins for
   * each interval of magnitudes from 0 to the largest.
   *
   * GetHistogramRange() returns the least and greatest value, then the least and greatest magnitude.
   * Magnitudes are 0 with one bin of gradients. GetMeanPath() is the mean length of rays in the data, in the
   * data's units. All are 0 or empty if there is no histogram.
   */
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
  vtkSmartPointer<vtkRayCastReport> Report; // of the last request
};

#endif
