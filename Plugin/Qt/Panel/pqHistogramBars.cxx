// SPDX-License-Identifier: BSD-3-Clause
#include "pqHistogramBars.h"

#include <QPainter>
#include <QSlider>
#include <QStyle>
#include <QStyleOptionSlider>

#include <algorithm>
#include <cmath>

pqHistogramBars::pqHistogramBars(QSlider* slider, QWidget* parentObject)
  : Superclass(parentObject)
  , Slider(slider)
{
  this->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  this->hide();
}

pqHistogramBars::~pqHistogramBars() = default;

void pqHistogramBars::setBars(double low, double high, const std::vector<double>& parts)
{
  this->Range[0] = low;
  this->Range[1] = high;
  const double most = parts.empty() ? 0 : *std::max_element(parts.begin(), parts.end());
  this->Heights.clear();
  if (low < high && most > 0)
  {
    for (double part : parts)
    {
      this->Heights.push_back(std::sqrt(part / most));
    }
  }
  this->setVisible(!this->Heights.empty());
  this->update();
}

void pqHistogramBars::setMarks(const std::vector<double>& values)
{
  this->Marks = values;
  this->update();
}

int pqHistogramBars::numberOfBars() const
{
  return static_cast<int>(
    std::count_if(this->Heights.begin(), this->Heights.end(), [](double height) { return height > 0; }));
}

QSize pqHistogramBars::sizeHint() const
{
  return QSize(100, 3 * this->fontMetrics().height());
}

void pqHistogramBars::paintEvent(QPaintEvent*)
{
  // The center of the handle moves from half a handle's length to the same distance from the other end.
  QStyleOptionSlider option;
  option.initFrom(this->Slider);
  const int handle = this->Slider->style()->pixelMetric(QStyle::PM_SliderLength, &option, this->Slider);
  const double left = this->Slider->mapTo(this->parentWidget(), QPoint(0, 0)).x() - this->x() + 0.5 * handle;
  const double width = this->Slider->width() - handle;
  const double bottom = this->height() - 1;
  QPainter painter(this);
  const auto number = static_cast<double>(this->Heights.size());
  for (std::size_t i = 0; i < this->Heights.size(); ++i)
  {
    if (this->Heights[i] > 0)
    {
      const double from = std::floor(left + width * static_cast<double>(i) / number);
      const double to = std::ceil(left + width * static_cast<double>(i + 1) / number);
      const double height = std::max(1.0, std::round(this->Heights[i] * bottom));
      painter.fillRect(QRectF(from, bottom + 1 - height, to - from, height), this->palette().mid());
    }
  }
  painter.setPen(this->palette().color(QPalette::Highlight));
  for (double mark : this->Marks)
  {
    if (mark >= this->Range[0] && mark <= this->Range[1])
    {
      const double x = std::round(left + width * (mark - this->Range[0]) / (this->Range[1] - this->Range[0]));
      painter.drawLine(QPointF(x, 0), QPointF(x, bottom));
    }
  }
}
