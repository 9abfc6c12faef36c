// SPDX-License-Identifier: BSD-3-Clause
#include "pqIsosurfaceTableModel.h"

#include "pqCompat.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <numeric>

pqIsosurfaceTableModel::pqIsosurfaceTableModel(QObject* parentObject)
  : Superclass(parentObject)
{
}

pqIsosurfaceTableModel::~pqIsosurfaceTableModel() = default;

QVariantList pqIsosurfaceTableModel::numbers() const
{
  QVariantList all;
  for (const Row& row : this->Rows)
  {
    for (double number : row)
    {
      all.push_back(number);
    }
  }
  return all;
}

void pqIsosurfaceTableModel::setNumbers(const QVariantList& numbers)
{
  // Change rows in place, so that remaining rows stay selected.
  const int size = static_cast<int>(std::tuple_size<Row>::value);
  const int before = this->rowCount(), number = numbers.size() / size;
  if (number < before)
  {
    this->beginRemoveRows(QModelIndex(), number, before - 1);
    this->Rows.resize(number);
    this->endRemoveRows();
  }
  else if (number > before)
  {
    this->beginInsertRows(QModelIndex(), before, number - 1);
    this->Rows.resize(number, Row{});
    this->endInsertRows();
  }
  for (int i = 0; i < number; ++i)
  {
    Row row;
    std::transform(numbers.begin() + i * size, numbers.begin() + (i + 1) * size, row.begin(),
      [](const QVariant& entry) { return entry.toDouble(); });
    if (row != this->Rows[i])
    {
      this->Rows[i] = row;
      this->rowsHaveChanged(i, i);
    }
  }
}

void pqIsosurfaceTableModel::rowsHaveChanged(int first, int last)
{
  Q_EMIT this->dataChanged(this->index(first, 0), this->index(last, NUMBER_OF_COLUMNS - 1));
}

void pqIsosurfaceTableModel::setValue(int row, double value)
{
  if (this->Rows[row][0] != value)
  {
    this->Rows[row][0] = value;
    this->rowsHaveChanged(row, row);
    Q_EMIT this->edited();
  }
}

double pqIsosurfaceTableModel::newValue(double low, double high) const
{
  std::vector<double> taken{ low, high };
  for (const Row& row : this->Rows)
  {
    taken.push_back(row[0]);
  }
  const double beyond = *std::max_element(taken.begin(), taken.end()) + 1;
  taken.erase(std::remove_if(taken.begin(), taken.end(),
                [low, high](double value) { return !(value >= low && value <= high); }),
    taken.end());
  std::sort(taken.begin(), taken.end());
  double middle = beyond, largest = 0;
  for (std::size_t i = 1; i < taken.size(); ++i)
  {
    const double between = 0.5 * taken[i - 1] + 0.5 * taken[i];
    if (taken[i] - taken[i - 1] > largest && between > taken[i - 1] && between < taken[i])
    {
      largest = taken[i] - taken[i - 1];
      middle = between;
    }
  }
  return middle;
}

QColor pqIsosurfaceTableModel::color(int row) const
{
  const Row& found = this->Rows[row];
  return found[3] != 0 ? QColor::fromRgbF(found[4], found[5], found[6]) : QColor();
}

void pqIsosurfaceTableModel::setColor(int row, const QColor& color)
{
  if (color != this->color(row))
  {
    Row& changed = this->Rows[row];
    changed[3] = color.isValid() ? 1 : 0;
    changed[4] = color.isValid() ? color.redF() : 1;
    changed[5] = color.isValid() ? color.greenF() : 1;
    changed[6] = color.isValid() ? color.blueF() : 1;
    this->rowsHaveChanged(row, row);
    Q_EMIT this->edited();
  }
}

void pqIsosurfaceTableModel::insert(int at, const std::vector<double>& values)
{
  if (values.empty())
  {
    return;
  }
  this->beginInsertRows(QModelIndex(), at, at + static_cast<int>(values.size()) - 1);
  std::vector<Row> rows;
  rows.reserve(values.size());
  for (double value : values)
  {
    rows.push_back({ value, 1, 1, 0, 1, 1, 1 });
  }
  this->Rows.insert(this->Rows.begin() + at, rows.begin(), rows.end());
  this->endInsertRows();
  Q_EMIT this->edited();
}

void pqIsosurfaceTableModel::remove(std::vector<int> rows)
{
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (auto row = rows.rbegin(); row != rows.rend(); ++row)
  {
    this->beginRemoveRows(QModelIndex(), *row, *row);
    this->Rows.erase(this->Rows.begin() + *row);
    this->endRemoveRows();
  }
  if (!rows.empty())
  {
    Q_EMIT this->edited();
  }
}

bool pqIsosurfaceTableModel::removeRows(int row, int count, const QModelIndex&)
{
  std::vector<int> rows(std::max(0, count));
  std::iota(rows.begin(), rows.end(), row);
  this->remove(rows);
  return true;
}

void pqIsosurfaceTableModel::scale(double factor)
{
  if (!this->Rows.empty())
  {
    for (Row& row : this->Rows)
    {
      row[0] *= factor;
    }
    this->rowsHaveChanged(0, this->rowCount() - 1);
    Q_EMIT this->edited();
  }
}

int pqIsosurfaceTableModel::rowCount(const QModelIndex& parentIndex) const
{
  return parentIndex.isValid() ? 0 : static_cast<int>(this->Rows.size());
}

int pqIsosurfaceTableModel::columnCount(const QModelIndex& parentIndex) const
{
  return parentIndex.isValid() ? 0 : NUMBER_OF_COLUMNS;
}

Qt::ItemFlags pqIsosurfaceTableModel::flags(const QModelIndex& cell) const
{
  const Qt::ItemFlags all = this->Superclass::flags(cell);
  return cell.column() == VISIBLE ? all | Qt::ItemIsUserCheckable
    : cell.column() == COLOR      ? all
                                  : all | Qt::ItemIsEditable;
}

QVariant pqIsosurfaceTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
  if (orientation == Qt::Horizontal && section >= 0 && section < NUMBER_OF_COLUMNS)
  {
    static const char* const names[NUMBER_OF_COLUMNS] = { "Value", "Opacity", "Color", "Visible" };
    static const char* const tips[NUMBER_OF_COLUMNS] = {
      "The isovalue, in the unit of the array. Click to sort by it.",
      "The opacity, 0 to 1, multiplied by Opacity. Click to sort by it.",
      "The color of the surface. Double-click to choose one; By Data in the context menu removes it.",
      "Shows or hides the surface. Click to sort by it."
    };
    if (role == Qt::DisplayRole)
    {
      return QString(names[section]);
    }
    if (role == Qt::ToolTipRole)
    {
      return QString(tips[section]);
    }
  }
  return this->Superclass::headerData(section, orientation, role);
}

QVariant pqIsosurfaceTableModel::data(const QModelIndex& cell, int role) const
{
  if (!cell.isValid() || cell.row() >= this->rowCount())
  {
    return QVariant();
  }
  const Row& row = this->Rows[cell.row()];
  switch (cell.column())
  {
    case VALUE:
    case OPACITY:
      if (role == Qt::DisplayRole)
      {
        return pqCompat::Shown(row[cell.column()]);
      }
      if (role == Qt::EditRole || role == Qt::ToolTipRole)
      {
        return QString::number(row[cell.column()], 'g', QLocale::FloatingPointShortest);
      }
      break;
    case COLOR:
    {
      const QColor own = this->color(cell.row());
      if (role == Qt::DisplayRole)
      {
        return own.isValid() ? own.name() : QString("By Data");
      }
      if (role == Qt::DecorationRole && own.isValid())
      {
        return own;
      }
      if (role == Qt::ToolTipRole)
      {
        return this->headerData(COLOR, Qt::Horizontal, role);
      }
      break;
    }
    case VISIBLE:
      if (role == Qt::CheckStateRole)
      {
        return row[2] != 0 ? Qt::Checked : Qt::Unchecked;
      }
      break;
    default:
      break;
  }
  return QVariant();
}

bool pqIsosurfaceTableModel::setData(const QModelIndex& cell, const QVariant& entry, int role)
{
  if (!cell.isValid() || cell.row() >= this->rowCount())
  {
    return false;
  }
  double* number = nullptr;
  double to = 0;
  bool isNumber = true;
  if (cell.column() == VISIBLE && role == Qt::CheckStateRole)
  {
    number = &this->Rows[cell.row()][2];
    to = entry.toInt() == Qt::Checked ? 1 : 0;
  }
  else if ((cell.column() == VALUE || cell.column() == OPACITY) && role == Qt::EditRole)
  {
    number = &this->Rows[cell.row()][cell.column()];
    to = entry.toDouble(&isNumber);
    isNumber = isNumber && std::isfinite(to) && (cell.column() == VALUE || (to >= 0 && to <= 1));
  }
  if (!number || !isNumber || *number == to)
  {
    return false;
  }
  *number = to;
  this->rowsHaveChanged(cell.row(), cell.row());
  Q_EMIT this->edited();
  return true;
}

void pqIsosurfaceTableModel::sort(int column, Qt::SortOrder order)
{
  const auto key = [column](const Row& row) {
    return column == VALUE ? row[0] : column == OPACITY ? row[1] : column == COLOR ? row[3] : row[2];
  };
  std::vector<int> from(this->Rows.size());
  std::iota(from.begin(), from.end(), 0);
  std::stable_sort(from.begin(), from.end(), [&](int a, int b) {
    const double first = key(this->Rows[a]), second = key(this->Rows[b]);
    return order == Qt::AscendingOrder ? first < second : second < first;
  });
  if (std::is_sorted(from.begin(), from.end()))
  {
    return;
  }
  // Move the selection together with its rows.
  Q_EMIT this->layoutAboutToBeChanged();
  std::vector<Row> sorted;
  sorted.reserve(from.size());
  for (int row : from)
  {
    sorted.push_back(this->Rows[row]);
  }
  for (const QModelIndex& before : this->persistentIndexList())
  {
    const auto to = std::find(from.begin(), from.end(), before.row()) - from.begin();
    this->changePersistentIndex(before, this->index(static_cast<int>(to), before.column()));
  }
  this->Rows = sorted;
  Q_EMIT this->layoutChanged();
  Q_EMIT this->edited();
}
