import type { CostCodeOption } from '@/entities/cost-code/cost-codes-query';
import { employeeName } from '@/entities/employee/employees-query';
import type { CrewDay, CrewPerson } from '@/features/crew-hours/api/queries';
import { CellClass } from '@/features/crew-hours/components/cell-class';
import { ChangedCells } from '@/features/crew-hours/components/changed-cells';
import { HoursInput } from '@/features/crew-hours/components/hours-input';
import { Outcome, type PersonOutcome } from '@/features/crew-hours/components/outcome';
import {
  type ChosenClasses,
  cellKey,
  hoursText as hours,
  minutesIn,
  sharedText,
  storedCell,
  sumOf,
  type Typed,
  totalOf,
  typedForAll,
} from '@/features/crew-hours/matrix';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

export interface MatrixTableProps {
  day: CrewDay;
  classes: ChosenClasses;
  onChooseClass: (key: string, classificationId: string | null) => void;
  people: readonly CrewPerson[];
  codes: readonly CostCodeOption[];
  typed: Typed;
  onType: (cells: Typed) => void;
  outcomes: ReadonlyMap<string, PersonOutcome>;
  /** Of a cell that somebody else saved meanwhile: theirs, or what was typed here over theirs. */
  onKeepSaved: (key: string) => void;
  onKeepTyped: (key: string, savedMinutes: number) => void;
}

export function MatrixTable({
  day,
  classes,
  onChooseClass,
  people,
  codes,
  typed,
  onType,
  outcomes,
  onKeepSaved,
  onKeepTyped,
}: MatrixTableProps) {
  const { t } = useTranslation('crew-hours');
  const rowTotal = (person: CrewPerson) => totalOf(person, codes, typed);
  const head = 'border-b bg-sunken px-3 py-2 align-bottom font-[550] text-muted text-xs';
  const cell = 'border-b border-l px-3 py-1';
  return (
    <div className="relative overflow-x-auto" data-matrix>
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            <th scope="col" className={cn(head, 'sticky left-0 z-10 min-w-40 text-left')}>
              {t('column.person')}
            </th>
            {codes.map((code) => (
              <th key={code.id} scope="col" className={cn(head, 'min-w-24 border-l text-right')}>
                <span className="block text-foreground">{code.code}</span>
                {code.name}
              </th>
            ))}
            <th scope="col" className={cn(head, 'border-l text-right')}>
              {t('column.total')}
            </th>
            <th scope="col" className={cn(head, 'min-w-56 border-l text-left')}>
              {t('column.outcome')}
            </th>
          </tr>
        </thead>
        <tbody>
          {people.length > 1 && codes.length > 0 && (
            <tr>
              <th
                scope="row"
                className="sticky left-0 z-10 border-b bg-surface px-3 py-2 text-left font-normal text-muted"
              >
                {t('everyone')}
              </th>
              {codes.map((code, column) => (
                <td key={code.id} className={cn(cell, 'px-0! py-0!')}>
                  <HoursInput
                    at={[-1, column]}
                    label={`${t('everyone')}, ${code.code} ${code.name}`}
                    invalid={false}
                    value={sharedText(people, code.id, typed)}
                    onType={(text) => onType(typedForAll(people, code.id, text))}
                  />
                </td>
              ))}
              <td className={cell} />
              <td className={cn(cell, 'text-muted text-xs')}>{t('everyoneHint')}</td>
            </tr>
          )}
          {people.map((person, row) => (
            <tr key={person.employee_id}>
              <th
                scope="row"
                className="sticky left-0 z-10 border-b bg-surface px-3 py-2 text-left font-[550]"
              >
                {employeeName(person)}
                <span className="block font-normal text-muted text-xs">{person.job_title}</span>
              </th>
              {codes.map((code, column) => {
                const key = cellKey(person.employee_id, code.id);
                const own = storedCell(person, code.id)?.own_minutes ?? 0;
                const minutes = minutesIn(person, code.id, typed);
                return (
                  <td key={code.id} className={cn(cell, 'px-0! py-0!', own > 0 && 'bg-sunken')}>
                    <HoursInput
                      at={[row, column]}
                      label={`${employeeName(person)}, ${code.code} ${code.name}`}
                      invalid={Number.isNaN(minutes)}
                      title={own > 0 ? t('own', { hours: hours(own) }) : undefined}
                      value={typed[key] ?? hours(minutes)}
                      onType={(text) => onType({ [key]: text })}
                    />
                    {minutes > 0 && (
                      <CellClass
                        day={day}
                        person={person}
                        code={code}
                        chosen={classes[key] ?? null}
                        onChoose={(id) => onChooseClass(key, id)}
                      />
                    )}
                  </td>
                );
              })}
              <td className={cn(cell, 'tabular text-right font-[650]')}>
                {hours(rowTotal(person)) || '–'}
              </td>
              <td className={cell}>
                <Outcome outcome={outcomes.get(person.employee_id)} />
                <ChangedCells
                  cells={outcomes.get(person.employee_id)?.changed ?? []}
                  codes={codes}
                  onKeepSaved={(id) => onKeepSaved(cellKey(person.employee_id, id))}
                  onKeepTyped={(id, saved) => onKeepTyped(cellKey(person.employee_id, id), saved)}
                />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="bg-sunken font-[650]">
            <th scope="row" className="sticky left-0 z-10 bg-sunken px-3 py-3 text-left">
              {t('column.total')}
            </th>
            {codes.map((code) => (
              <td key={code.id} className="tabular border-l px-3 text-right">
                {hours(sumOf(people.map((person) => minutesIn(person, code.id, typed)))) || '–'}
              </td>
            ))}
            <td className="tabular border-l px-3 text-right">
              {hours(sumOf(people.map(rowTotal))) || '–'}
            </td>
            <td className="border-l" />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
