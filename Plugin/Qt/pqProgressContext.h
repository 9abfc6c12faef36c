// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqProgressContext_h
#define pqProgressContext_h

#include "vtkWeakPointer.h"

#include <QObject>

class pqView;
class vtkObject;
class vtkRenderWindow;

/// Keeps the OpenGL context of a view that waits for its server's picture. ParaView (5.11) paints its
/// progress bar at once when the server tells how far it is, in the middle of the client's frame; Qt composes
/// the window with OpenGL, in a context of its own, which stays the current one. The picture then went there:
/// the background black, and warnings of vtkOpenGLState for each frame. Our mappers draw long enough to be
/// told of.
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
