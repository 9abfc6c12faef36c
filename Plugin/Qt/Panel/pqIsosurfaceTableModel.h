// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqIsosurfaceTableModel_h
#define pqIsosurfaceTableModel_h

#include <QAbstractTableModel>
#include <QColor>
#include <QVariantList>

#include <array>
#include <vector>

/// Isosurfaces as a table of Qt: value, opacity, colour, and whether it is visible. A row is seven numbers,
/// as in vtkIsovalueList; whether they make sense is for the server manager to say. Numbers are shown as
/// ParaView shows numbers, and edited with all their digits.
class pqIsosurfaceTableModel : public QAbstractTableModel
{
  Q_OBJECT
  typedef QAbstractTableModel Superclass;

public:
  enum Column
  {
    VALUE,
    OPACITY,
    COLOR,
    VISIBLE,
    NUMBER_OF_COLUMNS
  };

  explicit pqIsosurfaceTableModel(QObject* parent = nullptr);
  ~pqIsosurfaceTableModel() override;

  /// The seven numbers of each row, one row after the other. To set them emits no edited().
  QVariantList numbers() const;
  void setNumbers(const QVariantList& numbers);

  double value(int row) const { return this->Rows[row][0]; }
  void setValue(int row, double value);

  /// A value that no row has: the middle of the largest gap between those of the rows and the ends of a range
  /// or, where there is no gap, one beyond the greatest.
  double newValue(double low, double high) const;

  QColor color(int row) const; ///< invalid: coloured as the data are
  void setColor(int row, const QColor& color);

  /// Insert new rows, visible, opaque and coloured as the data are, before row `at`.
  void insert(int at, const std::vector<double>& values);
  void remove(std::vector<int> rows);
  void scale(double factor); ///< all values
  void clear() { this->removeRows(0, this->rowCount()); }

  int rowCount(const QModelIndex& parent = QModelIndex()) const override;
  int columnCount(const QModelIndex& parent = QModelIndex()) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  bool removeRows(int row, int count, const QModelIndex& parent = QModelIndex()) override;
  void sort(int column, Qt::SortOrder order) override;

Q_SIGNALS:
  void edited(); ///< by a user, not by setNumbers

private:
  Q_DISABLE_COPY(pqIsosurfaceTableModel)

  using Row = std::array<double, 7>;

  void rowsHaveChanged(int first, int last);

  std::vector<Row> Rows;
};

#endif
