import { useViewer } from '@/entities/viewer/use-viewer';
import { reportFile, reportFileName } from '@/features/activity-reports/report-file';
import {
  reportCsv,
  reportPdf,
  reportSheet,
  reportWorkbook,
} from '@/features/activity-reports/report-files';
import type { Report } from '@/features/activity-reports/use-report';
import { errorText } from '@/lib/errors';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { loadCode } from '@/lib/load-code';
import { serverNow } from '@/lib/server-clock';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

/** The table on the screen as a file, and on paper. */
export function useDownloadReport(report: Report, title: string) {
  const { t } = useTranslation('activity-reports');
  const { t: common } = useTranslation('common');
  const format = useFormat();
  const { company } = useViewer();
  const { definition, table, range } = report;
  const makeFile = () =>
    reportFile({
      t,
      format,
      rowName: report.rowName,
      definition,
      table,
      range,
      title,
      company: company?.name ?? '',
      createdAt: new Date(serverNow()).toISOString(),
    });
  const download = async (kind: 'csv' | 'xlsx' | 'pdf'): Promise<void> => {
    const file = makeFile();
    const name = reportFileName(definition, range, kind);
    try {
      if (kind === 'csv') downloadFile(name, FILE_TYPES.csv, reportCsv(file));
      else if (kind === 'xlsx') downloadFile(name, FILE_TYPES.xlsx, await reportWorkbook(file));
      else {
        const { loadPdfFonts } = await loadCode(() => import('@/lib/files/pdf-fonts'));
        downloadFile(name, FILE_TYPES.pdf, await reportPdf(file, await loadPdfFonts()));
      }
    } catch (cause) {
      toast.error(common('error.title'), { description: errorText(cause) });
    }
  };
  return { download, sheet: () => (table.rows.length === 0 ? null : reportSheet(makeFile())) };
}
