// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsovalueList
 * @brief   the isovalues of vtkIsosurfaceRayCastMapper, with an opacity and a colour for each surface
 *
 * Three lists, of values, opacities and colours. Entries at the same place belong together; the lists may
 * have different lengths, because user interfaces set them one after the other. A surface without an opacity
 * is opaque, and one without a colour is white.
 */
#ifndef vtkIsovalueList_h
#define vtkIsovalueList_h

#include "InKRayRenderingModule.h"
#include "vtkObject.h"

#include <array>  // for std::array
#include <vector> // for std::vector

class INKRAYRENDERING_EXPORT vtkIsovalueList : public vtkObject
{
public:
  static vtkIsovalueList* New();
  vtkTypeMacro(vtkIsovalueList, vtkObject);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * The isovalues, as in vtkContourValues: SetValue makes the list longer as needed, SetNumberOfContours
   * makes it shorter (or longer, with zeros), GenerateValues spreads them evenly over a range. None at first.
   * GetValue clamps its index to the list and is 0 for an empty one. Equal values are drawn once.
   */
  void SetValue(int i, double value);
  double GetValue(int i) const;
  void SetNumberOfContours(int number);
  int GetNumberOfContours() const { return static_cast<int>(this->Values.size()); }
  void GenerateValues(int number, double range[2]) { this->GenerateValues(number, range[0], range[1]); }
  void GenerateValues(int number, double rangeStart, double rangeEnd);
  ///@}

  ///@{
  /**
   * How much the surface of isovalue i hides of what is behind it, 0 to 1, whatever the angle.
   */
  void SetOpacity(int i, double opacity);
  double GetOpacity(int i) const;
  void SetNumberOfOpacities(int number);
  int GetNumberOfOpacities() const { return static_cast<int>(this->Opacities.size()); }
  ///@}

  ///@{
  /**
   * The colour of the surface of isovalue i where each surface has one colour of its own
   * (vtkIsosurfaceRayCastSettings::COLOR_SOLID).
   */
  void SetColor(int i, double red, double green, double blue);
  void SetColor(int i, const double color[3]) { this->SetColor(i, color[0], color[1], color[2]); }
  void GetColor(int i, double color[3]) const;
  void SetNumberOfColors(int number);
  int GetNumberOfColors() const { return static_cast<int>(this->Colors.size()); }
  ///@}

protected:
  vtkIsovalueList();
  ~vtkIsovalueList() override;

private:
  vtkIsovalueList(const vtkIsovalueList&) = delete;
  void operator=(const vtkIsovalueList&) = delete;

  /// Change the length of a list, or one entry of it, and Modified() where that is a change.
  template <class T>
  void Resize(std::vector<T>& list, int number, const T& fill);
  template <class T>
  void Assign(std::vector<T>& list, int i, const T& value, const T& fill);

  std::vector<double> Values;
  std::vector<double> Opacities;
  std::vector<std::array<double, 3>> Colors;
};

#endif
