import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { layoutsQuery } from '@/features/exports/api/layouts';
import { exportSourceQuery, lastSettingsQuery } from '@/features/exports/api/queries';
import { readPayrollTemplate } from '@/features/exports/formats/column-format';
import type { FormatId } from '@/features/exports/formats/format-ids';
import { machineFormat, makePayrollFile } from '@/features/exports/formats/formats';
import type { MachineFormat, SettingName } from '@/features/exports/formats/machine-format';
import { recordToFileData } from '@/features/exports/formats/record-to-file-data';
import type { DateRange } from '@/lib/time';

/** `WK261115`: names the batch by the end of its period. */
const batchName = (end: string) => `WK${end.slice(2).replaceAll('-', '')}`;

export type SystemSetting = SettingName | 'columns' | 'template';
type Typed = Partial<Record<SystemSetting, string>>;

/** What is typed now, else what was the last time, else what most customers have. */
function filledIn(
  { settings, columns, preset: layout }: MachineFormat,
  typed: Typed,
  last: Record<string, string>,
  range: DateRange,
  stored: string | undefined,
): Record<string, string> {
  const names = settings.map(({ name, preset = '' }): [keyof Typed, string] => [
    name,
    typed[name] ?? (name === 'batch' ? batchName(range.end) : (last[name] ?? preset)),
  ]);
  if (columns || layout?.needed) names.push(['columns', typed.columns ?? last.columns ?? '']);
  if (layout) names.push(['template', typed.template ?? stored ?? last.template ?? '']);
  return Object.fromEntries(names);
}

/** In whatever order their parts are stored. */
const sameTemplate = (one: string | undefined, other: string | undefined): boolean =>
  JSON.stringify(readPayrollTemplate(one)) === JSON.stringify(readPayrollTemplate(other));

/** The file a payroll system would get now, or what stops it. */
export function useSystemFile(companyId: string, range: DateRange, id: FormatId) {
  const [typed, setTyped] = useState<Typed>({});
  const { data: last = {} } = useQuery(lastSettingsQuery(companyId, id));
  const source = useQuery(exportSourceQuery(companyId, range));
  const machine = machineFormat(id);
  const layouts = useQuery({ ...layoutsQuery(companyId), enabled: machine?.preset !== undefined });
  const stored = layouts.data?.find(({ name }) => name === machine?.preset?.name) ?? null;
  const storedText = stored ? JSON.stringify(stored.content) : undefined;
  const values = machine ? filledIn(machine, typed, last, range, storedText) : {};
  const provider = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.trim()]),
  );
  const data = source.data && recordToFileData(source.data, range, provider);
  const outcome = data && makePayrollFile(id, data);
  const locked = source.data?.locked ?? false;
  return {
    source,
    machine,
    stored,
    isSaved: stored !== null && sameTemplate(values.template, storedText),
    values,
    provider,
    data,
    outcome,
    locked,
    isReady: outcome?.kind === 'file' && (machine === null || locked),
    change: (next: Typed) => setTyped((before) => ({ ...before, ...next })),
  };
}
