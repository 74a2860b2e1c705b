import i18next from 'i18next';
import { exportFileName, type RecordedExport } from '@/features/exports/payroll-record';
import { downloadFile } from '@/lib/files/download';

const TYPES = {
  csv: 'text/csv;charset=utf-8',
  pdf: 'application/pdf',
  excel: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Code for a format is fetched when it is first asked for. */
async function contentOf(record: RecordedExport, onProgress: (share: number) => void) {
  const { language } = record.rows.settings;
  await i18next.loadLanguages(language);
  const t = i18next.getFixedT(language, 'exports');
  if (record.format === 'excel') {
    const { payrollWorkbook } = await import('@/features/exports/files/payroll-workbook');
    return payrollWorkbook(record, t);
  }
  if (record.format === 'pdf') {
    const { payrollPdf } = await import('@/features/exports/files/payroll-pdf');
    return payrollPdf(record, t, onProgress);
  }
  const { payrollCsv } = await import('@/features/exports/files/payroll-csv');
  return payrollCsv(record.rows.summary);
}

/** Makes the file of a recorded export and hands it over; the same record gives the same file. */
export async function downloadExport(
  record: RecordedExport,
  onProgress: (share: number) => void = () => undefined,
): Promise<string> {
  const content = await contentOf(record, onProgress);
  const name = exportFileName(record);
  downloadFile(name, TYPES[record.format], content);
  return name;
}
