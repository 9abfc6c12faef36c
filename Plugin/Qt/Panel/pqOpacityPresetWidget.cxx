// SPDX-License-Identifier: BSD-3-Clause
#include "pqOpacityPresetWidget.h"

#include "OpacityPresets.h"
#include "pqServer.h"
#include "pqSignalAdaptors.h"
#include "pqUndoStack.h"
#include "pqView.h"
#include "vtkImageData.h"
#include "vtkPVDataInformation.h"
#include "vtkSMEnumerationDomain.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMRenderViewProxy.h"
#include "vtkSMSaveScreenshotProxy.h"
#include "vtkSMSession.h"
#include "vtkSMSourceProxy.h"
#include "vtkSmartPointer.h"
#include "vtkVector.h"

#include <QAbstractItemView>
#include <QHBoxLayout>
#include <QIcon>
#include <QImage>
#include <QPixmap>
#include <QStyledItemDelegate>

#include <algorithm>
#include <set>
#include <utility>

namespace
{
constexpr int PictureWidth = 96, PictureHeight = 72;
constexpr vtkIdType MostCells = 1000000; ///< whose histogram and small pictures take a moment

QPixmap capture(vtkSMViewProxy* view)
{
  const auto image = vtkSMSaveScreenshotProxy::CaptureImage(view, vtkVector2i(PictureWidth, PictureHeight));
  if (!image || image->GetScalarType() != VTK_UNSIGNED_CHAR || image->GetNumberOfScalarComponents() < 3)
  {
    return QPixmap();
  }
  int size[3];
  image->GetDimensions(size);
  QImage picture(size[0], size[1], QImage::Format_RGB32);
  const int components = image->GetNumberOfScalarComponents();
  const auto* from = static_cast<const unsigned char*>(image->GetScalarPointer());
  for (int y = size[1] - 1; y >= 0; --y)
  {
    for (int x = 0; x < size[0]; ++x, from += components)
    {
      picture.setPixel(x, y, qRgb(from[0], from[1], from[2]));
    }
  }
  return QPixmap::fromImage(picture);
}
} // namespace

void pqOpeningList::showPopup()
{
  Q_EMIT this->opening();
  this->QComboBox::showPopup();
}

pqOpacityPresetWidget::pqOpacityPresetWidget(
  vtkSMProxy* smproxy, vtkSMProperty* smproperty, QWidget* parentObject)
  : Superclass(smproxy, parentObject)
  , List(new pqOpeningList(this))
{
  this->List->setObjectName("ComboBox");
  auto* const presets = smproperty->FindDomain<vtkSMEnumerationDomain>();
  for (unsigned int i = 0; presets && i < presets->GetNumberOfEntries(); ++i)
  {
    this->List->addItem(presets->GetEntryText(i), presets->GetEntryValue(i));
  }
  this->List->setItemDelegate(new QStyledItemDelegate(this->List)); // that of menus has small pictures alone
  auto* const layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(this->List);
  this->addPropertyLink(new pqSignalAdaptorComboBox(this->List), "currentText",
    SIGNAL(currentTextChanged(const QString&)), smproperty);
  this->setChangeAvailableAsChangeFinished(true);
  this->connect(this->List, SIGNAL(opening()), SLOT(drawPictures()));
}

pqOpacityPresetWidget::~pqOpacityPresetWidget() = default;

bool pqOpacityPresetWidget::canBeDrawn() const
{
  pqView* const shown = this->view();
  auto* const proxy = vtkSMRenderViewProxy::SafeDownCast(shown ? shown->getProxy() : nullptr);
  const vtkSMPropertyHelper input(this->proxy(), "Input");
  auto* const source = vtkSMSourceProxy::SafeDownCast(input.GetAsProxy());
  vtkPVDataInformation* const data = source ? source->GetDataInformation(input.GetOutputPort()) : nullptr;
  return proxy && data && data->GetNumberOfCells() <= MostCells &&
    !proxy->GetSession()->GetPendingProgress() && !shown->getServer()->isProcessingPending() &&
    vtkSMPropertyHelper(this->proxy(), "Visibility").GetAsInt() != 0 &&
    vtkSMPropertyHelper(this->proxy(), "ScalarOpacityFunction").GetAsProxy();
}

void pqOpacityPresetWidget::drawPictures()
{
  if (!this->canBeDrawn())
  {
    return;
  }
  // The view draws the display with each preset in turn, into a small image, and nobody sees the display
  // change: function and distance are as before when this ends.
  vtkSMProxy* const display = this->proxy();
  vtkSMViewProxy* const view = this->view()->getViewProxy();
  const OpacityPresets::Look before = OpacityPresets::Get(display);
  QWidget* const window = this->view()->widget();
  window->setUpdatesEnabled(false);
  BEGIN_UNDO_EXCLUDE();
  for (int i = 0; i < this->List->count(); ++i)
  {
    const int preset = this->List->itemData(i).toInt();
    const bool isShown = i == this->List->currentIndex(); // with what has been changed of it since
    if (isShown)
    {
      OpacityPresets::Set(display, before);
    }
    if (isShown || (preset != OpacityPresets::OWN && OpacityPresets::Make(display, preset)))
    {
      this->List->setItemIcon(i, QIcon(capture(view)));
    }
  }
  OpacityPresets::Set(display, before);
  END_UNDO_EXCLUDE();
  view->InteractiveRender(); // something to see until the still
  window->setUpdatesEnabled(true);
  this->view()->render();

  QAbstractItemView* const entries = this->List->view();
  entries->setIconSize(QSize(PictureWidth, PictureHeight));
  entries->setMinimumWidth(entries->sizeHintForColumn(0));
}

int pqOpacityPresetWidget::numberOfPictures() const
{
  std::set<std::pair<int, QByteArray>> pictures;
  for (int i = 0; i < this->List->count(); ++i)
  {
    const QImage picture = this->List->itemIcon(i)
                             .pixmap(PictureWidth, PictureHeight)
                             .toImage()
                             .convertToFormat(QImage::Format_RGB32);
    if (!picture.isNull())
    {
      pictures.emplace(picture.width(),
        QByteArray(
          reinterpret_cast<const char*>(picture.constBits()), static_cast<int>(picture.sizeInBytes())));
    }
  }
  return static_cast<int>(pictures.size());
}
