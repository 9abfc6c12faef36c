// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqProgressContext_h
#define pqProgressContext_h

#include "vtkWeakPointer.h"

#include <QObject>

class pqView;
class vtkObject;
class vtkRenderWindow;

/// Restores the OpenGL context of a view that waits for its server's picture. When the server reports
/// progress, ParaView 5.11 paints its progress bar at once, in the middle of the client's frame. Qt
/// composes the window with OpenGL in a context of its own, which stays current. The picture was then
/// drawn there: the background was black, and vtkOpenGLState warned in each frame. The plug-in's frames
/// are long enough for this to happen.
class pqProgressContext : public QObject
{
  Q_OBJECT

public:
  explicit pqProgressContext(QObject* parent = nullptr);
  ~pqProgressContext() override;

private Q_SLOTS:
  void watch(pqView* view);
  void begin(vtkObject* window);
  void end();
  void restore();

private:
  Q_DISABLE_COPY(pqProgressContext)

  vtkWeakPointer<vtkRenderWindow> Drawn; ///< the window whose frame has begun
};

#endif
