// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqRefinedPictures_h
#define pqRefinedPictures_h

#include <QObject>

class pqView;

/// Displays whose pictures come to the window in several frames, as others ask for them. This one has none: a
/// component that has such displays puts a class of its own in its place.
class pqRefinedPictures : public QObject
{
public:
  using QObject::QObject;

  /// Whether the frame that is drawn now is to refine a picture.
  virtual bool isRefining() const { return false; }
  /// Whether a view shows such displays now.
  virtual bool isShownBy(pqView*) const { return false; }
  /// The frame of a view is aborted for what the user does there: it is drawn anew when he rests.
  virtual void leave(pqView*) {}

  /// How they are made, when the plug-in starts in a window: a component sets it from the initial value of a
  /// variable.
  using Maker = pqRefinedPictures* (*)(QObject* parent);
  static Maker& maker();
};

#endif
