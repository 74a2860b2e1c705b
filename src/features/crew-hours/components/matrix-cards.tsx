import type { CostCodeOption } from '@/entities/cost-code/cost-codes-query';
import { employeeName } from '@/entities/employee/employees-query';
import type { CrewPerson } from '@/features/crew-hours/api/queries';
import { CellClass } from '@/features/crew-hours/components/cell-class';
import { ChangedCells } from '@/features/crew-hours/components/changed-cells';
import { HoursInput } from '@/features/crew-hours/components/hours-input';
import type { MatrixTableProps } from '@/features/crew-hours/components/matrix-table';
import { Outcome } from '@/features/crew-hours/components/outcome';
import {
  cellKey,
  hoursText,
  minutesIn,
  sharedText,
  storedCell,
  totalOf,
  typedForAll,
} from '@/features/crew-hours/matrix';
import { formatDuration } from '@/lib/duration';
import { useTranslation } from '@/lib/use-translation';

function CodeName({ code, hint }: { code: CostCodeOption; hint?: string | false }) {
  return (
    <span className="min-w-0 flex-1 text-sm">
      <span className="tabular text-muted">{code.code}</span> {code.name}
      {hint && <span className="block text-attention-strong text-xs">{hint}</span>}
    </span>
  );
}

/** All hours of one person, their sum and what saving will do, without scrolling sideways. */
function PersonCard({
  person,
  row,
  ...props
}: MatrixTableProps & { person: CrewPerson; row: number }) {
  const { codes, typed, onType, outcomes, onKeepSaved, onKeepTyped } = props;
  const { day, classes, onChooseClass } = props;
  const { t } = useTranslation('crew-hours');
  const outcome = outcomes.get(person.employee_id);
  return (
    <li className="border-t px-4 py-3">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 break-words font-[620]">{employeeName(person)}</span>
        <span className="tabular shrink-0 font-[650]">
          {formatDuration(totalOf(person, codes, typed) * 60)}
        </span>
      </p>
      {codes.map((code, column) => {
        const key = cellKey(person.employee_id, code.id);
        const own = storedCell(person, code.id)?.own_minutes ?? 0;
        const minutes = minutesIn(person, code.id, typed);
        return (
          <div key={code.id} className="mt-2">
            <div className="flex items-center gap-3">
              <CodeName
                code={code}
                hint={own > 0 && t('own', { hours: formatDuration(own * 60) })}
              />
              <HoursInput
                framed
                at={[row, column]}
                label={`${employeeName(person)}, ${code.code} ${code.name}`}
                invalid={Number.isNaN(minutes)}
                value={typed[key] ?? hoursText(minutes)}
                onType={(text) => onType({ [key]: text })}
              />
            </div>
            {minutes > 0 && (
              <CellClass
                day={day}
                person={person}
                code={code}
                chosen={classes[key] ?? null}
                onChoose={(id) => onChooseClass(key, id)}
              />
            )}
          </div>
        );
      })}
      <div className="mt-2 text-sm empty:hidden">
        <Outcome outcome={outcome} />
        <ChangedCells
          cells={outcome?.changed ?? []}
          codes={codes}
          onKeepSaved={(id) => onKeepSaved(cellKey(person.employee_id, id))}
          onKeepTyped={(id, saved) => onKeepTyped(cellKey(person.employee_id, id), saved)}
        />
      </div>
    </li>
  );
}

/** The matrix on a phone: one card per person, first what goes for everyone. */
export function MatrixCards(props: MatrixTableProps) {
  const { people, codes, typed, onType } = props;
  const { t } = useTranslation('crew-hours');
  return (
    <ul data-matrix>
      {people.length > 1 && codes.length > 0 && (
        <li className="bg-sunken px-4 py-3">
          <p className="font-[620]">{t('everyone')}</p>
          <p className="text-muted text-sm">{t('everyoneHint')}</p>
          {codes.map((code, column) => (
            <div key={code.id} className="mt-2 flex items-center gap-3">
              <CodeName code={code} />
              <HoursInput
                framed
                at={[-1, column]}
                label={`${t('everyone')}, ${code.code} ${code.name}`}
                invalid={false}
                value={sharedText(people, code.id, typed)}
                onType={(text) => onType(typedForAll(people, code.id, text))}
              />
            </div>
          ))}
        </li>
      )}
      {people.map((person, row) => (
        <PersonCard key={person.employee_id} person={person} row={row} {...props} />
      ))}
    </ul>
  );
}
