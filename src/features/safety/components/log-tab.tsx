import { useQuery } from '@tanstack/react-query';
import { EllipsisVertical } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Paper } from '@/components/shared/paper';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import {
  casesQuery,
  type Establishment,
  type InjuryCase,
  type LogLine,
  logQuery,
} from '@/features/safety/api/queries';
import { useSplitCase, useVoidCase } from '@/features/safety/api/writes';
import { VoidDialog } from '@/features/safety/components/void-dialog';
import { logSheet } from '@/features/safety/files/log-sheet';
import { useIncidentStart } from '@/features/safety/use-incident-start';
import { useSaveForm } from '@/features/safety/use-save-form';
import { saveSheet } from '@/lib/files/save-sheet';
import { useFormat } from '@/lib/format-context';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

const CaseDialog = lateDialog(() => import('@/features/safety/components/case-dialog'));
const DaysDialog = lateDialog(() => import('@/features/safety/components/days-dialog'));

interface LogTabProps {
  place: Establishment;
  year: number;
  /** Which log, of which year. */
  filters: ReactNode;
}

/** The OSHA 300 log of a year. */
export default function LogTab({ place, year, filters }: LogTabProps) {
  const { t } = useTranslation('safety');
  const format = useFormat();
  const [params, change] = useAddressParams();
  const log = useQuery(logQuery(place.id, year));
  const cases = useQuery(casesQuery(place.id, year));
  const [daysOf, setDaysOf] = useState<string | null>(null);
  const [voiding, setVoiding] = useState<LogLine | null>(null);
  const opened = cases.data?.find(({ id }) => id === params.get('case')) ?? null;
  const start = useIncidentStart(place.company_id, params.get('incident'));
  const isNew = params.get('case') === 'new' || start.data !== undefined;
  const line = log.data?.find(({ id }) => id === daysOf);
  const columns = useColumns({
    cases: cases.data ?? [],
    onOpen: (id) => change('case', id),
    onDays: setDaysOf,
    onVoid: setVoiding,
  });
  const sheet = () => (log.data ? logSheet(place, year, log.data, t, format) : null);
  const close = () => {
    change('case', null);
    change('incident', null);
  };
  return (
    <>
      <div
        className="flex flex-wrap items-center justify-between gap-x-3 gap-y-4"
        data-print="hide"
      >
        {filters}
        <div className="flex flex-wrap gap-2">
          <Button
            disabled={!log.data?.length}
            onClick={() => {
              const paper = sheet();
              if (paper) void saveSheet(`osha-300-${year}`, paper);
            }}
          >
            {t('log.pdf')}
          </Button>
          <Button variant="primary" onClick={() => change('case', 'new')}>
            {t('case.new')}
          </Button>
        </div>
      </div>
      <Card>
        <Loaded query={log} skeleton={<TableSkeleton />}>
          {(lines) => (
            <DataTable
              label={t('tab.log')}
              rows={lines}
              columns={columns}
              rowKey={({ id }) => id}
              empty={<EmptyState title={t('log.none')} text={t('log.noneText')} />}
            />
          )}
        </Loaded>
      </Card>
      <Paper sheet={sheet} />
      <Suspense>
        {(opened || isNew) && (
          <CaseDialog
            key={opened?.id ?? 'new'}
            companyId={place.company_id}
            establishmentId={place.id}
            opened={opened}
            start={start.data ?? undefined}
            onSaved={(establishmentId, savedYear) => {
              close();
              // It may belong to another log than the one that is shown.
              change('establishment', establishmentId);
              change('year', savedYear);
            }}
            onClose={close}
          />
        )}
        {line && (
          <DaysDialog companyId={place.company_id} line={line} onClose={() => setDaysOf(null)} />
        )}
      </Suspense>
      {voiding && <VoidDialog line={voiding} onClose={() => setVoiding(null)} />}
    </>
  );
}

interface ColumnActions {
  cases: readonly InjuryCase[];
  onOpen: (id: string) => void;
  onDays: (id: string) => void;
  onVoid: (line: LogLine) => void;
}

function useColumns({ cases, onOpen, onDays, onVoid }: ColumnActions): Column<LogLine>[] {
  const { t } = useTranslation(['safety', 'common']);
  const format = useFormat();
  const split = useSplitCase();
  const restore = useVoidCase();
  const saveForm = useSaveForm();
  return [
    {
      id: 'number',
      header: t('log.number'),
      card: 'title',
      className: 'w-24',
      cell: (line) => (
        <Button variant="link" size="inline" onClick={() => onOpen(line.id)}>
          {t('case.title', { number: line.number })}
        </Button>
      ),
    },
    {
      id: 'person',
      header: t('case.person'),
      cell: (line) => line.name ?? t('log.privateCase'),
    },
    {
      id: 'day',
      header: t('case.day'),
      cell: (line) => format.date(line.happened_on),
      sortBy: (line) => line.happened_on,
    },
    {
      id: 'what',
      header: t('case.description'),
      cell: (line) =>
        line.voided ? t('log.voidedBecause', { reason: line.void_reason ?? '' }) : line.description,
    },
    {
      id: 'outcome',
      header: t('log.outcome'),
      card: 'aside',
      cell: (line) => (
        <Badge tone={line.voided || line.outcome === 'other' ? 'neutral' : 'attention'}>
          {t(line.voided ? 'log.voided' : `outcome.${line.outcome}`)}
        </Badge>
      ),
    },
    {
      id: 'away',
      header: t('log.away'),
      align: 'end',
      cell: (line) => (line.voided ? '–' : line.away),
    },
    {
      id: 'restricted',
      header: t('log.restricted'),
      align: 'end',
      cell: (line) => (line.voided ? '–' : line.restricted),
    },
    {
      id: 'actions',
      header: t('log.days'),
      headerHidden: true,
      card: 'actions',
      cell: (line) => (
        <div className="flex justify-end gap-2">
          {!line.voided && (
            <Button size="small" onClick={() => onDays(line.id)}>
              {t('log.days')}
            </Button>
          )}
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button
                size="icon"
                variant="ghost"
                aria-label={t('log.actionsOf', { number: line.number })}
              >
                <EllipsisVertical aria-hidden="true" />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="end">
              <DropdownMenuItem
                onSelect={() => {
                  const form = cases.find(({ id }) => id === line.id);
                  if (form) saveForm(form);
                }}
              >
                {t('log.form')}
              </DropdownMenuItem>
              {line.voided ? (
                <DropdownMenuItem onSelect={() => restore.mutate({ id: line.id, reason: '' })}>
                  {t('log.restore')}
                </DropdownMenuItem>
              ) : (
                <>
                  <DropdownMenuItem onSelect={() => split.mutate(line.id)}>
                    {t('log.split')}
                  </DropdownMenuItem>
                  <DropdownMenuItem onSelect={() => onVoid(line)}>{t('log.void')}</DropdownMenuItem>
                </>
              )}
            </DropdownMenuContent>
          </DropdownMenu>
        </div>
      ),
    },
  ];
}
