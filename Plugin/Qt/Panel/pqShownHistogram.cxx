// SPDX-License-Identifier: BSD-3-Clause
#include "pqShownHistogram.h"

#include "DisplayHistogram.h"
#include "pqCoreUtilities.h"
#include "pqHistogramBars.h"
#include "pqPropertyWidget.h"
#include "pqServer.h"
#include "pqView.h"
#include "vtkCommand.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMRenderViewProxy.h"
#include "vtkSMSession.h"

#include <QString>

namespace
{
constexpr int Bins = 64;
constexpr int Later = 100; ///< in milliseconds, because stills may follow each other
} // namespace

pqShownHistogram::pqShownHistogram(
  vtkSMProxy* display, bool inVolume, pqHistogramBars* bars, pqPropertyWidget* widget)
  : QObject(widget)
  , Display(display)
  , InVolume(inVolume)
  , Bars(bars)
  , Widget(widget)
{
  this->Timer.setSingleShot(true);
  this->Timer.setInterval(Later);
  this->connect(&this->Timer, SIGNAL(timeout()), SLOT(find()));
  this->connect(widget, SIGNAL(viewChanged(pqView*)), SLOT(follow(pqView*)));
  pqCoreUtilities::connect(display, vtkCommand::UpdateDataEvent, this, SLOT(expire()));
  for (const char* name : { "Representation", "ColorArrayName", "LookupTable", "IsosurfaceArray",
         "IsosurfaceComponent", "RayCastVectorMode", "RayCastVectorComponent", "UseThreshold",
         "ThresholdArray", "ThresholdComponent", "ThresholdRange", "UseCropping", "CroppingKeepOutside",
         "CroppingOrigin", "CroppingRotation", "CroppingScale" })
  {
    if (vtkSMProperty* const property = display->GetProperty(name))
    {
      pqCoreUtilities::connect(property, vtkCommand::ModifiedEvent, this, SLOT(expire()));
    }
  }
}

pqShownHistogram::~pqShownHistogram() = default;

void pqShownHistogram::follow(pqView* view)
{
  if (this->Followed)
  {
    this->disconnect(this->Followed, SIGNAL(endRender()), this, SLOT(findSoon()));
  }
  this->Followed = view;
  if (view)
  {
    this->connect(view, SIGNAL(endRender()), SLOT(findSoon()));
  }
  this->findSoon();
}

void pqShownHistogram::expire()
{
  this->Due = true;
}

void pqShownHistogram::findSoon()
{
  if (this->Due && !this->Timer.isActive())
  {
    this->Timer.start();
  }
}

void pqShownHistogram::find()
{
  const QString type = this->InVolume ? "Volume (Ray Cast)" : "Isosurface (Ray Cast)";
  auto* const view =
    vtkSMRenderViewProxy::SafeDownCast(this->Followed ? this->Followed->getProxy() : nullptr);
  if (!this->Display || !this->Bars || !this->Due || !view || !this->Widget->isVisible() ||
    view->LastRenderWasInteractive() ||
    type != vtkSMPropertyHelper(this->Display, "Representation", true).GetAsString())
  {
    return; // the next still calls this again
  }
  if (view->GetSession()->GetPendingProgress() || this->Followed->getServer()->isProcessingPending())
  {
    this->Timer.start();
    return;
  }
  this->Due = false;
  const DisplayHistogram found = !DisplayHistogram::IsQuick(this->Display) ? DisplayHistogram()
    : this->InVolume ? DisplayHistogram::Of(this->Display, Bins)
                     : DisplayHistogram::OfIsosurfaces(this->Display, Bins);
  this->Bars->setBars(found.Range[0], found.Range[1], found.Volumes);
}
