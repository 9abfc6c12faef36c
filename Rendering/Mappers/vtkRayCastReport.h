// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkRayCastReport
 * @brief   report of a ray casting mapper about its last frame, as rows of name, value and unit
 *
 * A row is a number with its unit ("ms", "MiB", "%", "pixels", "data", "world", "data/length", empty for a
 * count) or a text (the device). Each mapper documents the names of its rows. AddReport combines reports of
 * several mappers into one. Only remarks about the picture have several rows of one name.
 */
#ifndef vtkRayCastReport_h
#define vtkRayCastReport_h

#include "InKRayRenderingModule.h"
#include "vtkObject.h"

#include <cstddef> // for std::size_t
#include <string>  // for std::string
#include <vector>  // for std::vector

class INKRAYRENDERING_EXPORT vtkRayCastReport : public vtkObject
{
public:
  static vtkRayCastReport* New();
  vtkTypeMacro(vtkRayCastReport, vtkObject);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * Append a row: a number or a text; a count; a number of bytes, shown in mebibytes; a remark, unless it is
   * there already or there are eight remarks; "drawn by", with the name of the method that draws, or null if
   * nothing is drawn.
   */
  void AddRow(const char* name, double value, const char* unit);
  void AddRow(const char* name, const char* text);
  void AddCount(const char* name, vtkIdType count);
  void AddBytes(const char* name, std::size_t bytes);
  void AddRemark(const char* name, const char* text);
  void AddDrawnBy(const char* name);
  ///@}

  /**
   * Add the rows of another report: milliseconds, mebibytes, per cent and counts to the rows of the same name
   * here. Of rows whose names begin with "smallest" or "largest", the smaller or larger number stays. Other
   * rows of this report stay unchanged, unless they are empty or say that nothing is drawn; rows without a
   * counterpart are appended.
   */
  void AddReport(vtkRayCastReport* other);

  void RemoveAllRows();
  int GetNumberOfRows() const { return static_cast<int>(this->Rows.size()); }

  ///@{
  /**
   * A row by its index, from 0 on: its name, its number (NaN for a text), the number or text as a text, and
   * the unit. For other indices: empty, and NaN.
   */
  const char* GetName(int row) const;
  double GetValue(int row) const;
  const char* GetText(int row) const;
  const char* GetUnit(int row) const;
  ///@}

  ///@{
  /**
   * A row by its name; NaN or empty if there is no such row.
   */
  double GetValue(const char* name) const;
  const char* GetText(const char* name) const;
  ///@}

protected:
  vtkRayCastReport();
  ~vtkRayCastReport() override;

private:
  vtkRayCastReport(const vtkRayCastReport&) = delete;
  void operator=(const vtkRayCastReport&) = delete;

  struct Row
  {
    std::string Name;
    double Value;
    std::string Text;
    std::string Unit;
    bool IsRemark = false;
  };
  const Row& At(int row) const;
  int Find(const std::string& name) const;

  std::vector<Row> Rows;
};

#endif
