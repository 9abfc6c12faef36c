// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqIsovalueListWidget_h
#define pqIsovalueListWidget_h

#include "pqDoubleVectorPropertyWidget.h"

#include <QPointer>

class pqDoubleRangeWidget;
class pqScalarValueListPropertyWidget;
class QAbstractItemView;

/// ParaView's editor of contour values (add, add a range, remove, reset) with a slider under it for the value
/// that is selected, or the first. Unlike ParaView's own slider, this one changes the property while it is
/// dragged and not only when it is let go. Used for properties with panel_widget="isovalue_list".
class pqIsovalueListWidget : public pqDoubleVectorPropertyWidget
{
  Q_OBJECT
  typedef pqDoubleVectorPropertyWidget Superclass;

public:
  pqIsovalueListWidget(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent = nullptr);
  ~pqIsovalueListWidget() override;

private Q_SLOTS:
  void slide(double value); ///< the slider is dragged to this value
  void showSelected();      ///< the list or the selection in it has changed

private:
  Q_DISABLE_COPY(pqIsovalueListWidget)

  int selectedRow() const; ///< the first if none is; -1 when the list is empty

  QPointer<pqScalarValueListPropertyWidget> List;
  QPointer<QAbstractItemView> Table;
  QPointer<pqDoubleRangeWidget> Slider;
};

#endif
