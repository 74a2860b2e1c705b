import { useViewer } from '@/entities/viewer/use-viewer';
import type { Grouping, ReportRow } from '@/features/dashboard/api/report-query';
import type { ReportRange } from '@/features/dashboard/report/report-choices';
import {
  type ReportContent,
  reportCsv,
  reportSheet,
  reportWorkbook,
} from '@/features/dashboard/report/report-files';
import { errorText } from '@/lib/errors';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { saveSheet } from '@/lib/files/save-sheet';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

interface Report {
  range: ReportRange;
  grouping: Grouping;
  thenBy: Grouping | null;
  withCost: boolean;
  rows: readonly ReportRow[];
}

/** Makes a file of the report, and the browser saves it; or the sheet that is printed. */
export function useSaveReport() {
  const contentOf = useContent();
  const { t } = useTranslation('common');
  const save = async (kind: 'pdf' | 'csv' | 'xlsx', report: Report) => {
    const content = contentOf(report);
    const { range, grouping, thenBy } = report;
    const groups = [grouping, thenBy].filter(Boolean).join('_');
    const name = `hours_${groups}_${range.start}_to_${range.end}`;
    try {
      if (kind === 'csv') downloadFile(`${name}.csv`, FILE_TYPES.csv, reportCsv(content));
      else if (kind === 'pdf') await saveSheet(name, reportSheet(content));
      else downloadFile(`${name}.xlsx`, FILE_TYPES.xlsx, await reportWorkbook(content));
    } catch (cause) {
      toast.error(t('error.title'), { description: errorText(cause) });
    }
  };
  return { save, sheetOf: (report: Report) => reportSheet(contentOf(report)) };
}

function useContent() {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const { company } = useViewer();
  return ({ range, grouping, thenBy, withCost, rows }: Report): ReportContent => {
    const groupName = t(`report.grouping.${grouping}`);
    const thenName = thenBy && t(`report.grouping.${thenBy}`);
    return {
      title: thenName
        ? t('report.byBoth', { grouping: groupName, thenBy: thenName })
        : t('report.by', { grouping: groupName }),
      company: company?.name ?? '',
      period: format.dateRange(range.start, range.end),
      headers: {
        label: groupName,
        thenBy: thenName,
        detail: t('report.detail'),
        hours: t('report.hours'),
        decimal: t('report.hours'),
        entries: t('report.entries'),
        cost: withCost ? t('report.cost') : null,
      },
      money: format.moneyFromCents,
      total: t('report.total'),
      createdAt: new Date(serverNow()).toISOString(),
      rows: [...rows],
    };
  };
}
