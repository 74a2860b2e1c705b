import { useQuery } from '@tanstack/react-query';
import { BellOff, Check, CircleCheck, Minus } from 'lucide-react';
import { Link } from 'react-router';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Card, CardHeader } from '@/components/ui/card';
import { Select } from '@/components/ui/select';
import { employeeName } from '@/entities/employee/employees-query';
import { peopleToReachQuery, type ReachedPerson } from '@/features/notifications/api/company';
import { CHANNELS } from '@/features/notifications/channels';
import { reasonText } from '@/features/notifications/event-texts';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

const SHOWN = ['unreached', 'all'] as const;

const isReached = ({ push_gap, mail_gap, sms_gap }: ReachedPerson): boolean =>
  push_gap === null || mail_gap === null || sms_gap === null;

/** The shortest way to reach somebody whom nothing reaches. */
function wayTo({ has_account, sms_gap }: ReachedPerson) {
  if (!has_account) return 'invite' as const;
  if (sms_gap === 'no_consent') return 'consent' as const;
  return sms_gap === 'no_number' ? ('number' as const) : ('address' as const);
}

/** For managers: who learns of nothing while the app is closed, and how to change that. */
export function PeopleToReach({ companyId }: { companyId: string }) {
  const { t } = useTranslation('notifications');
  const [params, change] = useAddressParams();
  const shown = SHOWN.find((one) => one === params.get('people')) ?? 'unreached';
  const query = useQuery({ ...peopleToReachQuery(companyId), enabled: companyId !== '' });
  const people = query.data ?? [];
  const unreached = people.filter((person) => !isReached(person));
  return (
    <Card className="mb-4 max-w-3xl">
      <CardHeader divided title={t('people.title')} description={t('people.text')} />
      <div className="flex flex-wrap items-center gap-3 border-b p-3">
        <Select
          className="sm:w-64!"
          aria-label={t('people.filter')}
          value={shown}
          onValueChange={(value) => change('people', value === 'unreached' ? null : value)}
          options={SHOWN.map((value) => ({ value, label: t(`people.${value}`) }))}
        />
        {unreached.length > 0 && (
          <p role="status" className="text-sm">
            {t('people.countUnreached', { count: unreached.length })}
          </p>
        )}
      </div>
      <Loaded query={query} skeleton={<TableSkeleton />} errorTitle={t('people.failed')}>
        <DataTable
          label={t('people.title')}
          rows={shown === 'all' ? people : unreached}
          rowKey={({ employee_id }) => employee_id}
          empty={
            shown === 'all' ? (
              <EmptyState icon={BellOff} title={t('people.empty')} />
            ) : (
              <EmptyState
                icon={CircleCheck}
                title={t('people.allReached')}
                text={t('people.allReachedText')}
              />
            )
          }
          columns={[
            {
              id: 'name',
              header: t('people.name'),
              card: 'title',
              cell: (person) => (
                <Link
                  to={`/employees?search=${encodeURIComponent(employeeName(person))}`}
                  className="text-primary hover:underline"
                >
                  {employeeName(person)}
                </Link>
              ),
            },
            ...CHANNELS.map((channel) => ({
              id: channel,
              header: t(`people.${channel}`),
              className: 'w-20',
              cell: (person: ReachedPerson) => <Gap reason={person[`${channel}_gap`]} />,
            })),
            {
              id: 'fix',
              header: t('people.fix'),
              cell: (person) => (isReached(person) ? '–' : t(`people.way.${wayTo(person)}`)),
            },
          ]}
        />
      </Loaded>
    </Card>
  );
}

function Gap({ reason }: { reason: string | null }) {
  const { t } = useTranslation('notifications');
  return (
    <span
      className="inline-flex items-center gap-1"
      title={reason ? reasonText(reason) : undefined}
    >
      {reason === null ? (
        <Check className="size-4 text-success-strong" aria-hidden="true" />
      ) : (
        <Minus className="size-4 text-faint" aria-hidden="true" />
      )}
      <span className="sr-only">{t(reason === null ? 'people.yes' : 'people.no')}</span>
    </span>
  );
}
