import { useQuery } from '@tanstack/react-query';
import { FirstFew } from '@/components/shared/first-few';
import { Badge } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { type OwnReport, ownReportsQuery } from '@/features/my-status/api/queries';
import { OwnReportRow } from '@/features/my-status/components/own-report-row';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const SHOWN_AT_FIRST = 3;

/** Which certified payrolls contain the person, and what each says about them in plain words. */
export function CertifiedPayrollsCard() {
  const { t } = useTranslation('my-certified-payroll');
  const me = useEmployee();
  const reports = useQuery({ ...ownReportsQuery(me?.id ?? ''), enabled: me !== null }).data ?? [];
  if (reports.length === 0) return null;
  return (
    <Card aria-labelledby="own-certified-payrolls">
      <CardHeader id="own-certified-payrolls" title={t('title')} description={t('text')} divided />
      <FirstFew
        items={reports}
        count={SHOWN_AT_FIRST}
        allLabel={t('allReports', { count: reports.length })}
        fewerLabel={t('fewer')}
      >
        {(report) => (
          <li key={report.certified_payroll_id} className="border-t first:border-t-0">
            <Report report={report} />
          </li>
        )}
      </FirstFew>
    </Card>
  );
}

function Report({ report }: { report: OwnReport }) {
  const { t } = useTranslation('my-certified-payroll');
  const format = useFormat();
  const { number, revision } = report;
  return (
    <details className="group text-sm">
      <summary className="grid cursor-pointer gap-0.5 px-5 py-3 max-md:px-4">
        <span className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="font-[550]">{t('week', { date: format.date(report.week_end) })}</span>
          {!report.newest && <Badge>{t('replaced')}</Badge>}
        </span>
        <span className="text-muted">
          {report.project_name} ·{' '}
          {revision > 0 ? t('corrected', { number, revision }) : t('number', { number })}
        </span>
      </summary>
      <div className="grid gap-3 px-5 pb-4 max-md:px-4">
        {report.own_rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a signed report never change.
          <OwnReportRow key={index} row={row} />
        ))}
        <p className="text-muted">
          {t('signed', {
            name: report.signed_name,
            title: report.signed_title,
            date: format.dateOfInstant(report.signed_at),
          })}
        </p>
        <p className="text-muted">{t('wrong')}</p>
      </div>
    </details>
  );
}
