import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/shared/empty-state';
import { ErrorState } from '@/components/shared/error-state';
import { ListSkeleton } from '@/components/shared/loading-state';
import { employeeHistoryQuery, type HistoryEvent } from '@/features/employees/api/queries';
import { useFormat } from '@/lib/format-context';

/** Columns nobody reads a history for. */
const SILENT = new Set(['updated_at', 'created_at', 'id', 'company_id', 'employee_id', 'user_id']);

function changesOf({ before, after }: HistoryEvent): [name: string, from: string, to: string][] {
  const names = Object.keys({ ...before, ...after }).filter((name) => !SILENT.has(name));
  const words = (value: unknown) => (value === null || value === undefined ? '–' : String(value));
  return names
    .map((name): [string, string, string] => [name, words(before?.[name]), words(after?.[name])])
    .filter(([, from, to]) => from !== to);
}

export function HistoryList({ employeeId }: { employeeId: string }) {
  const { t } = useTranslation('employees');
  const format = useFormat();
  const { data = [], isPending, error, refetch } = useQuery(employeeHistoryQuery(employeeId));
  if (isPending) return <ListSkeleton />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <EmptyState title={t('history.empty')} />;
  return (
    <ol className="flex flex-col gap-4">
      {data.map((event) => (
        <li key={`${event.occurred_at}${event.entity}`} className="text-sm">
          <p className="text-muted">
            {format.dateTime(event.occurred_at)} · {event.actor_name || t('history.system')} ·{' '}
            {t(`history.${event.entity}.${event.action}`)}
          </p>
          <ul>
            {changesOf(event).map(([name, from, to]) => (
              <li key={name}>
                <span className="text-muted">{name.replaceAll('_', ' ')}:</span> {from} → {to}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
