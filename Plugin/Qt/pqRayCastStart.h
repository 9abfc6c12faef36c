// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqRayCastStart_h
#define pqRayCastStart_h

#include <QList>
#include <QObject>
#include <QPointer>

/// The plug-in's work in ParaView's window from its start. Displays that are older than the plug-in are
/// replaced, so that they offer its types of representation. If choosing such a type has chosen an array to
/// color by, its legend is shown, as ParaView's window only does for its own type Volume. Other classes
/// extend panels (pqPanelHelp, pqDisplayPaste), make views follow drags, make long frames abortable, and
/// refine pictures while a view rests.
class pqRayCastStart : public QObject
{
  Q_OBJECT

public:
  explicit pqRayCastStart(QObject* parent = nullptr);
  ~pqRayCastStart() override;

  void onStartup();
  void onShutdown();

private Q_SLOTS:
  void renewDisplays(); ///< the displays of the active server
  void addHelp();       ///< to each properties panel

private:
  Q_DISABLE_COPY(pqRayCastStart)

  QList<QPointer<QObject>> PanelParts; ///< children of properties panels
};

#endif
