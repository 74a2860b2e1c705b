import * as z from 'zod/mini';
import { expressionFault } from '@/entities/file-template/evaluate';

export const SEPARATORS = [',', ';', '\t', '|'] as const;
export const SEPARATOR_NAMES = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;
export const TEMPLATE_FORMAT = 'chalkline-file-template';

const text = (max: number) => z.string().check(z.maxLength(max));

const template = z.strictObject({
  format: z.literal(TEMPLATE_FORMAT),
  version: z.literal(1),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  agency: text(200),
  /** Said above the file until somebody has compared it with the agency's own sheet. */
  compare: z.boolean(),
  /** Certified payroll: for each worker and class, or each of their days. Payroll: for each line of pay. */
  rows: z.enum(['class', 'day', 'line']),
  output: z.enum(['csv', 'xlsx']),
  separator: z.enum(SEPARATORS),
  heading: z.boolean(),
  /** Around every text, or around those that need them: the latter unless told. */
  quotes: z.optional(z.enum(['all', 'needed'])),
  /** CRLF unless told. */
  lineEnd: z.optional(z.enum(['crlf', 'lf'])),
  /** UTF-8 unless told; with a byte order mark, or as old Windows programs read it. */
  encoding: z.optional(z.enum(['utf-8', 'utf-8-bom', 'windows-1252'])),
  columns: z
    .array(
      z.strictObject({
        header: text(200),
        value: text(1000),
        /** The longest text that fits. */
        max: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
      }),
    )
    .check(z.minLength(1), z.maxLength(200)),
});

/** How a file looks; also what is stored, exported and shared. */
export type FileTemplate = z.infer<typeof template>;
export type TemplateColumn = FileTemplate['columns'][number];

export type TemplateReading =
  | { template: FileTemplate; fault: null }
  /** Where in the file it is wrong. */
  | { template: null; fault: { place: string } };

/** A template from outside, strictly: nothing unknown in it. What its columns say is not read yet. */
export function readTemplateForm(json: unknown): TemplateReading {
  const result = template.safeParse(json);
  if (result.success) return { template: result.data, fault: null };
  return { template: null, fault: { place: result.error.issues[0]?.path.join('.') ?? '' } };
}

/** The same where every column can be read, too. */
export function readColumnTemplate(json: unknown, fields: ReadonlySet<string>): TemplateReading {
  const result = readTemplateForm(json);
  if (!result.template) return result;
  const wrong = result.template.columns.findIndex(
    ({ value }) => expressionFault(value, fields) !== null,
  );
  return wrong < 0 ? result : { template: null, fault: { place: `columns.${wrong}.value` } };
}

/** Columns as they are easiest read: `Heading | expression | longest text`. */
export const columnsFrom = (lines: string): TemplateColumn[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [header = '', value = '', max] = line.split(/\s*\|\s*/).map((part) => part.trim());
      return { header, value, ...(max ? { max: Number(max) } : {}) };
    });
