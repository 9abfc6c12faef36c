// SPDX-License-Identifier: BSD-3-Clause
#include "EmptyCaption.h"

#include "vtkCoordinate.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPVRenderView.h"
#include "vtkRenderer.h"
#include "vtkTextActor.h"
#include "vtkTextProperty.h"
#include "vtkViewport.h"
#include "vtkWindow.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>

namespace
{
constexpr int FontSize = 14;

/// Break a text into lines of at most `most` characters. A longer word gets a separate line.
std::string Wrap(const std::string& text, std::size_t most)
{
  std::istringstream words(text);
  std::string wrapped, word;
  std::size_t length = 0;
  while (words >> word)
  {
    const bool isNewLine = length > 0 && length + 1 + word.size() > most;
    wrapped += length == 0 ? "" : isNewLine ? "\n" : " ";
    length = isNewLine ? word.size() : length + 1 + word.size();
    wrapped += word;
  }
  return wrapped;
}

/// An actor that asks for its text after the volume is drawn: only then is its visibility known.
class CaptionActor : public vtkTextActor
{
public:
  static CaptionActor* New() { VTK_STANDARD_NEW_BODY(CaptionActor); }
  vtkTypeMacro(CaptionActor, vtkTextActor);
  CaptionActor(const CaptionActor&) = delete;
  CaptionActor& operator=(const CaptionActor&) = delete;

  void SetSource(EmptyCaption::Source source) { this->GetCaption = std::move(source); }

  int RenderOpaqueGeometry(vtkViewport*) override { return 0; }

  int RenderOverlay(vtkViewport* viewport) override
  {
    const std::string caption = this->GetCaption ? this->GetCaption() : std::string();
    if (caption.empty())
    {
      return 0;
    }
    // The length of a line follows the width of the view, even if a large picture is made of tiles. A letter
    // is about half as wide as its font is high.
    const double* const place = viewport->GetViewport();
    vtkWindow* const window = viewport->GetVTKWindow();
    const double letters =
      (place[2] - place[0]) * window->GetSize()[0] / (FontSize * window->GetDPI() / 144.0);
    this->SetInput(Wrap(caption, static_cast<std::size_t>(std::clamp(0.7 * letters, 20.0, 60.0))).c_str());
    const double* const behind = viewport->GetBackground();
    const double color = 0.3 * behind[0] + 0.6 * behind[1] + 0.1 * behind[2] < 0.5 ? 1 : 0;
    this->GetTextProperty()->SetColor(color, color, color);
    this->Superclass::RenderOpaqueGeometry(viewport);
    return this->Superclass::RenderOverlay(viewport);
  }

protected:
  CaptionActor()
  {
    this->PickableOff();
    this->DragableOff();
    this->SetTextScaleModeToNone();
    this->GetPositionCoordinate()->SetCoordinateSystemToNormalizedViewport();
    this->GetPositionCoordinate()->SetValue(0.5, 0.5);
    this->GetTextProperty()->SetFontSize(FontSize);
    this->GetTextProperty()->SetJustificationToCentered();
    this->GetTextProperty()->SetVerticalJustificationToCentered();
  }

private:
  EmptyCaption::Source GetCaption;
};
} // namespace

EmptyCaption::EmptyCaption(Source source)
{
  vtkNew<CaptionActor> actor;
  actor->SetSource(std::move(source));
  this->Actor = actor;
}

EmptyCaption::~EmptyCaption()
{
  static_cast<CaptionActor*>(this->Actor.Get())->SetSource(nullptr); // a renderer may keep the actor
}

void EmptyCaption::AddTo(vtkView* view, vtkPVDataRepresentation* display, vtkProp* volume)
{
  if (auto* const renderView = vtkPVRenderView::SafeDownCast(view))
  {
    renderView->RegisterPropForHardwareSelection(display, volume);
    renderView->GetRenderer()->AddActor2D(this->Actor);
  }
}

void EmptyCaption::RemoveFrom(vtkView* view, vtkPVDataRepresentation* display, vtkProp* volume)
{
  if (auto* const renderView = vtkPVRenderView::SafeDownCast(view))
  {
    renderView->UnRegisterPropForHardwareSelection(display, volume);
    renderView->GetRenderer()->RemoveActor2D(this->Actor);
  }
}
