import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Card, CardHeader } from '@/components/ui/card';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { allRatesQuery, type Rate } from '@/features/employees/api/queries';
import { useFormat } from '@/lib/format-context';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

/** The rates of today; `rates` has the newest first. */
function inEffect<One extends Rate>(rates: readonly One[], today: string): One[] {
  const found = new Map<string, One>();
  for (const rate of rates) {
    const work = `${rate.project_id} ${rate.cost_code_id}`;
    if (rate.effective_from <= today && !found.has(work)) found.set(work, rate);
  }
  return [...found.values()];
}

/** What people earn an hour today, for whom a role of the company's own shows their rates. */
export function RateList() {
  const { t } = useTranslation(['employees', 'common']);
  const format = useFormat();
  const { company, employee: me } = useViewer();
  const today = useToday(company?.time_zone ?? 'UTC');
  const people = useEmployeeOptions();
  const rates = useQuery(allRatesQuery(company?.id ?? ''));
  const { data: projects = [] } = useProjectOptions();
  const { data: codes = [] } = useCostCodeOptions();
  const workOf = ({ project_id, cost_code_id }: Rate) =>
    [
      projects.find(({ id }) => id === project_id)?.name,
      codes.find(({ id }) => id === cost_code_id)?.name,
    ]
      .filter(Boolean)
      .join(' · ') || '–';
  const rows = (people.data ?? [])
    .filter(({ id, active }) => active && id !== me?.id)
    .map((person) => {
      const own = (rates.data ?? []).filter(({ employee_id }) => employee_id === person.id);
      const current = inEffect(own, today);
      const general = current.find((rate) => !rate.project_id && !rate.cost_code_id);
      return { person, general, others: current.filter((rate) => rate !== general) };
    });
  return (
    <Card className="mt-4">
      <CardHeader title={t('rates.title')} description={t('rates.text')} divided />
      <Loaded query={people} skeleton={<TableSkeleton />}>
        <Loaded query={rates} skeleton={<TableSkeleton />}>
          <DataTable
            label={t('rates.title')}
            rows={rows}
            rowKey={({ person }) => person.id}
            empty={<EmptyState title={t('rates.nobody')} />}
            columns={[
              {
                id: 'name',
                header: t('common:employee.label'),
                card: 'title',
                sortBy: ({ person }) => employeeName(person),
                cell: ({ person }) => <span className="font-[550]">{employeeName(person)}</span>,
              },
              {
                id: 'others',
                header: t('rates.others'),
                cell: ({ others }) =>
                  others.length === 0 ? (
                    '–'
                  ) : (
                    <ul>
                      {others.map((rate) => (
                        <li key={rate.id}>
                          {workOf(rate)}:{' '}
                          <span className="tabular">{format.money(rate.hourly_rate)}</span>
                        </li>
                      ))}
                    </ul>
                  ),
              },
              {
                id: 'rate',
                header: t('field.rate'),
                align: 'end',
                card: 'aside',
                sortBy: ({ general }) => general?.hourly_rate ?? null,
                cell: ({ general }) =>
                  general ? (
                    format.money(general.hourly_rate)
                  ) : (
                    <span className="text-attention-strong">{t('noRate')}</span>
                  ),
              },
            ]}
          />
        </Loaded>
      </Loaded>
    </Card>
  );
}
