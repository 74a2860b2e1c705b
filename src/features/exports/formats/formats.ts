import { ACCOUNTING_FORMATS } from '@/features/exports/formats/accounting-systems';
import { adpRun } from '@/features/exports/formats/adp-run';
import { adpWfn } from '@/features/exports/formats/adp-wfn';
import type { FileData } from '@/features/exports/formats/file-data';
import type { FormatId } from '@/features/exports/formats/format-ids';
import { genericCsv } from '@/features/exports/formats/generic-csv';
import { gusto } from '@/features/exports/formats/gusto';
import {
  type FileOutcome,
  type MachineFormat,
  makeMachineFile,
} from '@/features/exports/formats/machine-format';
import { paychexSpi } from '@/features/exports/formats/paychex-spi';
import { quickbooksIif } from '@/features/exports/formats/quickbooks-iif';

/** The layouts of payroll systems; the generic CSV has none and is always possible. */
const MACHINE_FORMATS: Record<Exclude<FormatId, 'generic'>, MachineFormat> = {
  'quickbooks-iif': quickbooksIif,
  'adp-wfn': adpWfn,
  'adp-run': adpRun,
  gusto,
  'paychex-spi': paychexSpi,
  ...ACCOUNTING_FORMATS,
};

export function machineFormat(id: FormatId): MachineFormat | null {
  return id === 'generic' ? null : MACHINE_FORMATS[id];
}

export function makePayrollFile(id: FormatId, data: FileData): FileOutcome {
  const format = machineFormat(id);
  if (format) return makeMachineFile(format, data);
  if (data.lines.length === 0) return { kind: 'nothing' };
  return {
    kind: 'file',
    name: `payroll_lines_${data.period.start}_to_${data.period.end}.csv`,
    type: 'text/csv',
    text: genericCsv(data),
  };
}
