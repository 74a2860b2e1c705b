import { namedRange } from '@/entities/time-entry/named-period';
import type { Calendar } from '@/entities/time-entry/period';
import { type DateRange, isIsoDate } from '@/lib/time';

export const ROWS = [
  'employee',
  'project',
  'top_project',
  'cost_code',
  'equipment',
  'classification',
] as const;
export const SPANS = ['day', 'week', 'month'] as const;
export const MEASURES = ['hours', 'entries', 'people', 'cost', 'quantity'] as const;
export const REPORT_PERIODS = [
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisYear',
  'custom',
] as const;

export type Span = (typeof SPANS)[number];
/** A custom field of the project or of the entry, by its id. */
export type FieldRow = `${'project' | 'entry'}_field:${string}`;
export type RowName = (typeof ROWS)[number] | Span | FieldRow;
export type Measure = (typeof MEASURES)[number];
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/** What is asked for; the same in the address, in a saved report and in a ready-made one. */
export interface Definition {
  by: RowName;
  second: RowName | null;
  /** A column for each of these. */
  across: Span | null;
  measure: Measure;
  /** Further figures of each line, beside the first. */
  also: Measure[];
  period: ReportPeriod;
  custom: DateRange | null;
  project: string | null;
  employee: string | null;
  /** Of public projects. */
  classification: string | null;
  /** A custom field and the answer that is wanted. */
  field: { row: FieldRow; answer: string } | null;
}

export const FIRST: Definition = {
  by: 'project',
  second: null,
  across: 'week',
  measure: 'hours',
  also: [],
  period: 'thisMonth',
  custom: null,
  project: null,
  employee: null,
  classification: null,
  field: null,
};

export function rangeOf(
  { period, custom }: Pick<Definition, 'period' | 'custom'>,
  calendar: Calendar,
): DateRange {
  if (period !== 'custom') return namedRange(period, calendar);
  return custom ?? namedRange('thisMonth', calendar);
}

/** As `activity_report` takes it. The period's name goes along, for saved reports. */
export function asked(definition: Definition, calendar: Calendar) {
  const { by, second, across, measure, also, project, employee, classification } = definition;
  const { field } = definition;
  const range = rangeOf(definition, calendar);
  return {
    rows: [...new Set([by, second, across].filter((row) => row !== null))],
    measures: [measure, ...also],
    filters: {
      ...(project ? { project: [project] } : {}),
      ...(employee ? { employee: [employee] } : {}),
      ...(classification ? { classification: [classification] } : {}),
      ...(field ? { [field.row]: [field.answer] } : {}),
    },
    start_date: range.start,
    end_date: range.end,
    shape: { by, second, across, period: definition.period },
  };
}

const oneOf = <Value extends string>(values: readonly Value[], text: unknown): Value | null =>
  values.find((value) => value === text) ?? null;
const ALL_ROWS: readonly RowName[] = [...ROWS, ...SPANS];
const FIELD_ROW = /^(project|entry)_field:[0-9a-f-]{36}$/;
export const isField = (row: unknown): row is FieldRow =>
  typeof row === 'string' && FIELD_ROW.test(row);
const rowOf = (text: unknown): RowName | null => (isField(text) ? text : oneOf(ALL_ROWS, text));
const fieldOf = (row: unknown, answer: string | null | undefined): Definition['field'] =>
  isField(row) && answer ? { row, answer } : null;

/** A saved report, read with care: another version may have written it. */
export function readSaved(saved: unknown): Definition {
  const {
    shape = {},
    rows = [],
    measures = [],
    filters = {},
    start_date,
    end_date,
  } = (saved ?? {}) as {
    shape?: Record<string, unknown>;
    rows?: unknown[];
    measures?: unknown[];
    filters?: Record<string, string[]>;
    start_date?: string;
    end_date?: string;
  };
  const [measure = FIRST.measure, ...also] = measures.flatMap(
    (name) => oneOf(MEASURES, name) ?? [],
  );
  // What another program saved has no shape: its rows stand one after the other.
  const [first, second, third] = rows.flatMap((name) => rowOf(name) ?? []);
  const hasShape = rowOf(shape['by']) !== null;
  const filteredBy = Object.keys(filters).find(isField);
  return {
    by: rowOf(shape['by']) ?? first ?? FIRST.by,
    second: hasShape ? rowOf(shape['second']) : (second ?? null),
    across: hasShape ? oneOf(SPANS, shape['across']) : oneOf(SPANS, third),
    measure,
    also,
    period: oneOf(REPORT_PERIODS, shape['period']) ?? 'custom',
    custom: start_date && end_date ? { start: start_date, end: end_date } : null,
    project: filters['project']?.[0] ?? null,
    employee: filters['employee']?.[0] ?? null,
    classification: filters['classification']?.[0] ?? null,
    field: fieldOf(filteredBy, filters[filteredBy ?? '']?.[0]),
  };
}

export function readAddress(params: URLSearchParams): Definition {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const by = rowOf(params.get('by'));
  return {
    by: by ?? FIRST.by,
    second: rowOf(params.get('second')),
    across: by ? oneOf(SPANS, params.get('across')) : FIRST.across,
    measure: oneOf(MEASURES, params.get('show')) ?? FIRST.measure,
    also: (params.get('and') ?? '').split(' ').flatMap((name) => oneOf(MEASURES, name) ?? []),
    period: oneOf(REPORT_PERIODS, params.get('period')) ?? FIRST.period,
    custom:
      isIsoDate(from) && isIsoDate(to)
        ? from <= to
          ? { start: from, end: to }
          : { start: to, end: from }
        : null,
    project: params.get('project'),
    employee: params.get('employee'),
    classification: params.get('class'),
    field: fieldOf(params.get('field'), params.get('answer')),
  };
}

export function writeAddress(definition: Definition): URLSearchParams {
  const { by, second, across, measure, also, period, custom, project, employee } = definition;
  const { classification } = definition;
  const params = new URLSearchParams({ by, show: measure, period });
  const optional = {
    and: also.join(' '),
    second,
    across,
    project,
    employee,
    class: classification,
    field: definition.field?.row,
    answer: definition.field?.answer,
  };
  for (const [name, value] of Object.entries(optional)) if (value) params.set(name, value);
  if (period === 'custom' && custom) {
    params.set('from', custom.start);
    params.set('to', custom.end);
  }
  return params;
}
