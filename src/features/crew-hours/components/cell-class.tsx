import { ClassificationPart } from '@/entities/classification/classification-part';
import type { CostCodeOption } from '@/entities/cost-code/cost-codes-query';
import { employeeName } from '@/entities/employee/employees-query';
import type { CrewDay, CrewPerson } from '@/features/crew-hours/api/queries';
import { storedCell } from '@/features/crew-hours/matrix';

interface CellClassProps {
  day: CrewDay;
  person: CrewPerson;
  code: CostCodeOption;
  /** What was chosen here and is not saved yet. */
  chosen: string | null;
  onChoose: (classificationId: string | null) => void;
}

/** The class of work of a cell with hours, on public projects. */
export function CellClass({ day, person, code, chosen, onChoose }: CellClassProps) {
  return (
    <ClassificationPart
      part="cell"
      label={`${employeeName(person)}, ${code.code} ${code.name}`}
      projectId={day.projectId}
      costCodeId={code.id}
      employeeId={person.employee_id}
      date={day.date}
      stored={storedCell(person, code.id)?.classification_id ?? null}
      value={chosen}
      onValueChange={onChoose}
    />
  );
}
