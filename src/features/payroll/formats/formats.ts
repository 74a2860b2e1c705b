import { adpRun } from '@/features/payroll/formats/adp-run';
import { adpWfn } from '@/features/payroll/formats/adp-wfn';
import type { FileData } from '@/features/payroll/formats/file-data';
import { genericCsv } from '@/features/payroll/formats/generic-csv';
import { gusto } from '@/features/payroll/formats/gusto';
import {
  type FileOutcome,
  type MachineFormat,
  makeMachineFile,
} from '@/features/payroll/formats/machine-format';
import { paychexSpi } from '@/features/payroll/formats/paychex-spi';
import { quickbooksIif } from '@/features/payroll/formats/quickbooks-iif';
import { sage300 } from '@/features/payroll/formats/sage-300';
import { spectrum } from '@/features/payroll/formats/spectrum';

export const FORMAT_IDS = [
  'generic',
  'quickbooks-iif',
  'adp-wfn',
  'adp-run',
  'gusto',
  'paychex-spi',
  'sage-300',
  'spectrum',
] as const;
export type FormatId = (typeof FORMAT_IDS)[number];

/** The layouts of payroll systems; the generic CSV has none and is always possible. */
const MACHINE_FORMATS: Record<Exclude<FormatId, 'generic'>, MachineFormat> = {
  'quickbooks-iif': quickbooksIif,
  'adp-wfn': adpWfn,
  'adp-run': adpRun,
  gusto,
  'paychex-spi': paychexSpi,
  'sage-300': sage300,
  spectrum,
};

export function isFormatId(text: string): text is FormatId {
  return FORMAT_IDS.some((id) => id === text);
}

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
