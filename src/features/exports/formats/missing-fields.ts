import { expressionFault } from '@/entities/file-template/evaluate';
import { type Expression, parseExpression } from '@/entities/file-template/expression';
import type { FileTemplate, TemplateColumn } from '@/entities/file-template/template';
import { PAYROLL_FIELD_NAMES } from '@/features/exports/formats/payroll-fields';

/** What a file of pay cannot do without: who, how long, and as what. */
const NEEDED_FIELDS = [
  ['employee_id', 'employee_number'],
  ['hours', 'minutes', 'duration'],
  ['pay_id', 'pay_code'],
] as const;

export type NeededField = (typeof NEEDED_FIELDS)[number][0];

/** Fields whose value can stand in the cell; what is only asked about is none. */
function fieldsSaid(tree: Expression): string[] {
  if (tree.kind === 'field') return [tree.name];
  if (tree.kind !== 'call') return [];
  return (tree.name === 'if' ? tree.args.slice(1) : tree.args).flatMap(fieldsSaid);
}

/** They are asked for with every line. */
const fieldsByColumn = new WeakMap<TemplateColumn, string[]>();

export function fieldsOf(column: TemplateColumn): string[] {
  const { value } = column;
  const fields =
    fieldsByColumn.get(column) ??
    (expressionFault(value, PAYROLL_FIELD_NAMES) ? [] : fieldsSaid(parseExpression(value)));
  fieldsByColumn.set(column, fields);
  return fields;
}

/** What of a person, hours and pay no column says; each by the first field that would. */
export function missingFields({ columns }: FileTemplate): NeededField[] {
  const used = new Set(columns.flatMap(fieldsOf));
  return NEEDED_FIELDS.filter((names) => !names.some((name) => used.has(name))).map(
    ([first]) => first,
  );
}
