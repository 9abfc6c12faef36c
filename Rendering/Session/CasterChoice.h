// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Device/Device.h"
#include "Device/MemoryBudget.h"
#include "PiecesChoice.h"
#include "RayCastHeld.h"
#include "RayCastSession.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <tuple>

/// The caster of a mapper: on the wanted device, of the whole data or, if they exceed the memory limit, of
/// pieces. Two values of `Key` are equal if the data are the same.
template <class Caster, class Key>
class CasterChoice : public PiecesChoice
{
public:
  /// `noun` names the data in messages.
  CasterChoice(RayCastSession& session, const char* noun)
    : PiecesChoice(session, noun)
  {
  }
  virtual ~CasterChoice() = default;

  /// Null before the first frame is prepared, and after Drop.
  Caster* Get() const { return this->Held.get(); }
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

private:
  virtual std::size_t CountBytes() const = 0; ///< bytes that the caster uses now

  std::unique_ptr<Caster> Held;
  RayCastHeld<Key> Failed; // the data for which a CUDA device failed
  RayCastHeld<std::tuple<Key, int, inkray::DeviceKind>> Decided;
  std::size_t Limit = 0;
};
