// SPDX-License-Identifier: BSD-3-Clause
#include "pqRayCastStart.h"

#include "ClientSessions.h"
#include "DisplayColoring.h"
#include "DisplayRebuilder.h"
#include "GradientFit.h"
#include "pqAbortRendering.h"
#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqDataRepresentation.h"
#include "pqDisplayColorWidget.h"
#include "pqDisplayPaste.h"
#ifdef INKRAY_WITH_HELP
#include "pqHelpPages.h"
#endif
#include "pqLiveRendering.h"
#include "pqPanelHelp.h"
#include "pqProgressContext.h"
#include "pqPropertiesPanel.h"
#include "pqPropertyWidget.h"
#include "pqRefinedPictures.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "pqUndoStack.h"
#include "vtkNew.h"
#include "vtkPVGeneralSettings.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMTrace.h"
#include "vtkSMTransferFunctionManager.h"
#include "vtkSMViewProxy.h"
#include "vtkWeakPointer.h"

#include <QTimer>

#include <algorithm>

pqRefinedPictures::Maker& pqRefinedPictures::maker()
{
  static Maker made = [](QObject* parent) { return new pqRefinedPictures(parent); };
  return made;
}

pqRayCastStart::pqRayCastStart(QObject* parentObject)
  : QObject(parentObject)
{
}

pqRayCastStart::~pqRayCastStart() = default;

void pqRayCastStart::onStartup()
{
  new pqAbortRendering(pqRefinedPictures::maker()(this), this);
  new pqLiveRendering(this);
  new pqProgressContext(this);
  DisplayColoring::SetOnChosen([this](vtkSMPVRepresentationProxy* display, vtkSMProxy* before) {
    auto* item =
      pqApplicationCore::instance()->getServerManagerModel()->findItem<pqDataRepresentation*>(display);
    vtkSMViewProxy* view = item ? item->getViewProxy() : nullptr;
    if (!view)
    {
      return;
    }
    if (vtkPVGeneralSettings::GetInstance()->GetScalarBarMode() != vtkPVGeneralSettings::MANUAL_SCALAR_BARS)
    {
      vtkNew<vtkSMTransferFunctionManager> functions;
      functions->HideScalarBarIfNotNeeded(before, view);
    }
    pqDisplayColorWidget::updateScalarBarVisibility(view, display);
    if (vtkSMTrace::GetActiveTracer() && vtkSMPVRepresentationProxy::IsScalarBarVisible(display, view))
    {
      // Traces omit changes within a traced change, as here. Show the legend again
      // afterwards, so that it is traced.
      QTimer::singleShot(
        0, this, [display = vtkWeakPointer<vtkSMProxy>(display), view = vtkWeakPointer<vtkSMProxy>(view)] {
          if (display && view)
          {
            vtkSMPVRepresentationProxy::SetScalarBarVisibility(display, view, true);
          }
        });
    }
  });
  // ParaView's editor keeps the range that the function had when the editor was created: update it.
  GradientFit::SetOnFitted([](vtkSMProperty* property) {
    QWidget* const window = pqCoreUtilities::mainWidget();
    for (pqPropertyWidget* editor :
      window ? window->findChildren<pqPropertyWidget*>() : QList<pqPropertyWidget*>())
    {
      if (editor->property() == property && editor->inherits("pqTransferFunctionWidgetPropertyWidget"))
      {
        QMetaObject::invokeMethod(editor, "updateRange");
      }
    }
  });
  // Do this later: the plug-in may still be loading.
  ClientSessions::SetOnOffered(
    [this](vtkSMSessionProxyManager*) { QTimer::singleShot(0, this, &pqRayCastStart::renewDisplays); });
  QTimer::singleShot(0, this, &pqRayCastStart::addHelp); // the window may still be under construction
}

void pqRayCastStart::addHelp()
{
#ifdef INKRAY_WITH_HELP
  new pqHelpPages(this);
#endif
  QWidget* const window = pqCoreUtilities::mainWidget();
  for (pqPropertiesPanel* panel :
    window ? window->findChildren<pqPropertiesPanel*>() : QList<pqPropertiesPanel*>())
  {
    this->PanelParts << new pqPanelHelp(panel) << new pqDisplayPaste(panel);
  }
}

void pqRayCastStart::renewDisplays()
{
  pqServer* server = pqActiveObjects::instance().activeServer();
  const auto late = server ? DisplayRebuilder::Find(server->proxyManager()) : std::vector<vtkSMProxy*>();
  BEGIN_UNDO_EXCLUDE();
  const auto number = std::count_if(late.begin(), late.end(), DisplayRebuilder::Renew);
  END_UNDO_EXCLUDE();
  if (number > 0)
  {
    // The steps on the undo stack refer to displays that no longer exist.
    CLEAR_UNDO_STACK();
    pqApplicationCore::instance()->render();
  }
}

void pqRayCastStart::onShutdown()
{
  DisplayColoring::SetOnChosen(nullptr);
  GradientFit::SetOnFitted(nullptr);
  ClientSessions::SetOnOffered(nullptr);
  qDeleteAll(this->PanelParts);
  this->PanelParts.clear();
}
