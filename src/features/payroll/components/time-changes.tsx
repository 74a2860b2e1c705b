import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import { type TimeChange, timeChangesQuery } from '@/features/payroll/api/timesheet';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const FIELDS = [
  'clock_in',
  'clock_out',
  'project_id',
  'cost_code_id',
  'notes',
  'started_at',
  'ended_at',
  'paid',
  'meal_waived',
] as const;
type ChangedField = (typeof FIELDS)[number];
const INSTANTS: readonly string[] = ['clock_in', 'clock_out', 'started_at', 'ended_at'];

export interface TimeChangesProps {
  employeeId: string;
  range: DateRange;
}

/** Every change made by others, and why. */
export function TimeChanges({ employeeId, range }: TimeChangesProps) {
  const { t } = useTranslation('payroll');
  const changes = useQuery(timeChangesQuery(employeeId, range));
  const data = (changes.data ?? []).filter(isChange);
  return (
    <Loaded query={changes} skeleton={<ListSkeleton rows={2} />}>
      {data.length === 0 && <p className="text-muted text-sm">{t('sheet.noChanges')}</p>}
      <TimeChangeList changes={data} />
    </Loaded>
  );
}

/** Who changed what of whose time, from what to what. */
export function TimeChangeList({ changes }: { changes: readonly TimeChange[] }) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const fieldWords = useFieldWords();
  return (
    <ol className="flex flex-col gap-4">
      {changes.map((change) => {
        const entity = t(`sheet.entity.${change.entity}`, {
          day: format.weekdayDate(change.work_date),
        });
        return (
          <li key={`${change.occurred_at}${change.entity_id}`} className="text-sm">
            <p className="font-[550]">
              {t('sheet.what', { action: t(`sheet.action.${change.action}`), entity })}
            </p>
            <p className="text-muted text-xs">
              {t('sheet.changedBy', {
                when: format.dateTime(change.occurred_at),
                name: change.changed_by || t('sheet.someone'),
              })}
            </p>
            <ul className="tabular">
              {changedFields(change).map((field) => (
                <li key={field}>
                  <span className="text-muted">{t(`sheet.field.${field}`)}:</span>{' '}
                  {fieldWords(field, change.before?.[field])} →{' '}
                  {fieldWords(field, change.after?.[field])}
                </li>
              ))}
            </ul>
            <p>
              {change.reason ? t('sheet.reason', { reason: change.reason }) : t('sheet.noReason')}
            </p>
          </li>
        );
      })}
    </ol>
  );
}

/** What the system wrote down first, such as a demo's weeks, is nobody's change. */
export const isChange = ({ action, changed_by }: TimeChange): boolean =>
  action !== 'created' || Boolean(changed_by);

/** An update names only the columns that changed; the rest is null on both sides, as good as no. */
function changedFields({ before, after }: TimeChange): ChangedField[] {
  return FIELDS.filter((field) => (before?.[field] || null) !== (after?.[field] || null));
}

function useFieldWords(): (field: ChangedField, value: unknown) => string {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const { data: projects = [] } = useProjectOptions();
  const { data: codes = [] } = useCostCodeOptions();
  return (field, value) => {
    if (value === null || value === undefined || value === '') return '–';
    if (INSTANTS.includes(field)) return format.dateTime(String(value));
    if (field === 'project_id') return projects.find(({ id }) => id === value)?.name ?? '–';
    if (field === 'cost_code_id') {
      const code = codes.find(({ id }) => id === value);
      return code ? `${code.code} ${code.name}` : '–';
    }
    if (typeof value === 'boolean') return t(value ? 'sheet.yes' : 'sheet.no');
    return String(value);
  };
}
