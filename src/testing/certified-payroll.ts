import type {
  CertifiedPayroll,
  CertifiedPayrollHeader,
  CertifiedPayrollRow,
  FringePlanOnReport,
  ProgramOnReport,
  SignedCertifiedPayroll,
} from '@/entities/certified-payroll/certified-payroll';

/** Reports as `certified_payroll()` returns them: the week that ends on Sunday, March 15, 2026. */
const DATES = [9, 10, 11, 12, 13, 14, 15].map((day) => `2026-03-${String(day).padStart(2, '0')}`);

export const header = (changes: Partial<CertifiedPayrollHeader> = {}): CertifiedPayrollHeader => ({
  project_id: '7d1f0a52-2e51-4a4e-9b07-51a9e1a11111',
  project_name: 'Harbor school',
  project_number: '26-014',
  contract_number: 'W912-26-C-0001',
  contractor_role: 'prime',
  prime_name: null,
  business_name: 'Demo Construction Co.',
  business_address: '400 Mill Street, Salem, MA 01970',
  location: '12 Pier Road, Salem, Essex County, MA',
  county: 'Essex',
  state: 'MA',
  agency: 'U.S. Army Corps of Engineers',
  regime: 'federal',
  cwhssa: 'applies',
  external_ids: {},
  top_up: true,
  week_start: '2026-03-09',
  week_end: '2026-03-15',
  no_work: false,
  determinations: [
    {
      number: 'MA20260001',
      modification: '3',
      published_on: '2026-01-02',
      effective_from: '2026-01-05',
    },
  ],
  number: 4,
  revision: 0,
  final: false,
  remarks: null,
  ...changes,
});

/** Eight hours from Monday to Friday at 30.00, fringes to plans; payroll paid nothing else. */
export const row = (
  entry: number,
  changes: Partial<CertifiedPayrollRow> = {},
): CertifiedPayrollRow => ({
  entry,
  employee_id: `00000000-0000-4000-8000-${String(entry).padStart(12, '0')}`,
  name: `Maria Núñez ${entry}`,
  last_name: `Núñez ${entry}`,
  first_name: 'Maria',
  identifying_number: String(1000 + entry),
  kind: 'J',
  level: null,
  over_ratio: false,
  classification: 'Carpenter',
  classification_code: 'CARP',
  classification_id: '00000000-0000-4000-8000-00000000c1a5',
  days: DATES.map((date, index) => ({
    date,
    st: index < 5 ? '8.00' : '0.00',
    ot: '0.00',
    dt: '0.00',
  })),
  total_st: '40.00',
  total_ot: '0.00',
  total_dt: '0.00',
  total: '40.00',
  rate_st: '30.00',
  rate_ot: '45.00',
  rate_dt: null,
  rate: '30.0000',
  rate_reasons: [],
  determination_base: '30.00',
  determination_fringe: '12.50',
  fringe_credit: '500.00',
  cash_in_lieu: '0.00',
  gross_project: '1200.00',
  gross_all: '1200.00',
  deductions: { tax: '165.00', fica: '91.80', other: '0.00', total: '256.80', items: [] },
  net: '943.20',
  check_number: '2231',
  paid_on: '2026-03-20',
  ...changes,
});

export const plan = (
  entries: readonly number[],
  changes: Partial<FringePlanOnReport> = {},
): FringePlanOnReport => ({
  plan_id: '00000000-0000-4000-8000-0000000091a0',
  name: 'Carpenters health fund',
  kind: 'health',
  plan_number: '501',
  funded: true,
  approval: null,
  workers: entries.map((entry) => ({
    entry,
    employee_id: row(entry).employee_id,
    hourly_credit: '12.50',
    credit: '500.00',
  })),
  ...changes,
});

export const program = (
  entries: readonly number[],
  changes: Partial<ProgramOnReport> = {},
): ProgramOnReport => ({
  program_id: '00000000-0000-4000-8000-000000009709',
  name: 'New England Carpenters Training Fund',
  registered_with: 'SAA',
  occupation: 'Carpenter',
  workers: entries.map((entry) => ({
    entry,
    employee_id: row(entry).employee_id,
    registration_number: 'MA-2231',
    level: '3rd period 60 %',
    percent: '60.00',
    fringe_percent: null,
    over_ratio: [],
  })),
  ...changes,
});

export const report = (
  rows: readonly CertifiedPayrollRow[],
  changes: Partial<CertifiedPayroll> = {},
): CertifiedPayroll => ({
  header: header({ no_work: rows.length === 0 }),
  rows: [...rows],
  plans: rows.length > 0 ? [plan(rows.map(({ entry }) => entry))] : [],
  apprentices: [],
  checks: [],
  due: [],
  ...changes,
});

export const signed = (
  content: CertifiedPayroll,
  changes: Partial<SignedCertifiedPayroll> = {},
): SignedCertifiedPayroll => ({
  report: content,
  statements: [1, 2, 3, 5, 6],
  signer: {
    name: 'Dana Whitfield',
    title: 'Controller',
    email: 'dana@example.com',
    phone: '978-555-0142',
  },
  // An evening in Salem.
  signed_at: '2026-03-21T01:04:05Z',
  signed_on: '2026-03-20',
  reason: null,
  ...changes,
});
