// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

class RayCastSession;

/// Whether the caster of a mapper draws its data as a whole or in pieces: the part of CasterChoice that does
/// not depend on the kind of caster.
class PiecesChoice
{
public:
  /// Whether the caster draws its data in pieces, possibly in a single piece.
  bool IsPieced() const { return this->PiecesLimit > 0; }
  /// Whether the caster reads arrays in host memory in place as long as it draws them.
  bool UsesHostArrays() const;
  const std::string& GetNoun() const { return this->Noun; } ///< a noun for the data

  /// After a caster has thrown OutOfMemory, choose another way to draw its data. If a CUDA device drew the
  /// whole, it draws pieces from now on; if the CPU drew pieces, it draws the whole, with a warning. Returns
  /// false if no other way is left.
  bool DrawOtherwise(const std::string& error);

  /// Note that the data are drawn in this number of pieces.
  void NotePieces(std::int64_t pieces) const;

protected:
  /// `noun` names the data in messages.
  PiecesChoice(RayCastSession& session, const char* noun)
    : Session(session)
    , Noun(noun)
  {
  }

  RayCastSession& Session;
  const std::string Noun;
  bool WantsPieces = false;
  std::size_t PiecesLimit = 0; // bytes that the caster may take; 0: the caster has the whole data
};
