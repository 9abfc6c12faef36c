// SPDX-License-Identifier: BSD-3-Clause
#include "pqDragStep.h"

#include "pqApplicationCore.h"
#include "pqPropertyWidget.h"
#include "pqUndoStack.h"
#include "vtkSMProxy.h"

#include <QSlider>

pqDragStep::pqDragStep() = default;

pqDragStep::~pqDragStep()
{
  this->end();
}

void pqDragStep::begin(const QString& label, vtkSMProxy* proxy)
{
  if (this->Begun)
  {
    return;
  }
  this->Begun = true;
  BEGIN_UNDO_SET(label);
  this->Entry = std::make_unique<vtkSMTrace::TraceItem>("PropertiesModified");
  *this->Entry = vtkSMTrace::TraceItemArgs().arg("proxy", proxy);
  this->Instead = std::make_unique<vtkSMTrace::TraceItem>("BlockTraceItems");
  *this->Instead = vtkSMTrace::TraceItemArgs();
}

void pqDragStep::end()
{
  if (this->Begun)
  {
    this->Begun = false;
    this->Instead.reset();
    this->Entry.reset();
    if (pqApplicationCore::instance()) // null if the window is closed during a drag
    {
      END_UNDO_SET();
    }
  }
}

void pqDragStep::follow(QSlider* slider, const QString& label, pqPropertyWidget* widget)
{
  QObject::connect(
    slider, &QSlider::sliderPressed, widget, [=] { this->begin(label + " Changed", widget->proxy()); });
  QObject::connect(slider, &QSlider::sliderReleased, widget, [=] {
    Q_EMIT widget->changeFinished();
    this->end();
  });
}
