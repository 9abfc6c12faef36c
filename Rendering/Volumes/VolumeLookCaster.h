// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastHeld.h"
#include "Renderers/MeshVolume/VolumeRayCaster.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

class PiecesChoice;
class RayCastSession;
struct MeshVolumeArrays;

/// The Look of the caster of a mapper of volumes, with the keys of its sources: only changed data are sent.
/// Subclasses add the cells and the arrays that only their kind of data has. The key of an item that is
/// absent from the Look has no meaning.
class VolumeLookCaster
{
public:
  virtual ~VolumeLookCaster() = default;
  VolumeLookCaster(const VolumeLookCaster&) = delete;
  VolumeLookCaster& operator=(const VolumeLookCaster&) = delete;

  ///@{
  /// The caster, null while there is none; and whether it has the data as a whole or in pieces. IsInPieces:
  /// they are in two or more.
  virtual inkray::VolumeRayCaster* Get() const = 0;
  virtual PiecesChoice& GetChoice() = 0;
  bool IsInPieces() const { return this->Get() && this->Get()->piecesReport().pieces > 1; }
  ///@}

  ///@{
  /// For picks: a number that differs for each set of cells that the caster has had, 0 without any; and the
  /// cell of the data for each of the caster's cells (null: they are the same).
  virtual vtkMTimeType GetCellsTime() const = 0;
  virtual const std::int64_t* GetCellOfTet() const { return nullptr; }
  ///@}

  ///@{
  /// Steps of a frame, after the cells and values were sent. UpdateFunctions is needed for slices, and for a
  /// volume without a 2-D function.
  void UpdateFunctions(const MeshVolumeArrays& frame);
  void GiveLight(const std::vector<inkray::SurfaceLight>& lights, const inkray::SurfaceMaterial& material);
  ///@}

  ///@{
  /// Change items of the Look's style and send them to the caster. The second Give sends what make() returns,
  /// unless the caster holds an item with an equal key.
  inkray::MeshStyle& GetStyle() { return this->Look.style; }
  template <class T>
  void Give(inkray::Revised<T>& item, const T& value)
  {
    this->Look.giveTo(*this->Get(), item, value);
  }
  template <class T, class Key, class Make>
  void Give(inkray::Revised<T>& item, RayCastHeld<Key>& held, const Key& key, const Make& make)
  {
    if (!item.isSet())
    {
      held.Forget();
    }
    held.Update(key, [&] { this->Give(item, T(make())); });
  }
  ///@}

  /// Copy the held ranges of the caster's values to a frame, so that the frame does not send the values
  /// again.
  void KeepRanges(MeshVolumeArrays& frame) const;

  ///@{
  /// Times since ForgetTimes.
  void ForgetTimes() { this->SetUpMilliseconds = this->UploadMilliseconds = 0; }
  double GetSetUpMilliseconds() const { return this->SetUpMilliseconds; } ///< of the cells, on the device
  double GetUploadMilliseconds() const { return this->UploadMilliseconds; }
  ///@}
  ///@{
  /// How often the transfer function was sent, and the array that colors isosurfaces with its table.
  vtkIdType GetTransferFunctionUpdates() const { return this->TransferFunction.GetNumberOfUpdates(); }
  vtkIdType GetSurfaceColorUpdates() const { return this->SurfaceColors.GetNumberOfUpdates(); }
  vtkIdType GetSurfaceColorTableUpdates() const { return this->SurfaceColorTable.GetNumberOfUpdates(); }
  ///@}

protected:
  /// Problems and notes go to `session`.
  explicit VolumeLookCaster(RayCastSession& session)
    : Session(session)
  {
  }

  /// Get the values of an array of points or cells. Returns false, and reports why, if they do not fit.
  virtual bool GetValues(const RayCastArray& array, inkray::Field& values) = 0;

  /// Send the array that gives the opacity, if there is one. Returns false, with a problem, if it cannot be
  /// drawn.
  bool UpdateOpacity(const MeshVolumeArrays& frame);
  /// The same for the array by which cells vanish; `load` gets its values.
  using ThresholdLoad = std::function<bool(inkray::ThresholdField&)>;
  bool UpdateThreshold(const MeshVolumeArrays& frame, const ThresholdLoad& load);
  void GiveThreshold(const double shown[2]);
  /// The same for the array that colors isosurfaces, and its colors.
  bool UpdateSurfaceColors(const MeshVolumeArrays& frame, const std::function<bool(inkray::Field&)>& load);

  /// Send the values that load(values) makes of an array, unless the caster holds them. Returns false if load
  /// does: it has reported that the array does not fit.
  template <class T, class Load>
  bool Send(
    RayCastHeld<RayCastKey>& held, inkray::Revised<T>& item, const RayCastArray& array, const Load& load)
  {
    const RayCastKey key(array);
    if (item.isSet() && held && held.Get() == key)
    {
      return true;
    }
    held.Forget();
    item.reset(); // its array may go, and a caster in pieces reads all arrays of the Look again
    T values;
    if (!load(values))
    {
      return false;
    }
    held.Update(key, [&] { this->GiveField(item, values); });
    return true;
  }
  template <class T>
  void GiveField(inkray::Revised<T>& item, const T& values)
  {
    this->Give(item, values);
    this->UploadMilliseconds += this->Get()->timings().upload;
  }
  /// Remove the item from the caster's Look. Returns true.
  template <class T>
  bool Drop(inkray::Revised<T>& item)
  {
    item.reset();
    this->Get()->update(this->Look);
    return true;
  }
  /// Whether values are held relative to this range.
  static bool IsHeld(const inkray::HeldField& values, const inkray::FiniteRange& range)
  {
    return values.held.low == range.low && values.held.high == range.high;
  }

  RayCastSession& Session;
  inkray::MeshLook Look;
  double SetUpMilliseconds = 0;
  double UploadMilliseconds = 0;
  RayCastHeld<RayCastKey> Threshold; // the key of an item of the Look

private:
  RayCastHeld<RayCastKey> TransferFunction; // this key and the next four are of items of the Look
  RayCastHeld<RayCastKey> Opacity;          // if opacity comes from another array
  RayCastHeld<RayCastKey> OpacityFunction;
  RayCastHeld<RayCastKey> SurfaceColors;
  RayCastHeld<RayCastKey> SurfaceColorTable;
  std::string TransferFunctionProblem;
  std::string OpacityFunctionProblem;
};
