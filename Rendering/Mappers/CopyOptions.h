// SPDX-License-Identifier: BSD-3-Clause
#ifndef CopyOptions_h
#define CopyOptions_h

#include "OptionFields.h"

/// Copies an option of `settings` into the field of `options` that Kernels/Options.cmake names. Used with the
/// lists of OptionFields.h: INKRAY_FIELDS_FrameOptions(INKRAY_COPY_OPTION).
#define INKRAY_COPY_OPTION(field, Name, name_in_python)                                                      \
  options.field = static_cast<decltype(options.field)>(settings->Get##Name());

#endif
