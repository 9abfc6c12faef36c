// SPDX-License-Identifier: BSD-3-Clause
#include "pqLevelWidthDrag.h"

#include "pqActiveObjects.h"
#include "pqDataRepresentation.h"
#include "pqView.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"

#include <QMouseEvent>
#include <QTimer>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace
{
constexpr int NodeSize = 4;         // numbers per node: value, opacity, midpoint, sharpness
constexpr double MostDoublings = 2; // of the width, over the height of the view
constexpr int Later = 50;           ///< in milliseconds
/// Larger values of the view's InteractionMode are selections.
constexpr int Modes3DAnd2D = 1;
} // namespace

pqLevelWidthDrag::pqLevelWidthDrag(pqView* view)
  : QObject(view)
  , View(view)
{
  if (view->widget())
  {
    view->widget()->installEventFilter(this);
  }
  this->connect(view, &pqView::endRender, this, [this] { this->IsDrawn = true; });
}

pqLevelWidthDrag::~pqLevelWidthDrag()
{
  this->end();
}

bool pqLevelWidthDrag::eventFilter(QObject* watched, QEvent* event)
{
  auto* const mouse = static_cast<QMouseEvent*>(event); // for events of these types
  switch (event->type())
  {
    case QEvent::MouseButtonPress:
      return this->Function || this->begin(mouse);
    case QEvent::MouseMove:
      if (this->Function)
      {
        this->drag(mouse->pos(), static_cast<QWidget*>(watched)->size());
        return true;
      }
      break;
    case QEvent::MouseButtonRelease:
      if (this->Function)
      {
        if (mouse->button() == Qt::LeftButton)
        {
          this->end();
        }
        return true;
      }
      break;
    default:
      break;
  }
  return QObject::eventFilter(watched, event);
}

bool pqLevelWidthDrag::begin(const QMouseEvent* press)
{
  pqDataRepresentation* const active = pqActiveObjects::instance().activeRepresentation();
  const Qt::KeyboardModifiers both = Qt::ControlModifier | Qt::ShiftModifier;
  if (press->button() != Qt::LeftButton || (press->modifiers() & both) != both || !active ||
    active->getView() != this->View || !active->isVisible() ||
    vtkSMPropertyHelper(this->View->getProxy(), "InteractionMode", true).GetAsInt() > Modes3DAnd2D)
  {
    return false;
  }
  vtkSMProxy* const display = active->getProxy();
  if (QString("Volume (Ray Cast)") != vtkSMPropertyHelper(display, "Representation", true).GetAsString() ||
    vtkSMPropertyHelper(display, "UseTransfer2D", true).GetAsInt() != 0)
  {
    return false;
  }
  vtkSMProxy* const function = vtkSMPropertyHelper(display, "ScalarOpacityFunction", true).GetAsProxy();
  if (!function)
  {
    return false;
  }
  const vtkSMPropertyHelper points(function, "Points");
  this->Nodes.resize(points.GetNumberOfElements());
  points.Get(this->Nodes.data(), points.GetNumberOfElements());
  if (this->Nodes.size() < NodeSize)
  {
    return false;
  }
  this->Function = function;
  this->From = press->pos();
  this->Step.begin("Level and Width Changed", function);
  return true;
}

void pqLevelWidthDrag::drag(const QPoint& to, const QSize& size)
{
  const double right = static_cast<double>(to.x() - this->From.x()) / std::max(1, size.width());
  const double up = static_cast<double>(this->From.y() - to.y()) / std::max(1, size.height());
  const std::vector<double> moved = Moved(this->Nodes, right, std::exp2(MostDoublings * up));
  this->IsDrawn = false;
  vtkSMPropertyHelper(this->Function, "Points").Set(moved.data(), static_cast<unsigned int>(moved.size()));
  this->Function->UpdateVTKObjects();
  // The Color Map Editor, if it exists, requests a frame, even while it is hidden.
  QTimer::singleShot(Later, this, [this] {
    if (!this->IsDrawn)
    {
      this->View->render();
    }
  });
}

void pqLevelWidthDrag::end()
{
  if (this->Function)
  {
    this->Function = nullptr;
    this->Step.end();
  }
}

std::vector<double> pqLevelWidthDrag::Moved(std::vector<double> nodes, double shift, double factor)
{
  const double first = nodes[0], last = nodes[nodes.size() - NodeSize];
  const double middle = 0.5 * (first + last);
  for (std::size_t i = 0; i + NodeSize <= nodes.size(); i += NodeSize)
  {
    nodes[i] = middle + shift * (last - first) + factor * (nodes[i] - middle);
  }
  return nodes;
}
