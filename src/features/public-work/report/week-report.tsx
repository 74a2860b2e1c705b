import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { BackLink } from '@/components/shared/back-link';
import { late } from '@/components/shared/late';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton, TableSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { PageTitle } from '@/components/shared/page-title';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { type CertifiedPayroll, draftRecord } from '@/entities/certified-payroll/certified-payroll';
import { useViewer } from '@/entities/viewer/use-viewer';
import { projectWeeksAddress } from '@/features/public-work/report/addresses';
import {
  reportQuery,
  type SignedReport,
  signedQuery,
  WEEK_STATES,
  weeksQuery,
} from '@/features/public-work/report/api/queries';
import { cellAddress, readCellAddress } from '@/features/public-work/report/cells';
import { compareReports } from '@/features/public-work/report/compare-reports';
import { CorrectionCard } from '@/features/public-work/report/components/correction-card';
import { DeliveryCard } from '@/features/public-work/report/components/delivery-card';
import { DownloadMenu } from '@/features/public-work/report/components/download-menu';
import { DueCard } from '@/features/public-work/report/components/due-card';
import { FactsStrip } from '@/features/public-work/report/components/facts-strip';
import { FirstSignatureCard } from '@/features/public-work/report/components/first-signature-card';
import { FormCard } from '@/features/public-work/report/components/form-card';
import { SignedCard } from '@/features/public-work/report/components/signed-card';
import { WeekBar } from '@/features/public-work/report/components/week-bar';
import { WeekChecks } from '@/features/public-work/report/components/week-checks';
import { STATE_TONES } from '@/features/public-work/report/week-states';
import { workersOf } from '@/features/public-work/report/workers';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const DeliveryPanel = late(() =>
  withTexts(
    import('@/features/public-work/handoff/delivery-panel').then((file) => file.DeliveryPanel),
    'handoff',
  ),
);
const CellDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/report/components/cell-dialog')).CellDialog,
}));

interface WeekReportProps {
  projectId: string;
  weekEnd: IsoDate;
}

/** The report of one project and week: as signed, or as it would be signed today. */
export function WeekReport({ projectId, weekEnd }: WeekReportProps) {
  const { t } = useTranslation('certified-payroll');
  const companyId = useViewer().company?.id ?? '';
  const live = useQuery(reportQuery(companyId, projectId, weekEnd));
  const signed = useQuery(signedQuery(companyId, projectId, weekEnd));
  const isPending = live.isPending || signed.isPending;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <BackLink to={projectWeeksAddress(projectId)}>{t('week.all')}</BackLink>
      </div>
      <Loaded query={{ ...live, isPending }} skeleton={<TableSkeleton />} framed>
        {(report) => (
          <Loaded query={signed} skeleton={<TableSkeleton />} framed>
            {(versions) => (
              <ShownReport
                projectId={projectId}
                weekEnd={weekEnd}
                live={report}
                versions={versions}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}

interface ShownReportProps extends WeekReportProps {
  live: CertifiedPayroll;
  versions: readonly SignedReport[];
}

function ShownReport({ projectId, weekEnd, live, versions }: ShownReportProps) {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const [params, setParams] = useSearchParams();
  const weeks = useQuery(weeksQuery(companyId, projectId)).data ?? [];
  const change = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const newest = versions[0] ?? null;
  const isCorrecting = newest !== null && params.get('correct') !== null;
  const asked = versions.find(({ revision }) => String(revision) === params.get('revision'));
  const shown = isCorrecting ? null : (asked ?? newest);
  const report = shown?.content.report ?? live;
  const workers = workersOf(report);
  const changes = newest ? compareReports(newest.content.report, live) : [];
  const { number } = report.header;
  const title = t('week.title', { number });
  const opened = readCellAddress(params.get('cell'));
  return (
    <>
      <PageTitle title={`${title}, ${report.header.project_name}`} />
      <div className="flex flex-wrap items-end gap-x-3 gap-y-3">
        <div className="mr-auto min-w-0">
          <p className="text-muted text-sm">{report.header.project_name}</p>
          <h2 className="flex flex-wrap items-center gap-2 font-[660] text-lg tracking-[-0.01em]">
            {title}
            <ReportBadge shown={shown} isCorrecting={isCorrecting} />
          </h2>
        </div>
        <WeekBar projectId={projectId} weekEnd={weekEnd} weeks={weeks} />
        <DownloadMenu record={shown?.content ?? draftRecord(live)} />
      </div>
      {shown && shown.id === newest?.id && changes.length > 0 && (
        <Notice
          tone="attention"
          title={t('correct.differs', { count: changes.length })}
          action={
            <Button size="small" onClick={() => change('correct', '1')}>
              {t('correct.open')}
            </Button>
          }
        >
          {t('correct.differsText')}
        </Notice>
      )}
      {shown && newest && shown.id !== newest.id && (
        <Notice
          action={
            <Button size="small" onClick={() => change('revision', null)}>
              {t('signed.newest')}
            </Button>
          }
        >
          {t('signed.old', { revision: newest.revision })}
        </Notice>
      )}
      <FactsStrip report={report} due={live.header} />
      <WeekChecks report={report} />
      <FormCard
        report={report}
        workers={workers}
        onOpen={(cell) => change('cell', cellAddress(cell))}
      />
      {report.due.length > 0 && <DueCard report={report} />}
      {shown ? (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <SignedCard
            versions={versions}
            shown={shown}
            onShow={(revision) => change('revision', String(revision))}
            onCorrect={() => change('correct', '1')}
          />
          <div className="grid gap-4">
            <DeliveryCard report={shown} />
            <Suspense fallback={<ListSkeleton />}>
              <DeliveryPanel payroll={shown} />
            </Suspense>
          </div>
        </div>
      ) : newest ? (
        <CorrectionCard
          before={newest}
          live={live}
          changes={changes}
          workers={workers}
          onDone={() => change('correct', null)}
        />
      ) : (
        <FirstSignatureCard
          projectId={projectId}
          weekEnd={weekEnd}
          report={live}
          workers={workers}
          weeks={weeks}
        />
      )}
      <p className="text-muted text-xs">
        {t(shown ? 'never.signed' : 'never.live', { date: format.date(weekEnd) })}
      </p>
      {opened && (
        <CellDialog
          projectId={projectId}
          weekEnd={weekEnd}
          report={report}
          isSigned={shown !== null}
          opened={opened}
          onClose={() => change('cell', null)}
        />
      )}
    </>
  );
}

function ReportBadge({
  shown,
  isCorrecting,
}: {
  shown: SignedReport | null;
  isCorrecting: boolean;
}) {
  const { t } = useTranslation('certified-payroll');
  if (!shown) return <Badge tone="neutral">{t(isCorrecting ? 'correct.badge' : 'draft')}</Badge>;
  const { revision } = shown;
  const state = WEEK_STATES.find((known) => known === shown.status) ?? 'signed';
  return (
    <>
      <Badge tone={STATE_TONES[state]}>{t(`state.${state}`)}</Badge>
      {revision > 0 && <Badge>{t('signed.correction', { revision })}</Badge>}
    </>
  );
}
