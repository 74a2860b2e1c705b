import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Notice } from '@/components/shared/notice';
import { PageHeader } from '@/components/shared/page-header';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { previousQuery, type Report, versionsQuery } from '@/features/field-reports/api/queries';
import { ChangesNotice } from '@/features/field-reports/components/changes-notice';
import { FigureCards } from '@/features/field-reports/components/figure-cards';
import { PhotosCard } from '@/features/field-reports/components/photos-card';
import { ReportFooter } from '@/features/field-reports/components/report-footer';
import { ReportParts } from '@/features/field-reports/components/report-parts';
import { useDraftContent } from '@/features/field-reports/components/use-draft-content';
import { type Figures, isEmpty, LISTS } from '@/features/field-reports/content';
import { STATUS_TONES } from '@/features/field-reports/status-tones';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const SubmitDialog = lateDialog(() => import('@/features/field-reports/components/submit-dialog'));

export interface ReportViewProps {
  report: Report;
  figures: Figures;
  projectName: string;
  onBack: () => void;
}

/** Written by itself; the foreman adds what only they know and signs. */
export function ReportView({ report, figures, projectName, onBack }: ReportViewProps) {
  const { t } = useTranslation('field-reports');
  const format = useFormat();
  const draft = useDraftContent(report);
  const { content, commit } = draft;
  const [submitting, setSubmitting] = useState(false);
  const isDraft = report.status === 'draft';
  const { data: previous } = useQuery({
    ...previousQuery(report.company_id, report.project_id, report.report_date),
    enabled: isDraft,
  });
  const { data: versions = [] } = useQuery({
    ...versionsQuery(report.company_id, report.id),
    enabled: report.version > 0,
  });
  // What was signed is shown as it was signed; the differences stand above it.
  const shown = isDraft ? figures : (versions[0]?.figures ?? figures);
  const none = [
    ...(isEmpty(content.weather) ? [t('part.weather')] : []),
    ...(isEmpty(content.work?.trim()) ? [t('part.work')] : []),
    ...LISTS.filter((part) => isEmpty(content[part])).map((part) => t(`part.${part}`)),
  ];
  const copy = () =>
    previous &&
    commit({
      work: content.work || previous.content.work || '',
      notes: content.notes || previous.content.notes || '',
      directed: content.directed ?? previous.content.directed ?? [],
    });

  return (
    <>
      <PageHeader
        title={projectName}
        documentTitle={`${report.number} · ${projectName}`}
        description={`${report.number} · ${format.longDate(report.report_date)}`}
        actions={
          <Button onClick={onBack}>
            <ArrowLeft aria-hidden="true" />
            {t('backToList')}
          </Button>
        }
      />
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Badge tone={STATUS_TONES[report.status]}>{t(`status.${report.status}`)}</Badge>
        {report.version > 0 && (
          <span className="text-muted text-sm">{t('version', { version: report.version })}</span>
        )}
        <span className="text-muted text-sm">{isDraft && t('composed')}</span>
      </div>
      <div className="grid gap-3">
        {isDraft && report.review_note && (
          <Notice tone="attention" title={t('sentBack')}>
            {report.review_note}
          </Notice>
        )}
        {report.version > 0 && <ChangesNotice reportId={report.id} />}
        <div className="grid items-start gap-3 lg:grid-cols-2">
          <div className="grid gap-3">
            <FigureCards figures={shown} />
            <PhotosCard
              photos={shown.photos}
              leftOut={isDraft ? (content.left_out ?? []) : []}
              {...(isDraft ? { onChange: (left_out) => commit({ left_out }) } : {})}
            />
          </div>
          <div className="grid gap-3">
            {isDraft && previous && (
              <Button className="justify-self-start" onClick={copy}>
                {t('copy', { date: format.dayMonth(previous.report_date) })}
              </Button>
            )}
            <ReportParts report={report} draft={draft} figures={shown} disabled={!isDraft} />
          </div>
        </div>
      </div>
      <ReportFooter
        report={report}
        signed={versions[0]}
        saving={draft.save.isPending}
        onSubmit={() => setSubmitting(true)}
      />
      <Suspense>
        {submitting && (
          <SubmitDialog report={report} none={none} onClose={() => setSubmitting(false)} />
        )}
      </Suspense>
    </>
  );
}
