// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastTransferFunction.h"

#include "OpacityScale.h"
#include "SampledFunction.h"
#include "VtkRenderingCompat.h"
#include "vtkColorTransferFunction.h"
#include "vtkDiscretizableColorTransferFunction.h"
#include "vtkPiecewiseFunction.h"
#include "vtkSmartPointer.h"
#include "vtkVariant.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace
{

using Knot = inkray::FunctionKnot;
using Sample = inkray::ColorAndOpacity;

/// A discretized color map that differs less than this from the continuous map looks continuous, and each
/// kept band edge would split every ray. Rounding tables to bytes causes a third of this difference.
constexpr double VisibleBand = 1.5 / 255.0;

/// ParaView makes every map a table of 256 colors by default, so a table of so many bands need not be the
/// user's wish. Keep only bands that differ more than this from the continuous map, where the map has a step.
constexpr vtkIdType ManyBands = 256;
constexpr double VisibleStep = 8.0 / 255.0;

/// Colors found so far of a color function, kept until the function changes. VTK searches all nodes for each
/// color, and ParaView's maps have up to 256 nodes. While a user shapes the opacity function, each frame asks
/// for the same colors.
struct KnownColors
{
  std::vector<double> Key;                                 ///< all numbers that determine the colors
  std::unordered_map<double, std::array<double, 3>> Of[2]; ///< colors of the continuous map, and of its bands
  bool HasBands = false;                                   ///< IsBandVisible is known
  std::vector<bool> IsBandVisible;
  vtkSmartPointer<vtkColorTransferFunction> Table; ///< replaces a slow function

  /// The colors of `function`, among the functions that this thread has used recently.
  static std::shared_ptr<KnownColors> Find(vtkColorTransferFunction* function)
  {
    thread_local std::array<std::shared_ptr<KnownColors>, 8> last;
    std::vector<double> key = KeyOf(function);
    auto known =
      std::find_if(last.begin(), last.end(), [&key](const auto& one) { return one && one->Key == key; });
    if (known == last.end())
    {
      known = std::prev(last.end());
      *known = std::make_shared<KnownColors>();
      (*known)->Key = std::move(key);
    }
    std::rotate(last.begin(), known, std::next(known));
    return last.front();
  }

  /// The key ignores modification times: during some drags, ParaView sets a map's points again in each frame.
  static std::vector<double> KeyOf(vtkColorTransferFunction* function)
  {
    std::vector<double> key{ double(function->GetColorSpace()), double(function->GetHSVWrap()),
      double(function->GetScale()), double(function->GetClamping()), double(function->GetIndexedLookup()),
      double(function->GetUseBelowRangeColor()), double(function->GetUseAboveRangeColor()) };
    key.insert(key.end(), function->GetBelowRangeColor(), function->GetBelowRangeColor() + 3);
    key.insert(key.end(), function->GetAboveRangeColor(), function->GetAboveRangeColor() + 3);
    key.insert(key.end(), function->GetNanColor(), function->GetNanColor() + 3);
    key.insert(key.end(), function->GetRange(), function->GetRange() + 2);
    if (auto* const bands = vtkDiscretizableColorTransferFunction::SafeDownCast(function))
    {
      key.insert(key.end(),
        { double(bands->GetDiscretize()), double(bands->GetNumberOfValues()),
          double(bands->GetUseLogScale()) });
    }
    for (int i = 0; i < function->GetSize(); ++i)
    {
      double node[6];
      function->GetNodeValue(i, node);
      key.insert(key.end(), node, node + 6);
    }
    return key;
  }

  template <class Ask>
  const std::array<double, 3>& At(double x, bool ofBand, const Ask& ask)
  {
    auto& known = this->Of[ofBand ? 1 : 0];
    if (known.size() >= 1 << 16)
    {
      known.clear();
    }
    const auto [place, isNew] = known.try_emplace(x);
    if (isNew)
    {
      ask(place->second.data());
    }
    return place->second;
  }
};

/// The functions of a volume property, evaluated as VTK does.
class PropertyFunctions : public SampledFunction
{
public:
  PropertyFunctions(vtkVolumeProperty* property, const RayCastBridge::FunctionUse& use)
    : Opacity(use.Opacities ? OpacityScale::Usable(property->GetScalarOpacity(0)) : nullptr)
    , OverUnitDistance(use.OverUnitDistance)
  {
    if (use.Colors && property->GetColorChannels(0) == 1)
    {
      this->Gray = property->GetGrayTransferFunction(0);
      this->AddNodes(this->Gray);
    }
    else if (use.Colors)
    {
      this->Color = property->GetRGBTransferFunction(0);
      this->Known = KnownColors::Find(this->Color);
      this->AddColorNodes();
      this->TabulateSlowColors();
    }
    if (this->Opacity)
    {
      this->AddNodes(this->Opacity);
    }
    std::sort(this->Nodes.begin(), this->Nodes.end());
    this->Nodes.erase(std::unique(this->Nodes.begin(), this->Nodes.end()), this->Nodes.end());
    for (double x : this->Nodes)
    {
      this->MaximumOpacity = std::max(this->MaximumOpacity, this->GetOpacity(x));
    }
  }

  Sample operator()(double x) const override
  {
    Sample s{ 0, 0, 0, this->GetOpacity(x) };
    if (!this->Gray && !this->Color)
    {
      return s;
    }
    if (this->Gray)
    {
      s[0] = s[1] = s[2] = VtkCompat::ValueOf(this->Gray, x);
    }
    else if (!this->IndexedColors.empty())
    {
      const auto after = std::upper_bound(this->IndexedColors.begin(), this->IndexedColors.end(), x,
        [](double value, const auto& band) { return value < band.first; });
      const auto& band = after == this->IndexedColors.begin() ? *after : *std::prev(after);
      std::copy(band.second.begin(), band.second.end(), s.begin());
    }
    else
    {
      const bool ofBand = this->IsInBand(x);
      const auto& rgb = this->Known->At(x, ofBand, [this, x, ofBand](double* color) {
        ofBand ? this->Color->GetColor(x, color) : this->Color->vtkColorTransferFunction::GetColor(x, color);
      });
      std::copy(rgb.begin(), rgb.end(), s.begin());
    }
    for (double& channel : s)
    {
      channel = std::isfinite(channel) ? channel : 0.0;
    }
    return s;
  }

  /// Add the colors of single values, if the function is categorical.
  void AddCategories(inkray::TransferFunction& function) const
  {
    function.isCategorical = this->Color && this->Color->GetIndexedLookup();
    if (!function.isCategorical)
    {
      return;
    }
    const auto channel = [](double c) { return static_cast<float>(std::isfinite(c) ? c : 0.0); };
    for (const auto& [x, rgb] : this->Categories)
    {
      function.categories.push_back({ x, channel(rgb[0]), channel(rgb[1]), channel(rgb[2]) });
    }
    double other[3];
    this->Color->GetNanColor(other);
    std::transform(other, other + 3, function.otherColor, channel);
  }

  std::size_t NumberOfBands = 0; // kept bands

private:
  double GetOpacity(double x) const
  {
    const double opacity = this->Opacity ? VtkCompat::ValueOf(this->Opacity, x) : 1.0;
    return this->OverUnitDistance ? RayCastBridge::AttenuationOf(opacity, true) : opacity;
  }

  void AddNode(double x)
  {
    if (std::isfinite(x))
    {
      this->Nodes.push_back(x);
    }
  }

  void AddNodes(vtkPiecewiseFunction* function)
  {
    double node[4], last[4] = { 0, 0, 0, 0 }; // scalar, value, midpoint, sharpness
    for (int i = 0; i < function->GetSize(); ++i)
    {
      function->GetNodeValue(i, node);
      this->AddNode(node[0]);
      this->AddStep(i > 0, last[0], node[0], last[2], last[3], function->GetUseLogScale());
      std::copy_n(node, 4, last);
    }
  }

  void AddColorNodes()
  {
    auto* discretizable = vtkDiscretizableColorTransferFunction::SafeDownCast(this->Color);
    if (this->Color->GetIndexedLookup())
    {
      this->AddIndexedColors();
    }
    if (!this->IndexedColors.empty())
    {
      return;
    }
    const bool logarithmic = this->Color->GetScale() == VTK_CTF_LOG10 && this->Color->GetRange()[0] > 0;
    double node[6], last[6] = { 0, 0, 0, 0, 0, 0 }; // scalar, red, green, blue, midpoint, sharpness
    for (int i = 0; i < this->Color->GetSize(); ++i)
    {
      this->Color->GetNodeValue(i, node);
      this->AddNode(node[0]);
      this->AddStep(i > 0, last[0], node[0], last[4], last[5], logarithmic);
      std::copy_n(node, 6, last);
    }

    if (!discretizable || !discretizable->GetDiscretize() || this->Color->GetIndexedLookup())
    {
      return;
    }
    const vtkIdType n = discretizable->GetNumberOfValues();
    std::copy_n(this->Color->GetRange(), 2, this->BandRange);
    this->HasLogBands = discretizable->GetUseLogScale() && this->BandRange[0] > 0;
    if (!this->Known->HasBands)
    {
      this->Known->IsBandVisible = this->FindVisibleBands(n);
      this->Known->HasBands = true;
    }
    this->IsBandVisible = this->Known->IsBandVisible;
    for (vtkIdType i = 1; i < n && !this->IsBandVisible.empty(); ++i)
    {
      if (this->IsBandVisible[i - 1] || this->IsBandVisible[i])
      {
        this->AddNode(this->GetBandEdge(i, n));
        ++this->NumberOfBands;
      }
    }
  }

  /// For each of n bands, whether it visibly differs from the continuous map; empty if no band differs.
  std::vector<bool> FindVisibleBands(vtkIdType n) const
  {
    // A band differs most from a continuous map at the band's ends, and from a stepped map at the step,
    // anywhere.
    const bool isSlow = this->Color->GetColorSpace() == VTK_CTF_LAB_CIEDE2000;
    const bool areMany = n >= ManyBands;
    std::vector<bool> isVisible(n, false);
    // VTK takes milliseconds for a color of a slow function: a few samples suffice.
    const vtkIdType step = isSlow ? std::max<vtkIdType>(1, n / 16) : 1;
    std::vector<double> table(3 * n);
    for (const double t : { 0.001, 0.25, 0.5, 0.75, 0.999 })
    {
      const auto place = [this, t, n](vtkIdType i) {
        const double from = this->GetBandEdge(i, n);
        return from + t * (this->GetBandEdge(i + 1, n) - from);
      };
      const bool areEven = step == 1 && !this->HasLogBands && n > 1; // then one pass over the nodes suffices
      if (areEven)
      {
        this->Color->vtkColorTransferFunction::GetTable(
          place(0), place(n - 1), static_cast<int>(n), table.data());
      }
      for (vtkIdType i = 0; i < n; i += step)
      {
        double is[3], smooth[3];
        this->Color->GetColor(place(i), is);
        areEven ? static_cast<void>(std::copy_n(&table[3 * i], 3, smooth))
                : this->Color->vtkColorTransferFunction::GetColor(place(i), smooth);
        for (int c = 0; c < 3; ++c)
        {
          isVisible[i] = isVisible[i] || std::abs(is[c] - smooth[c]) > (areMany ? VisibleStep : VisibleBand);
        }
      }
    }
    if (std::find(isVisible.begin(), isVisible.end(), true) == isVisible.end())
    {
      return {};
    }
    if (!areMany || isSlow)
    {
      isVisible.assign(n, true);
    }
    return isVisible;
  }

  double GetBandEdge(vtkIdType i, vtkIdType n) const
  {
    const double t = static_cast<double>(i) / static_cast<double>(n);
    const double* const range = this->BandRange;
    return this->HasLogBands ? range[0] * std::pow(range[1] / range[0], t)
                             : range[0] + t * (range[1] - range[0]);
  }

  /// Whether the scalar lies in a kept band. Scalars beyond the range are in the first or last band.
  bool IsInBand(double x) const
  {
    if (this->IsBandVisible.empty())
    {
      return false;
    }
    const double* const range = this->BandRange;
    const double t = this->HasLogBands
      ? std::log(std::max(x, range[0]) / range[0]) / std::log(range[1] / range[0])
      : (x - range[0]) / (range[1] - range[0]);
    const auto n = static_cast<double>(this->IsBandVisible.size());
    return t == t && this->IsBandVisible[static_cast<std::size_t>(std::clamp(t * n, 0.0, n - 1))];
  }

  /// Replace a CIEDE2000 map by a table: VTK searches the path between two colors anew for each single color.
  void TabulateSlowColors()
  {
    if (this->Color->GetColorSpace() != VTK_CTF_LAB_CIEDE2000 || this->Color->GetSize() < 2 ||
      !this->IndexedColors.empty() || !this->IsBandVisible.empty())
    {
      return;
    }
    if (!this->Known->Table)
    {
      this->Known->Table = this->MakeTable();
    }
    this->Color = this->Known->Table;
    this->Slow = std::move(this->Known); // holds the table
    this->Known = KnownColors::Find(this->Color);
  }

  vtkSmartPointer<vtkColorTransferFunction> MakeTable() const
  {
    auto made = vtkSmartPointer<vtkColorTransferFunction>::New();
    constexpr int n = 257;
    const bool logarithmic = this->Color->GetScale() == VTK_CTF_LOG10 && this->Color->GetRange()[0] > 0;
    std::vector<double> points, table(3 * n);
    for (int i = 0; i + 1 < this->Color->GetSize(); ++i)
    {
      double from[6], to[6];
      this->Color->GetNodeValue(i, from);
      this->Color->GetNodeValue(i + 1, to);
      this->Color->GetTable(from[0], to[0], n, table.data());
      for (int k = i == 0 ? 0 : 1; k < n && to[0] > from[0]; ++k)
      {
        const double t = static_cast<double>(k) / (n - 1);
        const double x =
          logarithmic ? from[0] * std::pow(to[0] / from[0], t) : from[0] + t * (to[0] - from[0]);
        points.insert(points.end(), { x, table[3 * k], table[3 * k + 1], table[3 * k + 2] });
      }
    }
    made->FillFromDataPointer(static_cast<int>(points.size() / 4), points.data());
    made->SetClamping(this->Color->GetClamping());
    made->SetUseBelowRangeColor(this->Color->GetUseBelowRangeColor());
    made->SetBelowRangeColor(this->Color->GetBelowRangeColor());
    made->SetUseAboveRangeColor(this->Color->GetUseAboveRangeColor());
    made->SetAboveRangeColor(this->Color->GetAboveRangeColor());
    return made;
  }

  /// Add a node for a jump: a sharpness of 1 makes the function jump at the midpoint.
  void AddStep(bool interval, double from, double to, double midpoint, double sharpness, bool logarithmic)
  {
    if (interval && sharpness > 0.99 && std::isfinite(from) && std::isfinite(to))
    {
      const double m = std::clamp(midpoint, 0.00001, 0.99999);
      this->AddNode(logarithmic && from > 0 ? from * std::pow(to / from, m) : from + m * (to - from));
    }
  }

  /// Add the annotated values that are numbers, in order; each color extends half way to the next.
  void AddIndexedColors()
  {
    std::vector<std::pair<double, std::array<double, 3>>> values;
    for (vtkIdType i = 0; i < this->Color->GetNumberOfAnnotatedValues(); ++i)
    {
      bool numeric = false;
      const double x = this->Color->GetAnnotatedValue(i).ToDouble(&numeric);
      if (numeric && std::isfinite(x))
      {
        std::array<double, 3> rgb;
        this->Color->GetColor(x, rgb.data()); // includes ParaView's lists of indexed colors
        values.emplace_back(x, rgb);
      }
    }
    std::sort(values.begin(), values.end());
    this->Categories = values;
    for (std::size_t i = 0; i < values.size(); ++i)
    {
      const double from = i == 0 ? values[0].first : 0.5 * (values[i - 1].first + values[i].first);
      this->IndexedColors.emplace_back(from, values[i].second);
      this->AddNode(from);
    }
  }

  vtkColorTransferFunction* Color = nullptr;
  std::shared_ptr<KnownColors> Known, Slow; // colors of Color, and of the slow function that Color replaces
  vtkPiecewiseFunction* Gray = nullptr;
  vtkSmartPointer<vtkPiecewiseFunction> Opacity;
  bool OverUnitDistance;
  std::vector<bool> IsBandVisible; // empty: no band is visible
  double BandRange[2] = { 0, 1 };
  bool HasLogBands = false;
  std::vector<std::pair<double, std::array<double, 3>>> IndexedColors; // a color holds from its scalar on
  std::vector<std::pair<double, std::array<double, 3>>> Categories;
};

/// More knots take too much time while a user drags the function.
constexpr std::size_t MaximumFineKnots = 4096;

} // namespace

namespace RayCastBridge
{

inkray::TransferFunction MakeTransferFunction(vtkVolumeProperty* property, std::string& message,
  const FunctionUse& use, double tolerance, std::size_t maxKnots)
{
  message.clear();
  const PropertyFunctions functions(property, use);
  maxKnots += 4 * functions.NumberOfBands;
  double unitDistance = property->GetScalarOpacityUnitDistance(0);
  if (!(unitDistance > 0) || !std::isfinite(unitDistance))
  {
    message = "The scalar opacity unit distance is not a positive number; 1 is used.";
    unitDistance = 1;
  }

  inkray::TransferFunction out;
  functions.AddCategories(out);
  out.upperEnds = functions.FindUpperEnds();
  if (functions.Nodes.empty())
  {
    message = "The color and opacity functions have no points, so nothing can be seen; add points or "
              "rescale them to the data range.";
    out.knots.push_back({ 0.0, 0.0f, 0.0f, 0.0f, 0.0f });
    return out;
  }

  if (functions.Nodes.size() == 1)
  {
    message = "The color and opacity functions have a single point: the whole volume has one color and one "
              "opacity.";
  }

  if (use.Opacities)
  {
    const std::string problem = OpacityScale::GetProblem(property->GetScalarOpacity(0));
    message = problem.empty() ? message : problem;
  }

  const double perLength = use.Opacity / (use.PerLength ? unitDistance : 1.0);
  const auto toKnots = [perLength](const std::vector<Knot>& knots) {
    std::vector<inkray::TransferFunctionKnot> made;
    for (const Knot& k : knots)
    {
      // If several knots have one scalar, the first and the last form the jump.
      const std::size_t n = made.size();
      if (n >= 2 && made[n - 1].scalar == k.scalar && made[n - 2].scalar == k.scalar)
      {
        made.pop_back();
      }
      const auto channel = [&k](int c) { return static_cast<float>(k.value[c]); };
      made.push_back({ k.scalar, channel(0), channel(1), channel(2),
        std::max(0.0f, channel(3)) * static_cast<float>(perLength) });
    }
    return made;
  };
  std::vector<Knot> knots = functions.FindKnots(tolerance / 16);
  if (knots.size() <= MaximumFineKnots)
  {
    out.fineKnots = toKnots(knots);
  }
  knots = inkray::withFewerKnots(knots, tolerance);
  while (knots.size() > maxKnots && tolerance < 0.5)
  {
    tolerance *= 2;
    knots = inkray::withFewerKnots(functions.FindKnots(tolerance / 16), tolerance);
  }
  out.knots = toKnots(knots);
  return out;
}

} // namespace RayCastBridge
