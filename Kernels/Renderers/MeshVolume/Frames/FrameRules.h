// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Films.h"

#include <string>
#include <vector>

namespace inkray
{

/// The features wanted of a frame, as far as one may exclude another.
struct FrameContents
{
  FilmTraits film = allFilms[0];
  bool drawsVolume = true;
  bool hasVertexValues = true; ///< values at the points: those of the volume, or others for its gradient
  bool areColours = false;     ///< the volume's values are colours themselves
  bool isLit = false;
  bool hasGradientOpacity = false;
  bool hasTable = false; ///< a two-dimensional transfer function
  bool showsMissing = false;
  bool hasIsosurfaces = false;
};

/// Features that may have to be left out of a frame.
enum class FrameFeature
{
  Light,
  GradientOpacity,
  Table,
  Missing,
  Blend,
  Isosurfaces
};

/// One of the few things that a frame cannot have together with another.
struct FrameRule
{
  FrameFeature left; ///< that is not drawn
  bool isError;      ///< the ray caster refuses the frame; otherwise it draws it without
  const char* what;  ///< in a user's words, at the beginning of a sentence
  const char* where; ///< with what, at the beginning of a sentence
  const char* why;   ///< a sentence
  bool (*applies)(const FrameContents&);
};

/// All rules: the one table that the ray caster, the notes in ParaView and the page Limits are made of.
const std::vector<FrameRule>& frameRules();

/// The rules that apply to a frame, in the order of the table; none for most.
std::vector<const FrameRule*> brokenRules(const FrameContents& contents);

/// A rule as sentences for users.
std::string noteOf(const FrameRule& rule);

/// Whether a feature has to be left out.
bool isLeftOut(FrameFeature feature, const FrameContents& contents);

} // namespace inkray
