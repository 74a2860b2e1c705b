import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { type Difference, differencesQuery } from '@/features/public-work/facts/api/queries';
import { useDecideDifference } from '@/features/public-work/facts/api/writes';
import { DifferenceTable } from '@/features/public-work/facts/components/difference-table';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Journals that came by file or by API and say something else than what is stored. */
export function DifferencesCard({ companyId }: { companyId: string }) {
  const { t } = useTranslation('payroll-facts');
  const format = useFormat();
  const people = useEmployeeOptions().data ?? [];
  const waiting = useQuery(differencesQuery(companyId)).data ?? [];
  const decide = useDecideDifference();
  if (waiting.length === 0) return null;
  const titleOf = ({ employeeId, weekEnd, periodStart }: Difference): string => {
    const person = people.find(({ id }) => id === employeeId);
    const name = person ? employeeName(person) : '';
    return periodStart
      ? t('difference.ofPeriod', { name, range: format.dateRange(periodStart, weekEnd) })
      : t('difference.of', { name, date: format.date(weekEnd) });
  };
  return (
    <Card>
      <CardHeader title={t('difference.title')} description={t('difference.text')} divided />
      <ul className="divide-y">
        {waiting.map((difference) => {
          const title = titleOf(difference);
          const isBusy = decide.isPending && decide.variables?.difference.id === difference.id;
          return (
            <li key={difference.id} className="grid gap-3 px-5 py-4">
              <p className="font-[550] text-sm">
                {title}{' '}
                <span className="font-normal text-muted">{t(`system.${difference.source}`)}</span>
              </p>
              <DifferenceTable
                label={title}
                stored={difference.stored}
                theirs={difference.theirs}
              />
              <div className="flex flex-wrap justify-end gap-2">
                <Button
                  size="small"
                  busy={isBusy}
                  aria-label={t('difference.keepOf', { what: title })}
                  onClick={() => decide.mutate({ difference, takes: false })}
                >
                  {t('difference.keep')}
                </Button>
                <Button
                  size="small"
                  variant="primary"
                  busy={isBusy}
                  aria-label={t('difference.takeOf', { what: title })}
                  onClick={() => decide.mutate({ difference, takes: true })}
                >
                  {t('difference.take')}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
