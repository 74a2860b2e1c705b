import type { CertifiedPayrollRecord } from '@/entities/certified-payroll/certified-payroll';
import type { FileResult, MadeFile } from '@/features/public-work/report/files/made-file';
import {
  type FileExtras,
  fileName,
  isDraft,
  workersOf,
} from '@/features/public-work/report/files/portal-input';
import { evaluate } from '@/features/public-work/report/files/template/evaluate';
import {
  type Expression,
  ExpressionError,
  parseExpression,
} from '@/features/public-work/report/files/template/expression';
import {
  FIELDS,
  fieldValue,
  hasHours,
  type RowContext,
} from '@/features/public-work/report/files/template/fields';
import type { FileTemplate } from '@/features/public-work/report/files/template/template';
import { csvText } from '@/lib/files/csv';
import { FILE_TYPES } from '@/lib/files/download';
import { loadCode } from '@/lib/load-code';

export interface ColumnFault {
  column: number;
  /** Key of `agency-files:expression.*`. */
  code: string;
  about: string;
  /** Whose row; null: of every row. */
  who: string | null;
}

export interface TemplateTable {
  rows: readonly (readonly string[])[];
  faults: readonly ColumnFault[];
}

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

const faultOf = (error: unknown, column: number, who: string | null): ColumnFault => {
  if (!(error instanceof ExpressionError)) throw error;
  return { column, code: error.code, about: error.about, who };
};

/** The cells of a file; a cell that cannot be worked out is empty and says why. */
export function templateTable(
  template: FileTemplate,
  record: CertifiedPayrollRecord,
  extras: FileExtras,
  max = Number.POSITIVE_INFINITY,
): TemplateTable {
  const faults: ColumnFault[] = [];
  const trees = template.columns.map(({ value }, column): Expression | null => {
    try {
      return parseExpression(value);
    } catch (error) {
      faults.push(faultOf(error, column, null));
      return null;
    }
  });
  const rows = contextsOf(template, record, extras)
    .slice(0, max)
    .map((context) => {
      const fields = fieldValue(context);
      return trees.map((tree, column) => {
        if (!tree) return '';
        try {
          return evaluate(tree, fields);
        } catch (error) {
          const fault = faultOf(error, column, context.row.name);
          const isNoted = faults.some((one) => one.column === column && one.code === fault.code);
          if (!isNoted) faults.push(fault);
          return '';
        }
      });
    });
  return { rows, faults };
}

/** A column that is one of our figures and nothing else stays a number in a workbook. */
const isFigure = (value: string): boolean => FIELDS[value.trim()]?.figure === true;

async function content(
  template: FileTemplate,
  rows: TemplateTable['rows'],
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
