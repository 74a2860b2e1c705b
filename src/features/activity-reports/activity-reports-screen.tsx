import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { PageHeader } from '@/components/shared/page-header';
import { Paper } from '@/components/shared/paper';
import { useViewer } from '@/entities/viewer/use-viewer';
import { savedReportsQuery } from '@/features/activity-reports/api/queries';
import { useDeleteReport } from '@/features/activity-reports/api/save-report';
import { ReportActions } from '@/features/activity-reports/components/report-actions';
import { ReportBar } from '@/features/activity-reports/components/report-bar';
import { ReportChart } from '@/features/activity-reports/components/report-chart';
import { ReportList } from '@/features/activity-reports/components/report-list';
import { ReportTable } from '@/features/activity-reports/components/report-table';
import { useDownloadReport } from '@/features/activity-reports/use-download-report';
import { useReport } from '@/features/activity-reports/use-report';
import { formatDuration } from '@/lib/duration';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

const SaveDialog = lateDialog(async () => ({
  default: (await import('@/features/activity-reports/components/save-dialog')).SaveDialog,
}));

export function ActivityReportsScreen() {
  const { t } = useTranslation(['activity-reports', 'common']);
  const { company, profile } = useViewer();
  const companyId = company?.id ?? '';
  useLiveTable({
    table: 'saved_reports',
    filter: company ? `company_id=eq.${companyId}` : null,
    stale: [queryKeys.reports],
  });
  const report = useReport();
  const saved = useQuery(savedReportsQuery(companyId)).data?.find(
    ({ id }) => id === report.savedId,
  );
  const mine = saved && saved.created_by === profile?.id ? saved : null;
  const title = saved?.name ?? t('title');
  const { download, sheet } = useDownloadReport(report, saved?.name ?? t('fileTitle'));
  const [dialog, setDialog] = useState<'save' | 'delete' | null>(null);
  const remove = useDeleteReport(companyId);
  return (
    <>
      <Paper sheet={sheet} />
      <PageHeader
        title={title}
        documentTitle={t('title')}
        description={saved ? t(saved.shared ? 'sharedReport' : 'ownReport') : t('subtitle')}
        actions={
          <ReportActions
            mine={mine}
            isEmpty={report.table.rows.length === 0}
            onDownload={(kind) => void download(kind)}
            onSave={() => setDialog('save')}
            onDelete={() => setDialog('delete')}
          />
        }
      />
      <div className="grid gap-5 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <ReportList report={report} />
        <div className="min-w-0">
          <ReportBar report={report} />
          <Loaded query={report.query} skeleton={<TableSkeleton />} framed>
            {report.table.unpriced > 0 && (
              <Notice tone="attention" className="mt-4">
                {t('unpriced', { hours: formatDuration(report.table.unpriced) })}
              </Notice>
            )}
            <ReportChart report={report} />
            <ReportTable report={report} />
          </Loaded>
        </div>
      </div>
      {dialog === 'save' && (
        <Suspense>
          <SaveDialog
            stored={mine}
            definition={report.asked}
            onSaved={(id) => report.open(report.definition, id)}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={(open) => !open && setDialog(null)}
        title={t('delete.title', { name: title })}
        description={t('delete.text')}
        confirmLabel={t('common:action.delete')}
        busy={remove.isPending}
        onConfirm={() => {
          if (!mine) return;
          remove.mutate(mine.id, {
            onSuccess: () => {
              setDialog(null);
              report.open(report.definition, null);
            },
          });
        }}
      />
    </>
  );
}
