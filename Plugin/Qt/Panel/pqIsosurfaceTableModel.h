// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqIsosurfaceTableModel_h
#define pqIsosurfaceTableModel_h

#include <QAbstractTableModel>
#include <QColor>
#include <QVariantList>

#include <array>
#include <vector>

/// Isosurfaces as a table of Qt: value, opacity, color and visibility. A row has seven numbers,
/// as in vtkIsovalueList. The server manager checks them. Numbers are displayed in ParaView's
/// format and edited with all digits.
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

  /// The seven numbers of each row, one row after the other. Setting them does not emit edited().
  QVariantList numbers() const;
  void setNumbers(const QVariantList& numbers);

  double value(int row) const { return this->Rows[row][0]; }
  void setValue(int row, double value);

  /// A value for a new row: the middle of the largest gap between values of rows and the ends of a range. If
  /// there is no gap, a value above all other values.
  double newValue(double low, double high) const;

  QColor color(int row) const; ///< invalid: colored by the data
  void setColor(int row, const QColor& color);

  /// Insert new rows before row `at`. They are visible, opaque, and colored by the data.
  void insert(int at, const std::vector<double>& values);
  void remove(std::vector<int> rows);
  void scale(double factor); ///< multiplies all values
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
  void edited(); ///< by the user, not by setNumbers

private:
  Q_DISABLE_COPY(pqIsosurfaceTableModel)

  using Row = std::array<double, 7>;

  void rowsHaveChanged(int first, int last);

  std::vector<Row> Rows;
};

#endif
