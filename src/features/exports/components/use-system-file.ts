import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { exportSourceQuery, lastSettingsQuery } from '@/features/exports/api/queries';
import type { FormatId } from '@/features/exports/formats/format-ids';
import { machineFormat, makePayrollFile } from '@/features/exports/formats/formats';
import type { MachineFormat, SettingName } from '@/features/exports/formats/machine-format';
import { recordToFileData } from '@/features/exports/formats/record-to-file-data';
import type { DateRange } from '@/lib/time';

/** `WK261115`: names the batch by the end of its period. */
const batchName = (end: string) => `WK${end.slice(2).replaceAll('-', '')}`;

type Typed = Partial<Record<SettingName | 'columns', string>>;

/** What is typed now, else what was the last time, else what most customers have. */
function filledIn(
  { settings, columns }: MachineFormat,
  typed: Typed,
  last: Record<string, string>,
  range: DateRange,
): Record<string, string> {
  const names = settings.map(({ name, preset = '' }): [keyof Typed, string] => [
    name,
    typed[name] ?? (name === 'batch' ? batchName(range.end) : (last[name] ?? preset)),
  ]);
  if (columns) names.push(['columns', typed.columns ?? last.columns ?? '']);
  return Object.fromEntries(names);
}

/** The file a payroll system would get now, or what stops it. */
export function useSystemFile(companyId: string, range: DateRange, id: FormatId) {
  const [typed, setTyped] = useState<Typed>({});
  const { data: last = {} } = useQuery(lastSettingsQuery(companyId, id));
  const source = useQuery(exportSourceQuery(companyId, range));
  const machine = machineFormat(id);
  const values = machine ? filledIn(machine, typed, last, range) : {};
  const provider = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.trim()]),
  );
  const data = source.data && recordToFileData(source.data, range, provider);
  const outcome = data && makePayrollFile(id, data);
  const locked = source.data?.locked ?? false;
  return {
    source,
    machine,
    values,
    provider,
    data,
    outcome,
    locked,
    isReady: outcome?.kind === 'file' && (machine === null || locked),
    change: (name: SettingName | 'columns', value: string) => setTyped({ ...typed, [name]: value }),
  };
}
