import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { useCustomChanges } from '@/entities/custom-field/use-custom-changes';
import { employeeHistoryQuery, type HistoryEvent } from '@/features/employees/api/queries';
import {
  type HistoryField,
  useHistoryLabels,
} from '@/features/employees/components/use-history-labels';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const NOTHING = '–';

/** What people read a history for; the rest is bookkeeping. */
const FIELDS: readonly HistoryField[] = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'job_title',
  'employee_number',
  'role',
  'language',
  'active',
  'external_ids',
  'hourly_rate',
  'effective_from',
  'project_id',
  'cost_code_id',
  'expires_at',
  'link_made_at',
  'accepted_at',
  'withdrawn_at',
  'recovery_made_at',
];

export function HistoryList({ employeeId }: { employeeId: string }) {
  const { t } = useTranslation('employees');
  const format = useFormat();
  const words = useHistoryLabels();
  const history = useQuery(employeeHistoryQuery(employeeId));
  const { data = [] } = history;
  const ownChangesOf = useCustomChanges(data);

  const changesOf = ({ before, after }: HistoryEvent) =>
    FIELDS.map((field) => ({
      field,
      name: t(`history.field.${field}`),
      from: words(field, before?.[field]),
      to: words(field, after?.[field]),
    })).filter(({ from, to }) => from !== to);
  return (
    <Loaded query={history} skeleton={<ListSkeleton />}>
      {data.length === 0 && <EmptyState title={t('history.empty')} />}
      <ol className="flex flex-col gap-4">
        {data.map((event) => (
          <li key={`${event.occurred_at}${event.entity}`} className="text-sm">
            <p className="text-muted">
              {format.dateTime(event.occurred_at)} · {event.actor_name || t('history.system')} ·{' '}
              {t(`history.${event.entity}.${event.action}`)}
            </p>
            <ul>
              {[
                ...changesOf(event),
                ...ownChangesOf(event).map(({ id, name, from, to }) => ({
                  field: id,
                  name,
                  from: from || NOTHING,
                  to: to || NOTHING,
                })),
              ].map(({ field, name, from, to }) => (
                <li key={field}>
                  <span className="text-muted">{name}:</span>{' '}
                  {event.action === 'updated' ? `${from} → ${to}` : event.after ? to : from}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Loaded>
  );
}
