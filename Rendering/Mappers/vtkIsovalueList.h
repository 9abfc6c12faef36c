// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsovalueList
 * @brief   isosurfaces as the rows of a table: each has a value, an opacity, a color and a visibility
 *
 * A row owns its entries: a deleted row takes its opacity with it. The list does not depend on the kind of
 * the data. As seven numbers, a row is
 * - its isovalue, in the unit of the data,
 * - its opacity, 0 to 1,
 * - 1 if it is visible, else 0,
 * - 1 if it has a color of its own, or 0 if the mapper's settings color it,
 * - its own color: red, green and blue, 0 to 1 each.
 */
#ifndef vtkIsovalueList_h
#define vtkIsovalueList_h

#include "InKRayRenderingModule.h"
#include "vtkObject.h"

#include <array>  // for std::array
#include <string> // for std::string
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
   * makes it shorter (or longer, with zeros), GenerateValues spreads them evenly over a range. The list is
   * empty at first. GetValue clamps its index to the list and returns 0 for an empty one. Of equal values the
   * first is drawn. A new row is visible, opaque, and has no color of its own.
   */
  void SetValue(int i, double value);
  double GetValue(int i) const;
  void SetNumberOfContours(int number);
  int GetNumberOfContours() const { return static_cast<int>(this->Rows.size()); }
  void GenerateValues(int number, double range[2]) { this->GenerateValues(number, range[0], range[1]); }
  void GenerateValues(int number, double rangeStart, double rangeEnd);
  ///@}

  ///@{
  /**
   * The share of the light from behind that the surface of row i hides, at any angle; clamped to 0 to 1.
   * Default 1. Setting an entry of a row that does not exist is an error, here and below.
   */
  void SetOpacity(int i, double opacity);
  double GetOpacity(int i) const;
  ///@}

  ///@{
  /**
   * The own color of the surface of row i, which overrides other colors; SetOwnColor switches it off or on. A
   * row without an own color has white.
   */
  void SetColor(int i, double red, double green, double blue);
  void SetColor(int i, const double color[3]) { this->SetColor(i, color[0], color[1], color[2]); }
  void GetColor(int i, double color[3]) const;
  void SetOwnColor(int i, bool own);
  bool GetOwnColor(int i) const;
  ///@}

  ///@{
  /**
   * Whether the surface of row i is drawn. Default true.
   */
  void SetVisibility(int i, bool visible);
  bool GetVisibility(int i) const;
  ///@}

  static constexpr int NUMBERS_PER_ROW = 7;

  ///@{
  /**
   * Access a whole row. SetRow makes the list longer as needed.
   */
  void SetRow(int i, double value, double opacity, double visible, double ownColor, double red, double green,
    double blue);
  void GetRow(int i, double row[7]) const;
  ///@}

  /**
   * Find a problem with numbers that are to be rows, one after the other; empty if there is none. The
   * sentence names the allowed values.
   */
  static std::string FindProblem(const std::vector<double>& rows);

  /**
   * Whether any of the isovalues has a surface in values of this range. A surface is where values rise to its
   * isovalue from below, so the least value has none.
   */
  static bool HasSurface(const std::vector<double>& isovalues, const double range[2]);

  /**
   * The reason why one or more isovalues have no surface in values of this range, or why one at the greatest
   * value may show none; empty if there is a surface. `of` names the array as " of the array 'name'", or is
   * empty.
   */
  static std::string WhyNoSurface(
    const std::vector<double>& isovalues, const double range[2], const std::string& of);

protected:
  vtkIsovalueList();
  ~vtkIsovalueList() override;

private:
  vtkIsovalueList(const vtkIsovalueList&) = delete;
  void operator=(const vtkIsovalueList&) = delete;

  struct Row
  {
    double Value = 0;
    double Opacity = 1;
    bool Visible = true;
    bool OwnColor = false;
    std::array<double, 3> Color = { 1, 1, 1 };
  };

  bool Has(int i) const { return i >= 0 && i < this->GetNumberOfContours(); }
  /// The row to change; null, with an error, if it does not exist.
  Row* Find(int i);
  /// Change an entry of a row, and call Modified() if its value changes.
  template <class T>
  void Assign(T& entry, const T& value);

  std::vector<Row> Rows;
};

#endif
