// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqRayCastStart_h
#define pqRayCastStart_h

#include <QList>
#include <QObject>
#include <QPointer>

/// The plug-in's work in ParaView's window from its start on. Displays that are older than it are made
/// anew, so that they offer its types of representation. Where choosing one of these has chosen an array to
/// colour by, the legend is shown, as ParaView's window does for its own type Volume only. Panels of
/// properties get what pqPanelHelp and pqDisplayPaste add, views follow what is dragged, frames that take
/// long can be aborted, and pictures of components are refined while the view rests.
class pqRayCastStart : public QObject
{
  Q_OBJECT

public:
  explicit pqRayCastStart(QObject* parent = nullptr);
  ~pqRayCastStart() override;

  void onStartup();
  void onShutdown();

private Q_SLOTS:
  void renewDisplays(); ///< those of the active server
  void addHelp();       ///< to each panel of properties

private:
  Q_DISABLE_COPY(pqRayCastStart)

  QList<QPointer<QObject>> PanelParts; ///< of panels of properties
};

#endif
