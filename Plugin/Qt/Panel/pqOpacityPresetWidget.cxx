// SPDX-License-Identifier: BSD-3-Clause
#include "pqOpacityPresetWidget.h"

#include "OpacityPresets.h"
#include "pqServer.h"
#include "pqSignalAdaptors.h"
#include "pqUndoStack.h"
#include "pqView.h"
#include "vtkBoundingBox.h"
#include "vtkCamera.h"
#include "vtkImageData.h"
#include "vtkMath.h"
#include "vtkMatrix4x4.h"
#include "vtkPVDataInformation.h"
#include "vtkRenderer.h"
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
#include <QRectF>
#include <QString>
#include <QStyledItemDelegate>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace
{
constexpr int PictureWidth = 96, PictureHeight = 72;
constexpr vtkIdType MostCells = 10000000; ///< data with more cells have no pictures

constexpr double MostZoom = 4;

/// The part of the view that the data cover, as fractions of its width and height from the top left. It has
/// the aspect ratio of a picture and is at least 1 / MostZoom of the view wide and high.
QRectF findData(vtkSMRenderViewProxy* view)
{
  const QRectF whole(0, 0, 1, 1);
  double bounds[6];
  view->GetRenderer()->ComputeVisiblePropBounds(bounds); // uninitialized if a server draws
  vtkCamera* const camera = view->GetActiveCamera();
  if (!vtkMath::AreBoundsInitialized(bounds) || !camera)
  {
    return whole;
  }
  constexpr double aspect = static_cast<double>(PictureWidth) / PictureHeight;
  vtkMatrix4x4* const matrix = camera->GetCompositeProjectionTransformMatrix(aspect, -1, 1);
  vtkBoundingBox data;
  for (int corner = 0; corner < 8; ++corner)
  {
    const double point[4] = { bounds[corner & 1], bounds[2 + (corner >> 1 & 1)], bounds[4 + (corner >> 2)],
      1 };
    double place[4];
    matrix->MultiplyPoint(point, place);
    if (!(place[3] > 0)) // in the plane of the camera or behind it
    {
      return whole;
    }
    data.AddPoint(0.5 + 0.5 * place[0] / place[3], 0.5 - 0.5 * place[1] / place[3], 0);
  }
  double center[3];
  data.GetCenter(center);
  const double size = std::clamp(std::max(data.GetLength(0), data.GetLength(1)), 1 / MostZoom, 1.0);
  const auto start = [size](double middle) { return std::clamp(middle - 0.5 * size, 0.0, 1 - size); };
  return { start(center[0]), start(center[1]), size, size };
}

/// Hides legends, texts and axes of a view while this object exists.
class OnlyData
{
public:
  explicit OnlyData(vtkSMViewProxy* view)
  {
    const vtkSMPropertyHelper shown(view, "Representations");
    for (unsigned int i = 0; i < shown.GetNumberOfElements(); ++i)
    {
      vtkSMProxy* const one = shown.GetAsProxy(i);
      const QString type = one ? one->GetXMLName() : "";
      if (type.contains("ScalarBar") || type.startsWith("Text"))
      {
        this->hide(one, "Visibility");
      }
    }
    this->hide(view, "OrientationAxesVisibility");
    this->hide(view, "CenterAxesVisibility");
    if (view->GetProperty("AxesGrid"))
    {
      this->hide(vtkSMPropertyHelper(view, "AxesGrid").GetAsProxy(), "Visibility");
    }
  }

  ~OnlyData()
  {
    for (const auto& [proxy, property] : this->Hidden)
    {
      set(proxy, property, 1);
    }
  }

  OnlyData(const OnlyData&) = delete;
  OnlyData& operator=(const OnlyData&) = delete;

private:
  static void set(vtkSMProxy* proxy, const char* property, int value)
  {
    vtkSMPropertyHelper(proxy, property).Set(value);
    proxy->UpdateVTKObjects();
  }

  void hide(vtkSMProxy* proxy, const char* property)
  {
    if (proxy && proxy->GetProperty(property) && vtkSMPropertyHelper(proxy, property).GetAsInt() != 0)
    {
      this->Hidden.emplace_back(proxy, property);
      set(proxy, property, 0);
    }
  }

  std::vector<std::pair<vtkSMProxy*, const char*>> Hidden;
};

QPixmap capture(vtkSMViewProxy* view, const QRectF& part)
{
  const auto image = vtkSMSaveScreenshotProxy::CaptureImage(view,
    vtkVector2i(
      static_cast<int>(PictureWidth / part.width()), static_cast<int>(PictureHeight / part.height())));
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
  const QRect cut(
    static_cast<int>(part.x() * size[0]), static_cast<int>(part.y() * size[1]), PictureWidth, PictureHeight);
  return QPixmap::fromImage(picture.copy(cut));
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
  this->List->setItemDelegate(new QStyledItemDelegate(this->List)); // the delegate of menus has tiny icons
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
  // The view draws the display with each preset into a small image. The user does not see this: function and
  // distance are restored at the end.
  vtkSMProxy* const display = this->proxy();
  vtkSMViewProxy* const view = this->view()->getViewProxy();
  const OpacityPresets::Look before = OpacityPresets::Get(display);
  QWidget* const window = this->view()->widget();
  window->setUpdatesEnabled(false);
  BEGIN_UNDO_EXCLUDE();
  auto alone = std::make_unique<OnlyData>(view);
  const QRectF part = findData(vtkSMRenderViewProxy::SafeDownCast(view));
  for (int i = 0; i < this->List->count(); ++i)
  {
    const int preset = this->List->itemData(i).toInt();
    const bool isShown = i == this->List->currentIndex(); // includes the user's later changes of this preset
    if (isShown)
    {
      OpacityPresets::Set(display, before);
    }
    if (isShown || (preset != OpacityPresets::OWN && OpacityPresets::Make(display, preset)))
    {
      this->List->setItemIcon(i, QIcon(capture(view, part)));
    }
  }
  OpacityPresets::Set(display, before);
  alone.reset();
  END_UNDO_EXCLUDE();
  view->InteractiveRender(); // draw a fast frame until the still is ready
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
