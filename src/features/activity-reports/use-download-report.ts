import { useTranslation } from 'react-i18next';
import { toast } from '@/components/ui/toast';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  type ReportFile,
  reportCsv,
  reportPdf,
  reportWorkbook,
} from '@/features/activity-reports/report-files';
import type { Report } from '@/features/activity-reports/use-report';
import { errorWords } from '@/lib/errors';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';

/** The table on the screen as a file. */
export function useDownloadReport(report: Report, title: string) {
  const { t } = useTranslation(['activity-reports', 'common']);
  const format = useFormat();
  const { company } = useViewer();
  const { definition, table, range, adds, named, written } = report;
  const { by, second, across, measure } = definition;
  return async (kind: 'csv' | 'xlsx' | 'pdf'): Promise<void> => {
    const file: ReportFile = {
      title,
      company: company?.name ?? '',
      period: format.dateRange(range.start, range.end),
      headers: {
        words: [t(`row.${by}`), ...(second ? [t(`row.${second}`)] : [])],
        spans: table.columns.map((key) =>
          across === 'month' ? format.month(key) : format.dayMonth(key),
        ),
        total:
          adds.across || table.columns.length === 0
            ? across
              ? t('total')
              : t(`measure.${measure}`)
            : null,
      },
      words: (row) => [named(row.label, by), ...(second ? [named(row.secondLabel, second)] : [])],
      measure,
      table,
      addsDown: adds.down,
      totalLabel: t('total'),
      written,
      page: (page, pages) => t('page', { page, pages }),
      createdAt: new Date(serverNow()).toISOString(),
    };
    const name = `${[measure, by, second, across].filter(Boolean).join('_')}_${range.start}_to_${range.end}.${kind}`;
    try {
      if (kind === 'csv') downloadFile(name, FILE_TYPES.csv, reportCsv(file));
      else if (kind === 'pdf') downloadFile(name, FILE_TYPES.pdf, await reportPdf(file));
      else downloadFile(name, FILE_TYPES.xlsx, await reportWorkbook(file));
    } catch (cause) {
      toast.error(t('common:error.title'), { description: errorWords(cause) });
    }
  };
}
