import * as z from 'zod/mini';
import { expressionFault } from '@/features/public-work/report/files/template/evaluate';
import { fieldsIn, parseExpression } from '@/features/public-work/report/files/template/expression';
import { FIELD_NAMES, FIELDS } from '@/features/public-work/report/files/template/fields';

export const SEPARATORS = [',', ';', '\t', '|'] as const;
export const TEMPLATE_FORMAT = 'chalkline-file-template';

const text = (max: number) => z.string().check(z.maxLength(max));

const template = z.strictObject({
  format: z.literal(TEMPLATE_FORMAT),
  version: z.literal(1),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  agency: text(200),
  /** Said above the file until somebody has compared it with the agency's own sheet. */
  compare: z.boolean(),
  /** A line for each worker and class, or for each of their days with hours. */
  rows: z.enum(['class', 'day']),
  output: z.enum(['csv', 'xlsx']),
  separator: z.enum(SEPARATORS),
  heading: z.boolean(),
  columns: z
    .array(z.strictObject({ header: text(200), value: text(1000) }))
    .check(z.minLength(1), z.maxLength(200)),
});

/** How a file looks; also what is stored, exported and shared. */
export type FileTemplate = z.infer<typeof template>;
export type TemplateColumn = FileTemplate['columns'][number];

export type TemplateReading =
  | { template: FileTemplate; fault: null }
  /** Where in the file it is wrong. */
  | { template: null; fault: { place: string } };

/** A template from outside, strictly: nothing unknown in it, and every column can be read. */
export function readTemplate(json: unknown): TemplateReading {
  const result = template.safeParse(json);
  if (!result.success) {
    const place = result.error.issues[0]?.path.join('.') ?? '';
    return { template: null, fault: { place } };
  }
  const wrong = result.data.columns.findIndex(
    ({ value }) => expressionFault(value, FIELD_NAMES) !== null,
  );
  return wrong < 0
    ? { template: result.data, fault: null }
    : { template: null, fault: { place: `columns.${wrong}.value` } };
}

export function readTemplateFile(content: string): TemplateReading {
  try {
    return readTemplate(JSON.parse(content));
  } catch {
    return { template: null, fault: { place: '' } };
  }
}

/** Whether it has a field of the list that is opened in the browser. */
export const needsWorkers = ({ columns }: FileTemplate): boolean =>
  columns.some(({ value }) => {
    if (expressionFault(value, FIELD_NAMES)) return false;
    return fieldsIn(parseExpression(value)).some((name) => FIELDS[name]?.group === 'list');
  });
