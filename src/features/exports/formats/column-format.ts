import { type ColumnFault, fillColumns } from '@/entities/file-template/fill-columns';
import {
  columnsFrom,
  type FileTemplate,
  readTemplateForm,
  TEMPLATE_FORMAT,
} from '@/entities/file-template/template';
import { chosenColumns } from '@/features/exports/formats/columns';
import { amountCodes, type ExtraPay, generalRate } from '@/features/exports/formats/extra-pay';
import {
  type FileData,
  hoursByPerson,
  nameOf,
  shortUsDate,
  type WorkedLine,
} from '@/features/exports/formats/file-data';
import type { MachineFormat, Setting } from '@/features/exports/formats/machine-format';
import { fieldsOf } from '@/features/exports/formats/missing-fields';
import {
  type PayRow,
  payrollValue,
  type RowContext,
  rowName,
} from '@/features/exports/formats/payroll-fields';

/** A layout of an accounting system as columns, which each customer may have otherwise. */
export interface ColumnPreset {
  name: string;
  /** Key in `employees.external_ids`. */
  externalId: string;
  settings: readonly Setting[];
  columns: string;
  heading?: true;
  /** Columns without which hours would be lost, by heading: a view chosen before there were templates. */
  needed?: readonly string[];
  /** Work must have both a job and a cost code; else a job that has no number stops the file. */
  place?: 'required' | 'free';
  fileName: (data: FileData) => string;
  type?: 'text/csv' | 'text/plain';
}

export const presetTemplate = (preset: ColumnPreset): FileTemplate => ({
  format: TEMPLATE_FORMAT,
  version: 1,
  name: preset.name,
  agency: '',
  compare: true,
  rows: 'line',
  output: 'csv',
  separator: ',',
  heading: preset.heading ?? false,
  columns: columnsFrom(preset.columns),
});

/** A template of lines of pay as it was stored or is being written: its columns may still be wrong. */
export function readPayrollTemplate(text: string | undefined): FileTemplate | null {
  if (!text) return null;
  try {
    const { template } = readTemplateForm(JSON.parse(text));
    return template?.rows === 'line' && template.output === 'csv' ? template : null;
  } catch {
    return null;
  }
}

/** The company's own columns, else a view that was chosen before, else the preset. */
export function templateOf(preset: ColumnPreset, settings: FileData['settings']): FileTemplate {
  const known = templates.get(settings)?.get(preset);
  if (known) return known;
  const template = readTemplate(preset, settings);
  templates.set(settings, (templates.get(settings) ?? new Map()).set(preset, template));
  return template;
}

/** It is asked for with every line. */
const templates = new WeakMap<FileData['settings'], Map<ColumnPreset, FileTemplate>>();

function readTemplate(preset: ColumnPreset, settings: FileData['settings']): FileTemplate {
  const own = readPayrollTemplate(settings.template);
  if (own) return own;
  const template = presetTemplate(preset);
  const all = template.columns.map(({ header }) => header);
  const view = chosenColumns(
    { all, preset: all, needed: preset.needed ?? [], movable: true },
    settings.columns,
  );
  const columns = view.flatMap((name) => template.columns.filter(({ header }) => header === name));
  return { ...template, columns };
}

/** Whether the row says a value of this field: a column may be empty for some rows. */
function says({ columns }: FileTemplate, field: string, context: RowContext): boolean {
  const own = columns.filter((column) => fieldsOf(column).includes(field));
  const { rows } = fillColumns(own, [context], payrollValue, rowName);
  return rows.some((cells) => cells.some((cell) => cell !== ''));
}

/** Any amount, to see whether the layout has a place for one. */
const ANY_AMOUNT: ExtraPay & { cents: number } = {
  person: {
    id: '',
    firstName: '',
    lastName: '',
    employeeNumber: null,
    jobTitle: null,
    externalIds: {},
    rates: [],
  },
  kind: 'other',
  payCode: '',
  workDate: '2026-01-01',
  minutes: 0,
  rate: null,
  generalRate: null,
  cents: 100,
};

/** Days and projects that lack what the layout asks of a job. */
function withoutPlace(preset: ColumnPreset, data: FileData): string[] {
  if (preset.place === 'free') return [];
  const items = hoursByPerson(data).flatMap(({ person, lines }) =>
    lines.flatMap(({ projectId, costCodeId, workDate }) => {
      const project = projectId === null ? undefined : data.projects[projectId];
      if (preset.place === 'required' && (!project || costCodeId === null))
        return [`${nameOf(person)} ${shortUsDate(workDate)}`];
      return !project || project.number ? [] : [project.name];
    }),
  );
  return [...new Set(items)];
}

/** A layout of columns as a format: the same checks, ids and sums as every other. */
export function columnFormat(preset: ColumnPreset): MachineFormat {
  const contextOf = (data: FileData, row: PayRow): RowContext => ({
    data,
    row,
    idKey: preset.externalId,
  });
  const worked = (data: FileData, line: WorkedLine) =>
    contextOf(data, { kind: 'worked', line, personId: line.employeeId });
  const beside = (data: FileData, extra: ExtraPay & { cents: number }, code = 'X') =>
    contextOf(data, { kind: 'beside', extra, code });
  const takesAmounts = (data: FileData) =>
    says(templateOf(preset, data.settings), 'amount', beside(data, ANY_AMOUNT));
  const cellsOf = (data: FileData, contexts: readonly RowContext[]) =>
    fillColumns(templateOf(preset, data.settings).columns, contexts, payrollValue, rowName);
  const workedContexts = (data: FileData) =>
    hoursByPerson(data).flatMap(({ lines }) => lines.map((line) => worked(data, line)));
  return {
    externalId: preset.externalId,
    settings: preset.settings,
    preset,
    lacking: (data) => withoutPlace(preset, data),
    paidRate: (line, hours, data) => {
      const template = templateOf(preset, data.settings);
      const context = worked(data, line);
      if (says(template, 'amount', context)) return null;
      return says(template, 'rate', context) ? line.rate : generalRate(line, hours, data);
    },
    inMinutes: ({ settings }) =>
      !templateOf(preset, settings).columns.some((column) => fieldsOf(column).includes('hours')),
    amountCodes,
    takesAmounts,
    leaveHours: (data) => {
      const template = templateOf(preset, data.settings);
      const leave = beside(data, { ...ANY_AMOUNT, minutes: 60, rate: 1 });
      if (says(template, 'amount', leave)) return 'amount told';
      return says(template, 'rate', leave) ? 'rate told' : 'rate on file';
    },
    amountRow: (extra, code, data) => [
      ...(cellsOf(data, [beside(data, extra, code)]).rows[0] ?? []),
    ],
    faults: (data): readonly ColumnFault[] => cellsOf(data, workedContexts(data)).faults,
    layout: ({ settings }) => templateOf(preset, settings),
    separator: ',',
    heading: () => [],
    rows: (data) => cellsOf(data, workedContexts(data)).rows,
    limits: ({ settings }) => templateOf(preset, settings).columns.map(({ max }) => max ?? null),
    fileName: preset.fileName,
    type: preset.type ?? 'text/csv',
  };
}
