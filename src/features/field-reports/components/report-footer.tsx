import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import type { Report, Version } from '@/features/field-reports/api/queries';
import { ReviewActions } from '@/features/field-reports/components/review-actions';
import { useReportFiles } from '@/features/field-reports/files/use-report-file';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface ReportFooterProps {
  report: Report;
  /** The version signed last, if any. */
  signed: Version | undefined;
  saving: boolean;
  onSubmit: () => void;
}

/** What can be done with the report, always in reach. */
export function ReportFooter({ report, signed, saving, onSubmit }: ReportFooterProps) {
  const { t } = useTranslation(['field-reports', 'common']);
  const format = useFormat();
  const manages = useIsPrivileged();
  const files = useReportFiles();
  const [making, setMaking] = useState(false);
  const isDraft = report.status === 'draft';
  const state = isDraft
    ? t(saving ? 'common:action.saving' : 'saved')
    : `${t(`status.${report.status}`)} · ${
        signed
          ? t('signed', { name: signed.signed_name, time: format.dateTime(signed.created_at) })
          : ''
      }`;
  const makePdf = (): void => {
    setMaking(true);
    void files.pdf(report).finally(() => setMaking(false));
  };
  return (
    <div
      data-print="hide"
      className="sticky bottom-(--bottom-bar-height) z-10 -mx-3.5 mt-4 flex flex-wrap items-center gap-2 border-t bg-background px-3.5 py-3 md:-mx-7 md:px-7"
    >
      <span role="status" className="mr-auto text-muted text-sm">
        {state}
      </span>
      <Button busy={making} onClick={makePdf}>
        <FileDown aria-hidden="true" />
        {t(isDraft ? 'preview' : 'pdf.open')}
      </Button>
      {manages && <ReviewActions report={report} />}
      {isDraft && (
        <Button variant="primary" size="large" onClick={onSubmit}>
          {t('submit.open')}
        </Button>
      )}
    </div>
  );
}
