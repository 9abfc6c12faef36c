// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqHistogramBars_h
#define pqHistogramBars_h

#include <QWidget>

#include <vector>

class QSlider;

/// A histogram as bars above a slider over the same range, with lines at some values. The height of a bar is
/// the square root of its share, so that rare values are visible beside frequent ones.
class pqHistogramBars : public QWidget
{
  Q_OBJECT
  /// The number of visible bars, for tests.
  Q_PROPERTY(int numberOfBars READ numberOfBars)
  typedef QWidget Superclass;

public:
  /// The bars are aligned with the groove of the slider.
  pqHistogramBars(QSlider* slider, QWidget* parent = nullptr);
  ~pqHistogramBars() override;

  /// Set the bars: parts of equal width from low to high. Without parts, the widget is hidden.
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
  std::vector<double> Heights; ///< in [0, 1]
  std::vector<double> Marks;
};

#endif
