// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Films/SumFilm.h"

namespace inkray
{

/// A gray, opaque film: the integral of attenuation times value, clamped to 1. Unlike VTK's sum of samples,
/// it does not depend on the sample distance. As in VTK's other integrals, opacity is per scalar opacity unit
/// distance.
struct AdditiveFilm : SumFilm<>
{
  static constexpr bool isPerLength = true;

  template <class Medium>
  INKRAY_HD static Float4 develop(const Film& ray, const Medium&)
  {
    return opaque(ray, 0.6931471805599453f);
  }
};

} // namespace inkray
