import { useQuery } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { DateInput, isDate } from '@/components/shared/date-input';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import { type SiteVisit, VISIT_KINDS, visitSeconds } from '@/entities/site-visit/site-visit';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { historyQuery } from '@/features/site-sign-in/api/queries';
import { useDeleteVisit } from '@/features/site-sign-in/api/writes';
import { visitsCsv } from '@/features/site-sign-in/files/visits-csv';
import { formatDuration } from '@/lib/duration';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { addDays, isIsoDate } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const LeaveDialog = lateDialog(async () => ({
  default: (await import('@/features/site-sign-in/components/leave-dialog')).LeaveDialog,
}));

const DAYS_SHOWN = 6;
const EVERYONE = 'everyone';

interface HistoryCardProps {
  companyId: string;
  branch: ReadonlySet<string> | null;
}

/** Who was on site and how long; hours nobody knows are said to be so. */
export function HistoryCard({ companyId, branch }: HistoryCardProps) {
  const { t } = useTranslation('site-sign-in');
  const format = useFormat();
  const clockOf = useSiteClocks();
  const projects = useProjectOptions().data ?? [];
  const projectName = (id: string) => projects.find((project) => project.id === id)?.name ?? '';
  const today = useToday(format.preferences.timeZone);
  const [params, change] = useAddressParams();
  const day = (name: string, fallback: string) => {
    const given = params.get(name) ?? '';
    return isIsoDate(given) ? given : fallback;
  };
  const to = day('to', today);
  const from = day('from', addDays(to, -DAYS_SHOWN));
  const kind = VISIT_KINDS.find((name) => name === params.get('kind')) ?? null;
  const projectIds = branch && [...branch];
  const history = useQuery(historyQuery({ companyId, projectIds, from, to, kind }));
  const [leaving, setLeaving] = useState<SiteVisit | null>(null);
  const columns = useColumns({ projectName: branch ? null : projectName, onLeave: setLeaving });
  const save = () =>
    downloadFile(
      `${t('title')} ${from} ${to}.csv`,
      FILE_TYPES.csv,
      visitsCsv(history.data ?? [], t, {
        projectName,
        time: (id, instant) => clockOf(id).dateTime(instant),
      }),
    );
  return (
    <Card>
      <CardHeader
        divided
        title={t('history.title')}
        action={
          <Button disabled={!history.data?.length} onClick={save}>
            <Download aria-hidden="true" />
            {t('history.csv')}
          </Button>
        }
      />
      <div className="border-b px-5 py-3 max-md:px-4">
        <div className="grid max-w-3xl grid-cols-2 gap-3 sm:grid-cols-3">
          <Field label={t('history.from')}>
            <DateInput
              value={from}
              onValueChange={(next) => isDate(next) && change('from', next)}
            />
          </Field>
          <Field label={t('history.to')}>
            <DateInput value={to} onValueChange={(next) => isDate(next) && change('to', next)} />
          </Field>
          <Field label={t('history.kind')}>
            <Select
              value={kind ?? EVERYONE}
              onValueChange={(next) => change('kind', next === EVERYONE ? null : next)}
              options={[
                { value: EVERYONE, label: t('history.allKinds') },
                ...VISIT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
              ]}
            />
          </Field>
        </div>
      </div>
      <Loaded query={history} skeleton={<ListSkeleton rows={4} />}>
        {(visits) => (
          <DataTable
            label={t('history.title')}
            rows={visits}
            columns={columns}
            rowKey={({ id }) => id}
            empty={<EmptyState title={t('history.empty')} className="py-8!" />}
          />
        )}
      </Loaded>
      <Suspense>
        {leaving && <LeaveDialog visit={leaving} onClose={() => setLeaving(null)} />}
      </Suspense>
    </Card>
  );
}

interface ColumnOptions {
  projectName: ((id: string) => string) | null;
  onLeave: (visit: SiteVisit) => void;
}

function useColumns({ projectName, onLeave }: ColumnOptions): Column<SiteVisit>[] {
  const { t } = useTranslation('site-sign-in');
  const format = useFormat();
  const clockOf = useSiteClocks();
  const manages = useIsPrivileged();
  const time = ({ project_id }: SiteVisit, instant: string) => clockOf(project_id).time(instant);
  return [
    {
      id: 'day',
      header: t('history.day'),
      cell: (visit) => format.date(visit.work_date),
      sortBy: (visit) => visit.signed_in_at,
    },
    {
      id: 'name',
      header: t('history.name'),
      card: 'title',
      sortBy: (visit) => visit.name,
      cell: (visit) => (
        <span className="break-words">
          <span className="font-[550]">{visit.name}</span>
          <span className="block text-muted text-xs">{t(`kind.${visit.kind}`)}</span>
        </span>
      ),
    },
    {
      id: 'company',
      header: t('history.company'),
      sortBy: (visit) => visit.company_name,
      cell: (visit) => [visit.company_name, visit.trade].filter(Boolean).join(' · ') || '–',
    },
    ...(projectName
      ? [
          {
            id: 'project',
            header: t('history.project'),
            cell: (visit: SiteVisit) => projectName(visit.project_id) || '–',
          },
        ]
      : []),
    { id: 'people', header: t('history.people'), align: 'end', cell: (visit) => visit.headcount },
    {
      id: 'in',
      header: t('history.in'),
      align: 'end',
      className: 'whitespace-nowrap',
      cell: (visit) => time(visit, visit.signed_in_at),
    },
    {
      id: 'out',
      header: t('history.out'),
      align: 'end',
      className: 'whitespace-nowrap',
      cell: (visit) => {
        if (visit.signed_out_at) return time(visit, visit.signed_out_at);
        if (visit.how_out === null) return t('history.onSite');
        return <span className="text-attention-strong">{t('history.unknown')}</span>;
      },
    },
    {
      id: 'hours',
      header: t('history.hours'),
      align: 'end',
      card: 'aside',
      cell: (visit) => {
        const seconds = visitSeconds(visit);
        return seconds === null ? '–' : formatDuration(seconds);
      },
    },
    {
      id: 'actions',
      header: t('history.setTime'),
      headerHidden: true,
      card: 'actions',
      cell: (visit) => (
        <span className="flex justify-end gap-1">
          {visit.how_out === 'automatic' && (
            <Button size="small" onClick={() => onLeave(visit)}>
              {t('history.setTime')}
            </Button>
          )}
          {manages && <DeleteButton visit={visit} />}
        </span>
      ),
    },
  ];
}

function DeleteButton({ visit }: { visit: SiteVisit }) {
  const { t } = useTranslation('site-sign-in');
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteVisit();
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`${t('history.delete')}: ${visit.name}`}
        onClick={() => setIsAsking(true)}
      >
        <Trash2 aria-hidden="true" />
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={setIsAsking}
          title={t('history.deleteTitle', { name: visit.name })}
          description={t('history.deleteText')}
          confirmLabel={t('history.delete')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(visit, { onSuccess: () => setIsAsking(false) })}
        />
      )}
    </>
  );
}
