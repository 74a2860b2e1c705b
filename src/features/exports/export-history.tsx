import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useDownloadAgain } from '@/features/exports/api/export-payroll';
import { exportChangesQuery, exportsQuery } from '@/features/exports/api/queries';
import { useFormatName } from '@/features/exports/components/use-format-name';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const PremiumYear = lateDialog(() => import('@/features/exports/premium-year'));

/** Enough of a hash to compare by eye; the whole one is in the title. */
const HASH_SHOWN = 12;

/** Who exported what, when; the same file again; what changed since. */
export function ExportHistory() {
  const companyId = useViewer().company?.id ?? '';
  const { t } = useTranslation('exports');
  const format = useFormat();
  const people = useEmployeeOptions().data ?? [];
  const history = useQuery({ ...exportsQuery(companyId), enabled: companyId !== '' });
  const { data = [] } = history;
  const again = useDownloadAgain(companyId);
  const [premium, setPremium] = useState(false);
  const [compared, setCompared] = useState<string | null>(null);

  const nameOf = (userId: string) => {
    const person = people.find(({ user_id }) => user_id === userId);
    return person ? employeeName(person) : '';
  };
  const formatName = useFormatName();

  return (
    <Card>
      <CardHeader
        divided
        title={t('history.title')}
        action={
          <div className="flex flex-wrap justify-end gap-1">
            <Button size="small" variant="ghost" asChild>
              <Link to="/payroll?view=results">{t('history.results')}</Link>
            </Button>
            <Button size="small" variant="ghost" onClick={() => setPremium(true)}>
              {t('premium.open')}
            </Button>
          </div>
        }
      />
      <Suspense>
        {premium && <PremiumYear companyId={companyId} onClose={() => setPremium(false)} />}
      </Suspense>
      <Loaded query={history} skeleton={<ListSkeleton rows={2} />}>
        {data.length === 0 ? (
          <CardBody className="text-muted text-sm">{t('history.empty')}</CardBody>
        ) : (
          <ul className="divide-y">
            {data.map((made) => {
              const range = format.dateRange(made.start_date, made.end_date);
              const when = format.dateTime(made.created_at);
              const name = formatName(made.format);
              return (
                <li key={made.id} className="px-5 py-3 text-sm">
                  <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                    <div className="min-w-52 flex-1">
                      <p>
                        <span className="font-[550]">{range}</span> · {name}
                      </p>
                      <p className="text-muted text-xs">
                        {t('history.made', { when, name: nameOf(made.exported_by) })}
                        {made.file_hash && (
                          <span title={made.file_hash}>
                            {' · '}
                            {t('history.hash', { hash: made.file_hash.slice(0, HASH_SHOWN) })}
                          </span>
                        )}
                      </p>
                    </div>
                    {made.totals === null ? (
                      <p className="text-muted text-xs">{t('history.noFile')}</p>
                    ) : (
                      <>
                        <Button
                          size="small"
                          variant="ghost"
                          aria-expanded={compared === made.id}
                          aria-label={t('history.changesLabel', { when })}
                          onClick={() => setCompared(compared === made.id ? null : made.id)}
                        >
                          {t('history.changes')}
                        </Button>
                        <Button
                          size="small"
                          aria-label={t('history.downloadLabel', { range, format: name })}
                          busy={again.isPending && again.variables === made.id}
                          onClick={() => again.mutate(made.id)}
                        >
                          {t('history.download')}
                        </Button>
                      </>
                    )}
                  </div>
                  {compared === made.id && <ChangesSince exportId={made.id} />}
                </li>
              );
            })}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function ChangesSince({ exportId }: { exportId: string }) {
  const { t } = useTranslation('exports');
  const format = useFormat();
  const changes = useQuery(exportChangesQuery(exportId));
  const { data = [] } = changes;
  const hours = (value: number | null) => format.number(value ?? 0, 2);
  const money = (value: number | null) => (value === null ? '–' : format.money(value));
  return (
    <Loaded query={changes} skeleton={<ListSkeleton rows={1} />}>
      {data.length === 0 && <p className="mt-2 text-muted">{t('history.noChanges')}</p>}
      <ul className="tabular mt-2">
        {data.map((row) => (
          <li key={row.employee_id}>
            {t(row.moved ? 'history.moved' : 'history.changed', {
              name: employeeName(row),
              hoursThen: hours(row.hours_then),
              hoursNow: hours(row.hours_now),
              earnedThen: money(row.earnings_then),
              earnedNow: money(row.earnings_now),
            })}
          </li>
        ))}
      </ul>
    </Loaded>
  );
}
