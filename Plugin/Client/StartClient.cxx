// SPDX-License-Identifier: BSD-3-Clause
#include "StartClient.h"

#include "ClientSessions.h"
#include "DisplayRebuilder.h"
#include "vtkProcessModule.h"
#include "vtkSetGet.h"

#ifdef INKRAY_WITH_QT
#include <QCoreApplication>
#endif

void InKRayStartClient()
{
  const auto type = vtkProcessModule::GetProcessType();
  if (vtkProcessModule::GetProcessModule() &&
    (type == vtkProcessModule::PROCESS_CLIENT || type == vtkProcessModule::PROCESS_BATCH))
  {
    ClientSessions::Watch();
#ifdef INKRAY_WITH_QT
    if (QCoreApplication::instance())
    {
      return; // pqRayCastStart replaces older displays
    }
#endif
    // Older displays stay, because variables of a script may refer to them.
    ClientSessions::SetOnOffered([](vtkSMSessionProxyManager* session) {
      if (const std::size_t number = DisplayRebuilder::Find(session).size())
      {
        vtkGenericWarningMacro(<< number
                               << " displays are older than the plug-in InKRay and do not offer its "
                               << "representations. Delete() them and Show() their data again.");
      }
    });
  }
}
