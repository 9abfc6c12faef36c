// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqAbortRendering_h
#define pqAbortRendering_h

#include "vtkWeakPointer.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>

#include <memory>
#include <utility>
#include <vector>

class QEvent;
class pqView;
class vtkObject;
class vtkRenderWindow;

/// Has the button beside ParaView's progress bar abort frames that take long. ParaView 5.11 has the button,
/// but never enables it, and drops clicks while there is progress.
///
/// Mappers that take long ask their window whether to go on (vtkCommand::AbortCheckEvent). When that of a
/// view of the built-in server is asked, the button is enabled until the frame ends, and clicks on it are
/// looked for. All else that happens to windows meanwhile happens when the frame has ended.
class pqAbortRendering : public QObject
{
  Q_OBJECT

public:
  explicit pqAbortRendering(QObject* parent = nullptr);
  ~pqAbortRendering() override;

  bool eventFilter(QObject* receiver, QEvent* event) override;

private Q_SLOTS:
  void watch(pqView* view);
  void begin();
  void ask(vtkObject* window);
  void abort();
  void end();

private:
  Q_DISABLE_COPY(pqAbortRendering)

  QElapsedTimer Frame; ///< since the start of a frame; invalid between frames
  bool Enabled = false;
  vtkWeakPointer<vtkRenderWindow> Asked;
  std::vector<std::pair<QPointer<QObject>, std::unique_ptr<QEvent>>> Held; ///< what the frame has to end for
};

#endif
