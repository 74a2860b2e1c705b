import { payrollSheet } from '@/features/exports/files/payroll-sheet';
import type { RecordedExport } from '@/features/exports/payroll-record';
import { loadPdfFonts } from '@/lib/files/pdf-fonts';
import { pdfSheetFile } from '@/lib/files/pdf-sheet';
import type { TFunction } from '@/lib/translation';

export async function payrollPdf(
  record: RecordedExport,
  t: TFunction<'exports'>,
  onProgress: (share: number) => void,
): Promise<ArrayBuffer> {
  return pdfSheetFile(
    {
      ...payrollSheet(record, t),
      pageLabel: (page, pages) => t('pdf.page', { page, pages }),
      createdAt: record.rows.settings.createdAt,
      fileId: record.id.replaceAll('-', ''),
    },
    await loadPdfFonts(),
    onProgress,
  );
}
