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

/// Keeps bars the histogram of the array that a display's isosurfaces are of: after a still that shows other
/// data, another array, or what a threshold or cropping leaves. Not counted are data that it would take
/// noticeably long for.
class pqShownHistogram : public QObject
{
  Q_OBJECT

public:
  /// Bars in a widget of the display's panel; `inVolume`: of isosurfaces in a volume.
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
