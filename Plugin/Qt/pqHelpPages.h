// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqHelpPages_h
#define pqHelpPages_h

#include <QObject>

/// Registers the plug-in's pages, which it holds as a resource, with ParaView's help.
class pqHelpPages : public QObject
{
  Q_OBJECT

public:
  /// Registers them; there is one of these.
  explicit pqHelpPages(QObject* parent);

  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  Q_DISABLE_COPY(pqHelpPages)
};

#endif
