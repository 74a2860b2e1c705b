import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { usePaper } from '@/components/shared/paper';
import { useViewer } from '@/entities/viewer/use-viewer';
import { exportSourceQuery, payrollRowsQuery, previewData } from '@/features/exports/api/queries';
import { useExportSettings } from '@/features/exports/components/use-export-settings';
import { type PayrollOnPaper, payrollSheet } from '@/features/exports/files/payroll-sheet';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

/** Ctrl+P on the payroll screen: the sheet of the PDF, of the period shown. Nothing is recorded. */
export function PayrollPaper({ range }: { range: DateRange }) {
  const { t } = useTranslation('exports');
  const client = useQueryClient();
  const settings = useExportSettings();
  const ready = useRef<PayrollOnPaper | null>(null);
  const companyId = useViewer().company?.id ?? '';
  const { paper } = usePaper({
    prepare: async () => {
      const [summary, source] = await Promise.all([
        client.fetchQuery(payrollRowsQuery(companyId, range)),
        client.fetchQuery(exportSourceQuery(companyId, range)),
      ]);
      ready.current = {
        start_date: range.start,
        end_date: range.end,
        rows: {
          summary,
          lines: previewData(source).lines,
          settings: settings(),
        },
      };
    },
    // Printed from the browser's menu it was not prepared: then the screen is printed as it is.
    sheet: () => {
      const prepared = ready.current;
      ready.current = null;
      return prepared && payrollSheet(prepared, t);
    },
  });
  return paper;
}
