// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqRefinedPictures_h
#define pqRefinedPictures_h

#include <QObject>

class pqView;

/// Interface to pictures that are refined over several frames. This class has no such pictures. A component
/// whose displays refine pictures replaces this class by a subclass.
class pqRefinedPictures : public QObject
{
public:
  using QObject::QObject;

  /// Whether the current frame refines a picture.
  virtual bool isRefining() const { return false; }
  /// Whether a view shows such displays now.
  virtual bool isShownBy(pqView*) const { return false; }
  /// The frame of a view is aborted because of input there. It is drawn again once the user pauses.
  virtual void leave(pqView*) {}

  /// The function that creates the object when the plug-in starts in a window. The initializer of a
  /// component's static variable may replace it.
  using Maker = pqRefinedPictures* (*)(QObject* parent);
  static Maker& maker();
};

#endif
