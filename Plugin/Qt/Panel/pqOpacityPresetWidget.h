// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqOpacityPresetWidget_h
#define pqOpacityPresetWidget_h

#include "pqPropertyWidget.h"

#include <QComboBox>

/// A combo box that emits a signal before its list opens.
class pqOpeningList : public QComboBox
{
  Q_OBJECT

public:
  using QComboBox::QComboBox;
  void showPopup() override;

Q_SIGNALS:
  void opening();
};

/// The list of opacity presets, each with a small picture of the data, which is drawn when the list opens.
/// Data with more than 10 million cells have no pictures.
class pqOpacityPresetWidget : public pqPropertyWidget
{
  Q_OBJECT
  Q_PROPERTY(int numberOfPictures READ numberOfPictures)
  typedef pqPropertyWidget Superclass;

public:
  pqOpacityPresetWidget(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent = nullptr);
  ~pqOpacityPresetWidget() override;

  /// The number of different pictures, for tests.
  int numberOfPictures() const;

private Q_SLOTS:
  void drawPictures();

private:
  Q_DISABLE_COPY(pqOpacityPresetWidget)

  bool canBeDrawn() const;

  pqOpeningList* const List;
};

#endif
