// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqOpacityPresetWidget_h
#define pqOpacityPresetWidget_h

#include "pqPropertyWidget.h"

#include <QComboBox>

/// A list that says that it is about to be opened.
class pqOpeningList : public QComboBox
{
  Q_OBJECT

public:
  using QComboBox::QComboBox;
  void showPopup() override;

Q_SIGNALS:
  void opening();
};

/// The presets of opacity functions, each with a small picture of the data in the view, drawn when the list
/// is opened. Meshes of more than 10 million cells have no pictures.
class pqOpacityPresetWidget : public pqPropertyWidget
{
  Q_OBJECT
  Q_PROPERTY(int numberOfPictures READ numberOfPictures)
  typedef pqPropertyWidget Superclass;

public:
  pqOpacityPresetWidget(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent = nullptr);
  ~pqOpacityPresetWidget() override;

  /// How many of them differ.
  int numberOfPictures() const;

private Q_SLOTS:
  void drawPictures();

private:
  Q_DISABLE_COPY(pqOpacityPresetWidget)

  bool canBeDrawn() const;

  pqOpeningList* const List;
};

#endif
