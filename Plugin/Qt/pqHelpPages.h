// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqHelpPages_h
#define pqHelpPages_h

#include <QObject>

/// Registers the plug-in's help pages, which are a resource, with ParaView's help.
class pqHelpPages : public QObject
{
  Q_OBJECT

public:
  /// Register the pages. Only one such object may exist.
  explicit pqHelpPages(QObject* parent);

  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  Q_DISABLE_COPY(pqHelpPages)
};

#endif
