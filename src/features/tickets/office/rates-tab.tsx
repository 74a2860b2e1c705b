import { useQuery } from '@tanstack/react-query';
import { History, Pencil, Plus, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type BillRate, billRatesQuery } from '@/features/tickets/office/api/queries';
import { useDeleteRate } from '@/features/tickets/office/api/writes';
import { TermsCard } from '@/features/tickets/office/components/terms-card';
import { rateSeries } from '@/features/tickets/office/rate-target';
import { useRateName } from '@/features/tickets/office/use-rate-name';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const RateDialog = lateDialog(async () => ({
  default: (await import('@/features/tickets/office/components/rate-dialog')).RateDialog,
}));

/** Before anybody worked here: the rate counts from the beginning. */
const BEGINNING = '1970-01-01';

interface Shown {
  rate: BillRate;
  key: string;
  isCurrent: boolean;
  earlier: number;
}

/** What customers pay for an hour, with what counted before, and the markups on it. */
export function RatesTab() {
  const { t } = useTranslation(['billing', 'common']);
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const { today } = useCalendar();
  const query = useQuery(billRatesQuery(companyId));
  const { data: projects = [] } = useProjectOptions();
  const nameOf = useRateName(companyId);
  const remove = useDeleteRate(companyId);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<{ rate: BillRate | null; isNext: boolean } | null>(null);
  const [deleting, setDeleting] = useState<BillRate | null>(null);
  const rows = rateSeries(query.data ?? [], today)
    .sort((one, other) => nameOf(one.current).localeCompare(nameOf(other.current)))
    .flatMap(({ key, current, history }): Shown[] => {
      const shown = unfolded.has(key) ? history : [current];
      return shown.map((rate) => ({
        rate,
        key,
        isCurrent: rate === current,
        earlier: history.length - 1,
      }));
    });
  const money = (amount: number | null) => (amount === null ? '–' : format.money(amount));
  const fold = (key: string) =>
    setUnfolded((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const add = (
    <Button variant="primary" onClick={() => setOpened({ rate: null, isNext: false })}>
      {t('rates.new')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <CardHeader
          divided
          title={t('rates.title')}
          description={t('rates.text')}
          action={rows.length > 0 && add}
        />
        <Loaded query={query} skeleton={<TableSkeleton />}>
          <DataTable
            label={t('rates.title')}
            rows={rows}
            rowKey={({ rate }) => rate.id}
            empty={<EmptyState title={t('rates.none')} text={t('rates.noneText')} action={add} />}
            columns={[
              {
                id: 'name',
                header: t('rates.target'),
                card: 'title',
                cell: ({ rate, isCurrent }) =>
                  isCurrent ? (
                    nameOf(rate)
                  ) : (
                    <span className="pl-4 text-muted">
                      {rate.from_date > today ? t('rates.coming') : t('rates.earlier')}
                    </span>
                  ),
              },
              {
                id: 'project',
                header: t('column.project'),
                cell: ({ rate }) =>
                  projects.find(({ id }) => id === rate.project_id)?.name ??
                  t(rate.project_id ? 'common:project.unknown' : 'rates.everywhere'),
              },
              {
                id: 'from',
                header: t('rates.from'),
                cell: ({ rate }) =>
                  rate.from_date === BEGINNING ? t('rates.beginning') : format.date(rate.from_date),
              },
              {
                id: 'rate',
                header: t('rates.rate'),
                align: 'end',
                card: 'aside',
                cell: ({ rate }) => money(rate.rate),
              },
              {
                id: 'overtime',
                header: t('rates.overtime'),
                align: 'end',
                cell: ({ rate }) => money(rate.overtime_rate),
              },
              {
                id: 'double',
                header: t('rates.double'),
                align: 'end',
                className: 'max-lg:hidden',
                cell: ({ rate }) => money(rate.double_time_rate),
              },
              {
                id: 'actions',
                header: t('rates.actions'),
                headerHidden: true,
                card: 'actions',
                className: 'w-44',
                cell: ({ rate, key, isCurrent, earlier }) => (
                  <span className="flex justify-end">
                    {isCurrent && earlier > 0 && (
                      <Button
                        variant="ghost"
                        size="icon"
                        aria-expanded={unfolded.has(key)}
                        aria-label={t('rates.history', { name: nameOf(rate) })}
                        onClick={() => fold(key)}
                      >
                        <History aria-hidden="true" />
                      </Button>
                    )}
                    {isCurrent && (
                      <Button
                        variant="ghost"
                        size="icon"
                        aria-label={t('rates.next', { name: nameOf(rate) })}
                        onClick={() => setOpened({ rate, isNext: true })}
                      >
                        <Plus aria-hidden="true" />
                      </Button>
                    )}
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={t('rates.change', { name: nameOf(rate) })}
                      onClick={() => setOpened({ rate, isNext: false })}
                    >
                      <Pencil aria-hidden="true" />
                    </Button>
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={t('rates.delete', { name: nameOf(rate) })}
                      onClick={() => setDeleting(rate)}
                    >
                      <Trash2 aria-hidden="true" />
                    </Button>
                  </span>
                ),
              },
            ]}
          />
        </Loaded>
      </Card>
      <TermsCard companyId={companyId} />
      <Suspense>
        {opened && <RateDialog companyId={companyId} {...opened} onClose={() => setOpened(null)} />}
      </Suspense>
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title={t('rates.deleteTitle', { name: deleting ? nameOf(deleting) : '' })}
        description={t('rates.deleteText')}
        confirmLabel={t('common:action.delete')}
        busy={remove.isPending}
        onConfirm={() =>
          deleting && remove.mutate(deleting.id, { onSuccess: () => setDeleting(null) })
        }
      />
    </div>
  );
}
