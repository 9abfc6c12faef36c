// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Films.h"

#include <string>
#include <vector>

namespace inkray
{

/// The features wanted of a frame that may exclude each other.
struct FrameContents
{
  FilmTraits film = allFilms[0];
  bool drawsVolume = true;
  bool hasVertexValues = true;   ///< values at the points: those of the volume, or separate ones for its
                                 ///< gradient
  bool areColors = false;        ///< the volume's values are direct colors
  bool isGrid = false;           ///< the volume is an image or a rectilinear grid
  bool areCellsConstant = false; ///< the cells of an image have one value each
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

/// A rule: one of the few features that a frame cannot combine with another.
struct FrameRule
{
  FrameFeature left; ///< the feature that is not drawn
  bool isError;      ///< true: the ray caster refuses the frame; false: it draws the frame without the
                     ///< feature
  const char* what;  ///< the feature in a user's words, at the beginning of a sentence
  const char* where; ///< the other feature, at the beginning of a sentence
  const char* why;   ///< the reason, as a sentence
  bool (*applies)(const FrameContents&);
};

/// All rules. The ray caster, the notes in ParaView and the page Limits use this table.
const std::vector<FrameRule>& frameRules();

/// The rules that apply to a frame, in the order of the table; most frames have none.
std::vector<const FrameRule*> brokenRules(const FrameContents& contents);

/// A rule as sentences for users.
std::string noteOf(const FrameRule& rule);

/// Whether a feature has to be left out.
bool isLeftOut(FrameFeature feature, const FrameContents& contents);

} // namespace inkray
