import { useQuery } from '@tanstack/react-query';
import {
  ArrowLeft,
  ClipboardPen,
  Clock,
  FileDown,
  NotebookPen,
  PackageOpen,
  Scale,
  UserRoundCheck,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { PageHeader } from '@/components/shared/page-header';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { previousQuery, type Report, versionsQuery } from '@/features/field-reports/api/queries';
import { ChangesNotice } from '@/features/field-reports/components/changes-notice';
import { FigureCards } from '@/features/field-reports/components/figure-cards';
import { ListPart } from '@/features/field-reports/components/list-part';
import { PhotosCard } from '@/features/field-reports/components/photos-card';
import { ReviewActions } from '@/features/field-reports/components/review-actions';
import { TextPart } from '@/features/field-reports/components/text-part';
import { useDraftContent } from '@/features/field-reports/components/use-draft-content';
import { WeatherPart } from '@/features/field-reports/components/weather-part';
import {
  type Figures,
  isEmpty,
  LISTS,
  type ListPart as Part,
} from '@/features/field-reports/content';
import { useReportFiles } from '@/features/field-reports/files/use-report-file';
import { STATUS_TONES } from '@/features/field-reports/status-tones';
import { useFormat } from '@/lib/format-context';

const SubmitDialog = lazy(() => import('@/features/field-reports/components/submit-dialog'));

const ICONS = {
  delays: Clock,
  deliveries: PackageOpen,
  visitors: UserRoundCheck,
  directed: Scale,
} as const;

export interface ReportViewProps {
  report: Report;
  figures: Figures;
  projectName: string;
  onBack: () => void;
}

/** Written by itself; the foreman adds what only they know and signs. */
export function ReportView({ report, figures, projectName, onBack }: ReportViewProps) {
  const { t } = useTranslation(['field-reports', 'common']);
  const format = useFormat();
  const manages = useIsPrivileged();
  const files = useReportFiles();
  const { content, type, commit, save } = useDraftContent(report);
  const [submitting, setSubmitting] = useState(false);
  const [making, setMaking] = useState(false);
  const [opened, setOpened] = useState<readonly Part[]>([]);
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
  const quiet = LISTS.filter((part) => isEmpty(content[part]) && !opened.includes(part));
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
            <WeatherPart
              value={content.weather ?? []}
              disabled={!isDraft}
              onChange={(weather) => commit({ weather })}
            />
            {(['work', 'notes'] as const).map((part) => (
              <TextPart
                key={part}
                part={part}
                icon={part === 'work' ? ClipboardPen : NotebookPen}
                value={content[part] ?? ''}
                disabled={!isDraft}
                onType={(text) => type({ [part]: text })}
                onLeave={(text) => commit({ [part]: text })}
              />
            ))}
            {LISTS.filter((part) => !quiet.includes(part)).map((part) => (
              <ListPart
                key={part}
                part={part}
                icon={ICONS[part]}
                lines={content[part] ?? []}
                disabled={!isDraft}
                onChange={(lines) => commit({ [part]: lines })}
              />
            ))}
            {quiet.length > 0 && (
              <section className="rounded-card border bg-surface px-4 py-3">
                <h2 className="font-[620]">{t('nothing.title')}</h2>
                <p className="mb-2 text-muted text-sm">
                  {t(isDraft ? 'nothing.text' : 'nothing.submitted')}
                </p>
                <div className="flex flex-wrap gap-2">
                  {quiet.map((part) => (
                    <Button
                      key={part}
                      size="pill"
                      disabled={!isDraft}
                      onClick={() => setOpened([...opened, part])}
                    >
                      {t(`nothing.${part}`)}
                    </Button>
                  ))}
                </div>
              </section>
            )}
          </div>
        </div>
      </div>
      <div
        data-print="hide"
        className="sticky bottom-0 z-10 -mx-3.5 mt-4 flex flex-wrap items-center gap-2 border-t bg-background px-3.5 py-3 md:-mx-7 md:px-7"
      >
        <span role="status" className="mr-auto text-muted text-sm">
          {isDraft && (save.isPending ? t('common:action.saving') : t('saved'))}
          {!isDraft && `${t(`status.${report.status}`)} · `}
          {!isDraft &&
            versions[0] &&
            t('signed', {
              name: versions[0].signed_name,
              time: format.dateTime(versions[0].created_at),
            })}
        </span>
        <Button
          busy={making}
          onClick={() => {
            setMaking(true);
            void files.pdf(report).finally(() => setMaking(false));
          }}
        >
          <FileDown aria-hidden="true" />
          {t(isDraft ? 'preview' : 'pdf.open')}
        </Button>
        {manages && <ReviewActions report={report} />}
        {isDraft && (
          <Button variant="primary" size="large" onClick={() => setSubmitting(true)}>
            {t('submit.open')}
          </Button>
        )}
      </div>
      <Suspense>
        {submitting && (
          <SubmitDialog report={report} none={none} onClose={() => setSubmitting(false)} />
        )}
      </Suspense>
    </>
  );
}
