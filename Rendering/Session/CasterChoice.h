// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Device/Device.h"
#include "Device/MemoryBudget.h"
#include "RayCastHeld.h"
#include "RayCastSession.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <tuple>

/// The caster of a mapper: on the wanted device, of the whole data or, if they exceed the memory limit, of
/// pieces. Two values of `Key` are equal if the data are the same.
template <class Caster, class Key>
class CasterChoice
{
public:
  virtual ~CasterChoice() = default;

  /// Null before the first frame is prepared, and after Drop.
  Caster* Get() const { return this->Held.get(); }
  /// Whether the caster draws its data in pieces, possibly a single one.
  bool IsPieced() const { return this->PiecesLimit > 0; }
  void Drop()
  {
    this->Held.reset();
    this->PiecesLimit = 0;
  }
  /// Note that a device has failed for these data.
  void Fail(const Key& data)
  {
    this->Failed.Update(data, [] {});
  }

protected:
  explicit CasterChoice(RayCastSession& session)
    : Session(session)
  {
  }

  /// Make a caster on the wanted device (RayCastSession::PrepareCaster), with a memory limit in MiB; 0: the
  /// limit of its device. `estimate` returns the bytes that the whole data take. `release` gives up all data
  /// of the earlier caster, and drops it.
  void Choose(int device, int mebibytes, const Key& data, const std::function<std::size_t()>& estimate,
    const std::function<void()>& release)
  {
    this->Session.PrepareCaster(this->Held, device, this->Failed && this->Failed.Get() == data, release);
    this->Decided.Update({ data, mebibytes, this->Held->device() }, [&] {
      this->Limit = this->Session.GetLimit(mebibytes, this->CountBytes());
      this->WantsPieces = this->Limit < inkray::MemoryBudget::noLimit && estimate() > this->Limit;
    });
    const std::size_t limit = this->WantsPieces ? this->Limit : 0;
    if (limit != this->PiecesLimit)
    {
      release();
      this->Held = this->WantsPieces ? this->Session.template MakeInBlocks<Caster>(limit)
                                     : this->Session.template MakeCaster<Caster>();
      this->PiecesLimit = limit;
    }
  }

  virtual std::size_t CountBytes() const = 0; ///< bytes that the caster uses now

  /// Note that the data, which `noun` names, are drawn in this number of pieces.
  void NotePieces(const char* noun, std::int64_t pieces) const
  {
    this->Session.Note(std::string("The ") + noun + " is drawn in " + std::to_string(pieces) +
      " pieces, because as a whole it would take more than the " + std::to_string(this->PiecesLimit >> 20) +
      " MiB of GPU Memory.");
  }

  RayCastSession& Session;
  bool WantsPieces = false;
  std::size_t PiecesLimit = 0; // bytes that the caster may take; 0: the caster has the whole data

private:
  std::unique_ptr<Caster> Held;
  RayCastHeld<Key> Failed; // the data for which a CUDA device failed
  RayCastHeld<std::tuple<Key, int, inkray::DeviceKind>> Decided;
  std::size_t Limit = 0;
};
