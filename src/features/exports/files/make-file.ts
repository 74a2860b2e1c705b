import { type FormatId, isFormatId } from '@/features/exports/formats/format-ids';
import type { RecordedExport } from '@/features/exports/payroll-record';
import { FILE_TYPES } from '@/lib/files/download';
import { windows1252 } from '@/lib/files/windows-1252';
import { loadTexts } from '@/lib/i18n';
import { loadCode } from '@/lib/load-code';
import { fixedT } from '@/lib/translation';

export interface MadeFile {
  name: string;
  type: string;
  content: string | BufferSource;
}

const SHEETS = {
  csv: { extension: 'csv', type: 'text/csv;charset=utf-8' },
  pdf: { extension: 'pdf', type: FILE_TYPES.pdf },
  excel: { extension: 'xlsx', type: FILE_TYPES.xlsx },
};

/** Makes the file of a recorded export from the record alone; the same record gives the same file. */
export async function makeFile(
  record: RecordedExport,
  onProgress: (share: number) => void = () => undefined,
): Promise<MadeFile> {
  const { format, start_date, end_date } = record;
  if (isFormatId(format)) return systemFile(record, format);
  const { extension, type } = SHEETS[format];
  return {
    name: `payroll_export_${start_date}_to_${end_date}.${extension}`,
    type,
    content: await sheetContent(record, onProgress),
  };
}

async function systemFile(
  { rows, start_date, end_date }: RecordedExport,
  format: FormatId,
): Promise<MadeFile> {
  const [{ makePayrollFile }, { recordToFileData }] = await Promise.all([
    loadCode(() => import('@/features/exports/formats/formats')),
    loadCode(() => import('@/features/exports/formats/record-to-file-data')),
  ]);
  const period = { start: start_date, end: end_date };
  const { provider, version } = rows.settings;
  const data = recordToFileData(rows, period, provider, version);
  const outcome = makePayrollFile(format, data);
  if (outcome.kind !== 'file') throw new Error('The record does not make a file.');
  const content =
    outcome.encoding === 'windows-1252'
      ? windows1252(outcome.text)
      : `${outcome.encoding === 'utf-8-bom' ? '\uFEFF' : ''}${outcome.text}`;
  return { name: outcome.name, type: outcome.type, content };
}

/** Code for a format is fetched when it is first asked for. */
async function sheetContent(record: RecordedExport, onProgress: (share: number) => void) {
  const { language } = record.rows.settings;
  await loadTexts(language, ['exports']);
  const t = fixedT(language, 'exports');
  if (record.format === 'excel') {
    const { payrollWorkbook } = await loadCode(
      () => import('@/features/exports/files/payroll-workbook'),
    );
    return payrollWorkbook(record, t);
  }
  if (record.format === 'pdf') {
    const { payrollPdf } = await loadCode(() => import('@/features/exports/files/payroll-pdf'));
    return payrollPdf(record, t, onProgress);
  }
  const { payrollCsv } = await loadCode(() => import('@/features/exports/files/payroll-csv'));
  return payrollCsv(record.rows);
}
