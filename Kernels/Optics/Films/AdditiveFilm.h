// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Films/SumFilm.h"

namespace inkray
{

/// Gray, opaque: the integral of attenuation times value, up to 1. (VTK adds samples, whose number changes
/// with the sample distance. The opacity here is that of one scalar opacity unit distance, as in VTK's other
/// integrals.)
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
