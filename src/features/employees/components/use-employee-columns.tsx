import { useMemo } from 'react';
import { Link } from 'react-router';
import { Avatar } from '@/components/shared/avatar';
import type { Column } from '@/components/shared/data-table/column';
import { Badge } from '@/components/ui/badge';
import { employeeName } from '@/entities/employee/employees-query';
import { asksToJoin, type Employee } from '@/features/employees/api/queries';
import { StatusCell } from '@/features/employees/components/status-cell';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';

/** Sorting by status puts those at work first. */
const ORDER = { in: 0, break: 1, out: 2 };

export function useEmployeeColumns(linkTo: (id: string) => string): Column<Employee>[] {
  const { t } = useTranslation(['employees', 'common']);
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('common:employee.label'),
        card: 'title',
        sortBy: (person) => employeeName(person),
        cell: (person) => (
          <Link
            to={linkTo(person.id)}
            className="inline-flex min-w-0 items-center gap-3 font-[550] hover:underline"
          >
            <Avatar name={employeeName(person)} size="small" />
            <span className="truncate">{employeeName(person)}</span>
            {!person.active && <Badge>{t('inactive')}</Badge>}
            {asksToJoin(person) && <Badge tone="attention">{t('asksToJoin')}</Badge>}
            {person.invitation && (
              <Badge tone={person.invitation === 'open' ? 'primary' : 'attention'}>
                {t(`invitation.${person.invitation}`)}
              </Badge>
            )}
          </Link>
        ),
      },
      {
        id: 'status',
        header: t('column.status'),
        sortBy: ({ status }) => ORDER[status],
        cell: ({ status, projectName }) => <StatusCell status={status} project={projectName} />,
      },
      {
        id: 'role',
        header: t('field.role'),
        className: 'w-28 max-lg:hidden',
        sortBy: ({ role }) => role,
        cell: ({ role }) => t(`common:role.${role}`),
      },
      {
        id: 'phone',
        header: t('field.phone'),
        className: 'w-36 max-lg:hidden',
        cell: ({ phone }) =>
          phone ? (
            <a className="hover:underline" href={`tel:${phone}`}>
              {phone}
            </a>
          ) : (
            '–'
          ),
      },
      {
        id: 'rate',
        header: t('field.rate'),
        align: 'end',
        className: 'w-24 lg:w-28',
        sortBy: ({ rate }) => rate,
        cell: ({ rate }) =>
          rate === null ? (
            <span className="text-attention-strong">{t('noRate')}</span>
          ) : (
            format.money(rate)
          ),
      },
      {
        id: 'week',
        header: t('column.week'),
        align: 'end',
        className: 'w-28 lg:w-32',
        card: 'aside',
        sortBy: ({ minutesThisWeek }) => minutesThisWeek,
        cell: ({ id, minutesThisWeek }) => (
          <Link className="hover:underline" to={`/time-tracker?period=week&employee=${id}`}>
            {formatHoursMinutes(minutesThisWeek * 60)}
          </Link>
        ),
      },
      {
        id: 'seen',
        header: t('column.lastSeen'),
        align: 'end',
        className: 'w-32 max-lg:hidden',
        sortBy: ({ lastSeen }) => lastSeen,
        cell: ({ lastSeen }) => (lastSeen ? format.relative(lastSeen, serverNow()) : t('never')),
      },
    ],
    [t, format, linkTo],
  );
}
