import type { CertifiedPayrollRecord } from '@/entities/certified-payroll/certified-payroll';
import type { FileResult } from '@/features/public-work/report/files/made-file';
import type { FileExtras, PortalId } from '@/features/public-work/report/files/portal-input';
import { loadCode } from '@/lib/load-code';

export const FORMAT_IDS = ['ca', 'ny', 'wa', 'lcp-xlsx', 'lcp-csv'] as const;
export type FormatId = (typeof FORMAT_IDS)[number];

/** A file of the Download menu; its name is `agency-files:format.<id>`. */
export interface ReportFormat {
  id: FormatId;
  /** Whose codes it has, in `portal_codes`. */
  portal: PortalId;
  needs: {
    /** A list of workers that the person opens in the browser. */
    workers: 'needed' | 'optional';
    /** Codes of the project, and of each class. */
    projectCodes: readonly string[];
    classCodes: readonly { name: string; needed: boolean }[];
  };
  /** What is lacking, or the files. Nothing is sent anywhere. */
  make: (record: CertifiedPayrollRecord, extras: FileExtras) => Promise<FileResult>;
}

const LCP_NEEDS: ReportFormat['needs'] = {
  workers: 'optional',
  projectCodes: ['contract_id', 'work_order'],
  classCodes: [
    { name: 'class_code', needed: true },
    { name: 'craft_id', needed: false },
  ],
};

const lcp = (id: 'lcp-xlsx' | 'lcp-csv', kind: 'xlsx' | 'csv'): ReportFormat => ({
  id,
  portal: 'lcptracker',
  needs: LCP_NEEDS,
  make: async (record, extras) =>
    (await loadCode(() => import('@/features/public-work/report/files/lcptracker'))).lcptrackerFile(
      record,
      extras,
      kind,
    ),
});

export const FORMATS: readonly ReportFormat[] = [
  {
    id: 'ca',
    portal: 'ca',
    needs: { workers: 'needed', projectCodes: [], classCodes: [] },
    make: async (record, extras) =>
      (
        await loadCode(() => import('@/features/public-work/report/files/california'))
      ).californiaFile(record, extras),
  },
  {
    id: 'ny',
    portal: 'ny',
    needs: {
      workers: 'needed',
      projectCodes: [],
      classCodes: [{ name: 'work_category', needed: true }],
    },
    make: async (record, extras) =>
      (await loadCode(() => import('@/features/public-work/report/files/new-york'))).newYorkFile(
        record,
        extras,
      ),
  },
  {
    id: 'wa',
    portal: 'wa',
    needs: {
      workers: 'needed',
      projectCodes: [],
      classCodes: [
        { name: 'trade', needed: true },
        { name: 'job_class', needed: false },
        { name: 'county', needed: false },
        { name: 'apprentice_state', needed: false },
      ],
    },
    make: async (record, extras) =>
      (
        await loadCode(() => import('@/features/public-work/report/files/washington'))
      ).washingtonFile(record, extras),
  },
  lcp('lcp-xlsx', 'xlsx'),
  lcp('lcp-csv', 'csv'),
];

/** Those of the contract's own law first; files of other states are not offered. */
export const formatsFor = (regime: string): ReportFormat[] =>
  FORMATS.filter(({ id, portal }) => id === regime || portal === 'lcptracker');
