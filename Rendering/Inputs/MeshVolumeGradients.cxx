// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolumeGradients.h"

#include "Core/Errors.h"
#include "MeshVolumeArrays.h"
#include "RayCastSession.h"
#include "RayCastTransferFunction.h"
#include "VolumeLookCaster.h"
#include "vtkDataArray.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPointData.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <cmath>

namespace
{
inkray::GradientOpacity MakeGradientOpacity(vtkPiecewiseFunction* function)
{
  // The function is converted like an opacity function; its factor is applied elsewhere.
  vtkNew<vtkVolumeProperty> property;
  property->SetScalarOpacity(function);
  RayCastBridge::FunctionUse use;
  use.Colors = false;
  use.PerLength = false;
  std::string unused;
  inkray::GradientOpacity opacity;
  if (function->GetSize() > 0)
  {
    for (const inkray::TransferFunctionKnot& knot :
      RayCastBridge::MakeTransferFunction(property, unused, use).knots)
    {
      opacity.knots.push_back({ knot.scalar, knot.attenuation });
    }
  }
  return opacity;
}

inkray::TransferFunction2D MakeTransferFunction2D(vtkImageData* image, double unitDistance, bool isShare)
{
  inkray::TransferFunction2D made;
  int dimensions[3];
  image->GetDimensions(dimensions);
  made.columns = dimensions[0];
  made.rows = dimensions[1];
  const auto range = [&](int axis, double ends[2]) {
    const double* const origin = image->GetOrigin();
    const double* const spacing = image->GetSpacing();
    ends[0] = origin[axis] + spacing[axis] * image->GetExtent()[2 * axis];
    // An axis with one entry has no length: give it 1.
    ends[1] = ends[0] + spacing[axis] * std::max(1, dimensions[axis] - 1);
  };
  range(0, made.values);
  range(1, made.magnitudes);
  vtkDataArray* const colors = image->GetPointData()->GetScalars();
  const vtkIdType count = static_cast<vtkIdType>(made.columns) * made.rows;
  if (!colors || colors->GetNumberOfComponents() != 4 || colors->GetNumberOfTuples() < count || count == 0)
  {
    throw inkray::InvalidInput("its image needs points with red, green, blue and opacity");
  }
  for (vtkIdType i = 0; i < count; ++i)
  {
    const auto channel = [&](int c) { return static_cast<float>(colors->GetComponent(i, c)); };
    const float attenuation = isShare ? -std::log1p(-std::clamp(channel(3), 0.0f, 1 - 1e-5f)) : channel(3);
    made.entries.push_back(
      { channel(0), channel(1), channel(2), attenuation / static_cast<float>(unitDistance) });
  }
  return made;
}
} // namespace

void MeshVolumeGradients::Update(
  RayCastSession& session, const MeshVolumeArrays& drawn, VolumeLookCaster& caster)
{
  inkray::MeshStyle& style = caster.GetStyle();
  caster.Give(style.gradientOpacity, this->Opacity,
    drawn.GradientOpacity ? RayCastKey(drawn.GradientOpacity) : RayCastKey(), [&] {
      return drawn.GradientOpacity ? MakeGradientOpacity(drawn.GradientOpacity) : inkray::GradientOpacity();
    });

  double distance = 0;
  if (drawn.Transfer2D)
  {
    distance = session.GetVolume()->GetProperty()->GetScalarOpacityUnitDistance(0);
    distance = distance > 0 ? distance : 1.0;
  }
  if (!style.function2D.isSet())
  {
    this->Transfer2D.Forget();
  }
  const RayCastKey image = drawn.Transfer2D ? RayCastKey(drawn.Transfer2D) : RayCastKey();
  this->Transfer2D.Update({ image, distance }, [&] {
    this->Problem.clear();
    inkray::TransferFunction2D made;
    try
    {
      made = drawn.Transfer2D ? MakeTransferFunction2D(drawn.Transfer2D, distance, drawn.IsOverUnitDistance)
                              : made;
      caster.Give(style.function2D, made);
    }
    catch (const inkray::InvalidInput& error)
    {
      this->Problem = std::string("The 2-D transfer function cannot be drawn: ") + error.what() + ".";
      made = { 1, 1, { 0.0, 1.0 }, { 0.0, 1.0 }, { { 0.0f, 0.0f, 0.0f, 0.0f } } };
      caster.Give(style.function2D, made);
      return;
    }
    if (!made.entries.empty() && std::none_of(made.entries.begin(), made.entries.end(), [](const auto& e) {
          return e.attenuation > 0.0f;
        }))
    {
      this->Problem =
        "The opacity of the 2-D transfer function is 0 everywhere, so nothing can be seen; add "
        "a box to it in the Color Map Editor, or give it more bins (OutputDimensions) where its "
        "boxes are smaller than a bin.";
    }
  });
  if (!this->Problem.empty())
  {
    session.Report(false, this->Problem);
  }
}
