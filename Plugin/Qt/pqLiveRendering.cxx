// SPDX-License-Identifier: BSD-3-Clause
#include "pqLiveRendering.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqDoubleSliderWidget.h"
#include "pqHeldInput.h"
#include "pqLevelWidthDrag.h"
#include "pqPropertyWidget.h"
#include "pqSceneSteps.h"
#include "pqServerManagerModel.h"
#include "pqView.h"
#include "pqViewFrames.h"
#include "vtkSMProxy.h"
#include "vtkSMRenderViewProxy.h"

#include <QTimer>

namespace
{
/// Whether changes of a widget apply without the button Apply, in a view with displays of the plug-in.
bool isLive(const pqPropertyWidget* widget)
{
  const QString group = widget->proxy() ? widget->proxy()->GetXMLGroup() : "sources";
  return group != QLatin1String("sources") && group != QLatin1String("filters") && widget->view() &&
    pqViewFrames::AreOurs(widget->view());
}

/// Whether a widget belongs to the Color Map Editor, which applies changes itself and has no view.
bool editsFunctions(const pqPropertyWidget* widget)
{
  pqView* const active = pqActiveObjects::instance().activeView();
  return !widget->view() && widget->proxy() &&
    widget->proxy()->GetXMLGroup() == QLatin1String("lookup_tables") && active &&
    pqViewFrames::AreOurs(active);
}

/// The slider that contains a widget. Null: no slider.
pqDoubleSliderWidget* sliderOf(QObject* part)
{
  while (part && !qobject_cast<pqDoubleSliderWidget*>(part))
  {
    part = part->parent();
  }
  return qobject_cast<pqDoubleSliderWidget*>(part);
}
} // namespace

pqLiveRendering::pqLiveRendering(QObject* parentObject)
  : QObject(parentObject)
  , Held(new pqHeldInput(this))
  , Steps(new pqSceneSteps(this))
{
  this->connect(this->Held, SIGNAL(began()), SLOT(begin()));
  // Finish later, because the widget that gets the release still has changes to apply.
  this->connect(this->Held, SIGNAL(ended()), SLOT(finish()), Qt::QueuedConnection);
  auto* const model = pqApplicationCore::instance()->getServerManagerModel();
  this->connect(model, SIGNAL(viewAdded(pqView*)), SLOT(watch(pqView*)));
  for (pqView* view : model->findItems<pqView*>())
  {
    this->watch(view);
  }
}

pqLiveRendering::~pqLiveRendering() = default;

void pqLiveRendering::watch(pqView* view)
{
  if (vtkSMRenderViewProxy::SafeDownCast(view->getViewProxy()))
  {
    new pqViewFrames(view, this->Held, this->Steps);
    new pqLevelWidthDrag(view);
  }
}

void pqLiveRendering::begin()
{
  this->Step.end(); // end the step of the previous drag
  // Connect after the panels, which then notice the change first.
  QWidget* const window = pqCoreUtilities::mainWidget();
  for (pqPropertyWidget* widget :
    window ? window->findChildren<pqPropertyWidget*>() : QList<pqPropertyWidget*>())
  {
    if (isLive(widget))
    {
      this->connect(widget, SIGNAL(changeAvailable()), SLOT(apply()), Qt::UniqueConnection);
    }
    else if (editsFunctions(widget))
    {
      this->connect(widget, SIGNAL(changeAvailable()), SLOT(note()), Qt::UniqueConnection);
    }
  }
}

void pqLiveRendering::apply()
{
  auto* const widget = qobject_cast<pqPropertyWidget*>(this->sender());
  if (this->Applying || !this->Held->isHeld() || !isLive(widget))
  {
    return;
  }
  this->Step.begin("Property Changed", widget->proxy());
  auto* const frames = widget->view()->findChild<pqViewFrames*>();
  if (frames && widget->inherits("pqInteractivePropertyWidgetAbstract"))
  {
    frames->quiet(); // the widget changes the property shortly afterwards
    return;
  }
  this->Applying = true;
  pqDoubleSliderWidget* const slider = sliderOf(this->Held->pressedOn());
  if (slider && widget->isAncestorOf(slider))
  {
    Q_EMIT slider->valueEdited(slider->value()); // more changes may follow, such as the other end of a range
  }
  Q_EMIT widget->changeFinished();
  this->Applying = false;
}

void pqLiveRendering::note()
{
  auto* const widget = qobject_cast<pqPropertyWidget*>(this->sender());
  if (this->Held->isHeld() && editsFunctions(widget))
  {
    this->Step.begin("Property Changed", widget->proxy());
  }
}

void pqLiveRendering::finish()
{
  // Widgets apply their last change by a timer.
  QTimer::singleShot(0, this, SLOT(end()));
}

void pqLiveRendering::end()
{
  if (!this->Held->isHeld())
  {
    this->Step.end();
  }
}
