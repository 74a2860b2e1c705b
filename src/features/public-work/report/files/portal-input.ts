import type {
  CertifiedPayrollHeader,
  CertifiedPayrollRecord,
  CertifiedPayrollRow,
} from '@/entities/certified-payroll/certified-payroll';
import type { LocalWorker } from '@/features/public-work/report/files/worker-list';

export type PortalId = 'ca' | 'ny' | 'wa' | 'lcptracker';

export type ContractorDetails = Partial<
  Record<
    | 'legal_name'
    | 'street'
    | 'city'
    | 'state'
    | 'zip'
    | 'phone'
    | 'email'
    | 'fein'
    | 'license_type'
    | 'license_number'
    | 'pwcr'
    | 'insurance_number',
    string | null
  >
>;

/** What portals call classes, by the class as the report prints it; '' is the project itself. */
export type PortalCodes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What files need beside the report. The list of workers was opened in this browser and is nowhere else. */
export interface FileExtras {
  /** As it is today, for what the signed report does not have. */
  contractor?: ContractorDetails;
  codes?: PortalCodes;
  workers?: ReadonlyMap<string, LocalWorker>;
  /** Our numbers of people, by their id. */
  employeeNumbers?: ReadonlyMap<string, string | null>;
}

export interface Worker {
  rows: readonly [CertifiedPayrollRow, ...CertifiedPayrollRow[]];
  local: LocalWorker | undefined;
}

/** A worker of the report with all their rows, in its order. */
export function workersOf(rows: readonly CertifiedPayrollRow[], extras: FileExtras): Worker[] {
  const byEntry = new Map<number, [CertifiedPayrollRow, ...CertifiedPayrollRow[]]>();
  for (const row of rows) {
    const known = byEntry.get(row.entry);
    if (known) known.push(row);
    else byEntry.set(row.entry, [row]);
  }
  return [...byEntry.values()].map((own) => ({
    rows: own,
    local: extras.workers?.get(own[0].employee_id),
  }));
}

/** As it was signed; what was empty then, as it is today. */
export function contractorOf(header: CertifiedPayrollHeader, extras: FileExtras) {
  return (name: keyof ContractorDetails): string => {
    const signed = (header.contractor as ContractorDetails | null | undefined)?.[name];
    return (signed ?? extras.contractor?.[name] ?? '').trim();
  };
}

export const externalId = (header: CertifiedPayrollHeader, name: string): string => {
  const value = header.external_ids[name];
  return typeof value === 'string' ? value.trim() : '';
};

export const codesOf = (extras: FileExtras, classification: string | null) =>
  extras.codes?.[classification ?? ''] ?? {};

export const isDraft = (record: CertifiedPayrollRecord): boolean => record.signer === null;

/** Files of what nobody signed say so in their name. */
export const fileName = (record: CertifiedPayrollRecord, name: string): string =>
  `${isDraft(record) ? 'DRAFT_' : ''}${name.replace(/[^\w.-]+/g, '-')}`;
