// SPDX-License-Identifier: BSD-3-Clause
#include "pqDragRendering.h"

#include "pqPropertyWidget.h"
#include "pqServer.h"
#include "pqView.h"
#include "vtkSMSession.h"
#include "vtkSMViewProxy.h"

#include <QAbstractSlider>

pqDragRendering::pqDragRendering(QAbstractSlider* slider, pqPropertyWidget* widget)
  : QObject(slider)
  , Widget(widget)
{
  this->connect(slider, SIGNAL(sliderPressed()), SLOT(begin()));
  this->connect(slider, SIGNAL(sliderReleased()), SLOT(end()));
}

pqDragRendering::~pqDragRendering() = default;

void pqDragRendering::begin()
{
  // Connected now, and so after the widget, which changes the property, and after the panel, which applies
  // the change and asks for a still.
  if (this->Widget)
  {
    this->connect(this->sender(), SIGNAL(valueChanged(int)), SLOT(move()), Qt::UniqueConnection);
    this->connect(this->Widget, SIGNAL(changeFinished()), SLOT(draw()), Qt::UniqueConnection);
  }
}

void pqDragRendering::move()
{
  // The widget would say so itself when no other events are left.
  if (this->Widget)
  {
    this->Moving = true;
    Q_EMIT this->Widget->changeFinished();
    this->Moving = false;
  }
}

void pqDragRendering::draw()
{
  pqView* view = this->Widget ? this->Widget->view() : nullptr;
  vtkSMViewProxy* proxy = view ? view->getViewProxy() : nullptr;
  // A server that is busy is left to the still, which waits for it.
  if (!proxy || proxy->GetSession()->GetPendingProgress() || view->getServer()->isProcessingPending())
  {
    return;
  }
  if (this->Moving || this->Drawn)
  {
    view->cancelPendingRenders();
  }
  if (this->Moving)
  {
    this->Drawn = true;
    proxy->InteractiveRender();
  }
}

void pqDragRendering::end()
{
  this->disconnect(this->sender(), SIGNAL(valueChanged(int)), this, SLOT(move()));
  if (!this->Widget)
  {
    return;
  }
  this->disconnect(this->Widget, SIGNAL(changeFinished()), this, SLOT(draw()));
  if (this->Drawn && this->Widget->view())
  {
    this->Drawn = false;
    this->Widget->view()->render();
  }
}
