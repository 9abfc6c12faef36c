// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqDisplayPaste_h
#define pqDisplayPaste_h

#include <QObject>
#include <QPointer>

#include <string>
#include <vector>

class pqPropertiesPanel;
class pqRepresentation;

/// Keeps the unit distance of opacity of a display when the user pastes the properties of another display in
/// the panel. The distance fits the size of one data set only.
class pqDisplayPaste : public QObject
{
  Q_OBJECT

public:
  explicit pqDisplayPaste(pqPropertiesPanel* panel);
  ~pqDisplayPaste() override;

private Q_SLOTS:
  void remember(); ///< before pasting
  void restore();  ///< after pasting

private:
  Q_DISABLE_COPY(pqDisplayPaste)

  QPointer<pqRepresentation> Display;
  std::vector<double> UnitDistance;
  std::string Type; // of representation, before pasting
};

#endif
