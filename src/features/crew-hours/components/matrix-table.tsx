import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CostCodeOption } from '@/entities/cost-code/cost-codes-query';
import { employeeName } from '@/entities/employee/employees-query';
import type { CrewPerson } from '@/features/crew-hours/api/queries';
import { ChangedCells } from '@/features/crew-hours/components/changed-cells';
import { Outcome, type PersonOutcome } from '@/features/crew-hours/components/outcome';
import { cellKey, minutesIn, storedCell, type Typed } from '@/features/crew-hours/matrix';
import { cn } from '@/lib/class-names';
import { formatHoursMinutes } from '@/lib/duration';

export interface MatrixTableProps {
  people: readonly CrewPerson[];
  codes: readonly CostCodeOption[];
  typed: Typed;
  onType: (key: string, text: string) => void;
  outcomes: ReadonlyMap<string, PersonOutcome>;
  /** Of a cell that somebody else saved meanwhile: theirs, or what was typed here over theirs. */
  onKeepSaved: (key: string) => void;
  onKeepTyped: (key: string, savedMinutes: number) => void;
}

const hours = (minutes: number): string => (minutes > 0 ? formatHoursMinutes(minutes * 60) : '');

/** Enter and the arrows move through the grid, so that a crew is entered without the mouse. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, currentTarget: input } = event;
  const [row = 0, column = 0] = (input.dataset['cell'] ?? '').split(',').map(Number);
  const whole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
  const target =
    key === 'ArrowDown' || key === 'Enter'
      ? [row + 1, column]
      : key === 'ArrowUp'
        ? [row - 1, column]
        : key === 'ArrowRight' && whole
          ? [row, column + 1]
          : key === 'ArrowLeft' && whole
            ? [row, column - 1]
            : null;
  if (!target) return;
  event.preventDefault();
  const next = input
    .closest('table')
    ?.querySelector<HTMLInputElement>(`[data-cell="${target.join(',')}"]`);
  next?.focus();
}

export function MatrixTable({
  people,
  codes,
  typed,
  onType,
  outcomes,
  onKeepSaved,
  onKeepTyped,
}: MatrixTableProps) {
  const { t } = useTranslation('crew-hours');
  const sum = (values: readonly number[]) =>
    values.reduce((all, value) => all + (Number.isNaN(value) ? 0 : value), 0);
  const rowTotal = (person: CrewPerson) =>
    sum(codes.map((code) => minutesIn(person, code.id, typed)));
  const head = 'border-b bg-sunken px-3 py-2 align-bottom font-[550] text-muted text-xs';
  const cell = 'border-b border-l px-3 py-1';
  return (
    <div className="relative overflow-x-auto">
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
                    <input
                      data-cell={`${row},${column}`}
                      className="tabular h-12 w-full min-w-20 bg-transparent px-3 text-right focus-visible:-outline-offset-2 aria-invalid:text-danger"
                      inputMode="decimal"
                      aria-label={`${employeeName(person)}, ${code.code} ${code.name}`}
                      aria-invalid={Number.isNaN(minutes) || undefined}
                      title={own > 0 ? t('own', { hours: hours(own) }) : undefined}
                      placeholder="–"
                      value={typed[key] ?? hours(minutes)}
                      onChange={(event) => onType(key, event.target.value)}
                      onFocus={(event) => event.target.select()}
                      onKeyDown={moveFocus}
                    />
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
                {hours(sum(people.map((person) => minutesIn(person, code.id, typed)))) || '–'}
              </td>
            ))}
            <td className="tabular border-l px-3 text-right">
              {hours(sum(people.map(rowTotal))) || '–'}
            </td>
            <td className="border-l" />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
