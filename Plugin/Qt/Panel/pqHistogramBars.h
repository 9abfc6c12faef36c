// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqHistogramBars_h
#define pqHistogramBars_h

#include <QWidget>

#include <vector>

class QSlider;

/// A histogram as bars above a slider that goes over the same range, with a line at each of some values. The
/// height of a bar is the square root of its part, so that rare values can be seen beside frequent ones.
class pqHistogramBars : public QWidget
{
  Q_OBJECT
  /// How many bars are shown, for tests.
  Q_PROPERTY(int numberOfBars READ numberOfBars)
  typedef QWidget Superclass;

public:
  /// Bars lie above the groove of the slider.
  pqHistogramBars(QSlider* slider, QWidget* parent = nullptr);
  ~pqHistogramBars() override;

  /// Parts of equal width from low to high. Without any, the widget takes no place.
  void setBars(double low, double high, const std::vector<double>& parts);
  void setMarks(const std::vector<double>& values);

  int numberOfBars() const;
  QSize sizeHint() const override;

protected:
  void paintEvent(QPaintEvent* event) override;

private:
  Q_DISABLE_COPY(pqHistogramBars)

  QSlider* const Slider;
  double Range[2] = { 0, 0 };
  std::vector<double> Heights; ///< 0 to 1
  std::vector<double> Marks;
};

#endif
