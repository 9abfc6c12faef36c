// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqDisplayPaste_h
#define pqDisplayPaste_h

#include <QObject>
#include <QPointer>

#include <string>
#include <vector>

class pqPropertiesPanel;
class pqRepresentation;

/// Keeps a display's own unit distance of opacity when another display's properties are pasted onto it in the
/// panel: it is a length that fits the size of one data set.
class pqDisplayPaste : public QObject
{
  Q_OBJECT

public:
  explicit pqDisplayPaste(pqPropertiesPanel* panel);
  ~pqDisplayPaste() override;

private Q_SLOTS:
  void remember(); ///< before it is pasted
  void restore();  ///< after

private:
  Q_DISABLE_COPY(pqDisplayPaste)

  QPointer<pqRepresentation> Display;
  std::vector<double> UnitDistance;
  std::string Type; // of representation, before pasting
};

#endif
