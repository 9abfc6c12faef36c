// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqShownHistogram_h
#define pqShownHistogram_h

#include "vtkWeakPointer.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

class pqHistogramBars;
class pqPropertyWidget;
class pqView;
class vtkSMProxy;

/// Updates bars with the histogram of a display's isosurface array. This is done after a still if
/// the data, the array, the threshold or the cropping have changed. Data that would take
/// noticeably long are not counted.
class pqShownHistogram : public QObject
{
  Q_OBJECT

public:
  /// `bars` are in a widget of the display's panel. `inVolume`: the isosurfaces are in a volume.
  pqShownHistogram(vtkSMProxy* display, bool inVolume, pqHistogramBars* bars, pqPropertyWidget* widget);
  ~pqShownHistogram() override;

private Q_SLOTS:
  void follow(pqView* view);
  void expire();
  void findSoon();
  void find();

private:
  Q_DISABLE_COPY(pqShownHistogram)

  const vtkWeakPointer<vtkSMProxy> Display;
  const bool InVolume;
  const QPointer<pqHistogramBars> Bars;
  pqPropertyWidget* const Widget;
  QPointer<pqView> Followed;
  QTimer Timer;
  bool Due = true;
};

#endif
