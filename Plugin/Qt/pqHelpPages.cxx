// SPDX-License-Identifier: BSD-3-Clause
#include "pqHelpPages.h"

#include "pqApplicationCore.h"
#include "vtkPVVersion.h"

#include <QEvent>
#include <QHelpEngine>
#include <QHelpSearchEngine>
#include <QTimer>

pqHelpPages::pqHelpPages(QObject* parentObject)
  : QObject(parentObject)
{
  pqApplicationCore* const core = pqApplicationCore::instance();
  QHelpEngine* const engine = core->helpEngine();
#if QT_VERSION >= QT_VERSION_CHECK(6, 0, 0)
  // In Qt 6 the engine is read-only, and ParaView before 6.0 leaves it so: nothing could be registered.
  engine->setReadOnly(false);
  engine->setupData();
#endif
  core->registerDocumentation(":/InKRay/InKRay.qch");
  engine->setupData();
#if PARAVIEW_VERSION_NUMBER < PARAVIEW_VERSION_CHECK(5, 12, 0)
  engine->installEventFilter(this);
#endif
}

bool pqHelpPages::eventFilter(QObject* watched, QEvent* event)
{
  // The help window is being created for the first time. ParaView before 5.12 then builds no search index.
  if (event->type() == QEvent::ChildAdded)
  {
    watched->removeEventFilter(this);
    auto* const engine = static_cast<QHelpEngine*>(watched);
    QTimer::singleShot(100, engine, [engine] { engine->searchEngine()->reindexDocumentation(); });
  }
  return QObject::eventFilter(watched, event);
}
