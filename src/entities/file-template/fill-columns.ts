import { evaluate } from '@/entities/file-template/evaluate';
import {
  type Expression,
  ExpressionError,
  parseExpression,
} from '@/entities/file-template/expression';
import type { TemplateColumn } from '@/entities/file-template/template';

export interface ColumnFault {
  column: number;
  /** Key of `file-template:expression.*`. */
  code: string;
  about: string;
  /** Whose row; null: of every row. */
  who: string | null;
}

export interface FilledColumns {
  rows: readonly (readonly string[])[];
  faults: readonly ColumnFault[];
}

const faultOf = (error: unknown, column: number, who: string | null): ColumnFault => {
  if (!(error instanceof ExpressionError)) throw error;
  return { column, code: error.code, about: error.about, who };
};

/** The cells of a file; a cell that cannot be worked out is empty and says why. */
export function fillColumns<Row>(
  columns: readonly TemplateColumn[],
  rows: readonly Row[],
  fieldsOfRow: (row: Row) => (field: string) => string | undefined,
  nameOf: (row: Row) => string,
): FilledColumns {
  const faults: ColumnFault[] = [];
  const trees = columns.map(({ value }, column): Expression | null => {
    try {
      return parseExpression(value);
    } catch (error) {
      faults.push(faultOf(error, column, null));
      return null;
    }
  });
  const cells = rows.map((row) => {
    const fields = fieldsOfRow(row);
    return trees.map((tree, column) => {
      if (!tree) return '';
      try {
        return evaluate(tree, fields);
      } catch (error) {
        const fault = faultOf(error, column, nameOf(row));
        const isNoted = faults.some((one) => one.column === column && one.code === fault.code);
        if (!isNoted) faults.push(fault);
        return '';
      }
    });
  });
  return { rows: cells, faults };
}
