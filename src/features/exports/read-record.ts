import type { ExportSettings, RecordedExport } from '@/features/exports/payroll-record';

/** The file itself, as the first version kept those for payroll systems. */
export interface StoredFileRecord {
  name: string;
  type: string;
  text: string;
}

interface FirstSettings extends Omit<ExportSettings, 'version' | 'provider'> {
  version: 1;
  projects?: Record<string, string>;
  costCodes?: Record<string, string>;
  file?: StoredFileRecord;
}

type AnyRecord = Omit<RecordedExport, 'rows'> & {
  rows: Omit<RecordedExport['rows'], 'settings'> & { settings: ExportSettings | FirstSettings };
};

/** A record as today's files are made from it, or the file where that is what was kept. */
export function readRecord(record: AnyRecord): RecordedExport | StoredFileRecord {
  const { settings, ...source } = record.rows;
  if (settings.version !== 1) return { ...record, rows: { ...source, settings } };
  const { projects = {}, costCodes = {}, file, ...rest } = settings;
  if (file) return file;
  const each = <Value>(names: Record<string, string>, make: (name: string) => Value) =>
    Object.fromEntries(Object.entries(names).map(([id, name]) => [id, make(name)]));
  return {
    ...record,
    rows: {
      ...source,
      projects: each(projects, (name) => ({ number: null, name, client: null })),
      cost_codes: each(costCodes, (code) => ({ code, name: code })),
      settings: { ...rest, version: 2, provider: {} },
    },
  };
}
