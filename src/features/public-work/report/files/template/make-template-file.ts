import type { CertifiedPayrollRecord } from '@/entities/certified-payroll/certified-payroll';
import {
  type ColumnFault,
  type FilledColumns,
  fillColumns,
} from '@/entities/file-template/fill-columns';
import type { FileTemplate } from '@/entities/file-template/template';
import type { FileResult, MadeFile } from '@/features/public-work/report/files/made-file';
import {
  type FileExtras,
  fileName,
  isDraft,
  workersOf,
} from '@/features/public-work/report/files/portal-input';
import {
  FIELDS,
  fieldValue,
  hasHours,
  type RowContext,
} from '@/features/public-work/report/files/template/fields';
import { csvText } from '@/lib/files/csv';
import { FILE_TYPES } from '@/lib/files/download';
import { loadCode } from '@/lib/load-code';

const WEEK = [1, 2, 3, 4, 5, 6, 7];

function contextsOf({ rows }: FileTemplate, record: CertifiedPayrollRecord, extras: FileExtras) {
  return workersOf(record.report.rows, extras).flatMap((worker) =>
    worker.rows.flatMap((row): RowContext[] => {
      const context = { record, extras, row, local: worker.local };
      if (rows === 'class') return [{ ...context, day: null }];
      return WEEK.filter((day) => hasHours(row, day)).map((day) => ({ ...context, day }));
    }),
  );
}

/** The cells of a file, for each worker and class or each of their days. */
export const templateTable = (
  template: FileTemplate,
  record: CertifiedPayrollRecord,
  extras: FileExtras,
  max = Number.POSITIVE_INFINITY,
): FilledColumns =>
  fillColumns(
    template.columns,
    contextsOf(template, record, extras).slice(0, max),
    fieldValue,
    ({ row }) => row.name,
  );

/** A column that is one of our figures and nothing else stays a number in a workbook. */
const isFigure = (value: string): boolean => FIELDS[value.trim()]?.figure === true;

async function content(
  template: FileTemplate,
  rows: FilledColumns['rows'],
  createdAt: string,
): Promise<MadeFile['content']> {
  const headings = template.columns.map(({ header }) => header);
  const figures = template.columns.map(({ value }) => isFigure(value));
  if (template.output === 'csv') {
    const cells = rows.map((row) => row.map((text, at) => (figures[at] ? { fixed: text } : text)));
    return csvText([...(template.heading ? [headings] : []), ...cells], template.separator);
  }
  const { workbookFile } = await loadCode(() => import('@/lib/files/workbook'));
  return workbookFile({
    title: template.name,
    creator: 'Chalkline',
    createdAt,
    sheets: [
      {
        name: template.name,
        withoutHeader: !template.heading,
        columns: headings.map((heading, at) => ({
          header: heading,
          format: figures[at] ? 'hours' : 'text',
          width: 16,
        })),
        rows: rows.map((row) =>
          row.map((text, at) => (figures[at] && text !== '' ? Number(text) : text)),
        ),
      },
    ],
  });
}

/** The file of a template; faults are for the person who writes it, so that no wrong file leaves. */
export async function templateFile(
  template: FileTemplate,
  record: CertifiedPayrollRecord,
  extras: FileExtras,
): Promise<FileResult & { faults: readonly ColumnFault[] }> {
  const { rows, faults } = templateTable(template, record, extras);
  const notes = isDraft(record) ? (['draft'] as const) : [];
  if (faults.length > 0) return { lacks: [], notes, faults, files: [] };
  const { week_end } = record.report.header;
  const name = fileName(record, `${template.name}_${week_end}.${template.output}`);
  const file: MadeFile = {
    name,
    type: FILE_TYPES[template.output],
    content: await content(template, rows, `${week_end}T00:00:00Z`),
  };
  return { lacks: [], notes, faults, files: [file] };
}
