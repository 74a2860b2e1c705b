import type { CertifiedPayrollRow } from '@/entities/certified-payroll/certified-payroll';
import type { FileExtras } from '@/features/public-work/report/files/portal-input';
import type { LocalWorker } from '@/features/public-work/report/files/worker-list';
import { header, program, report, row, signed } from '@/testing/certified-payroll';

/** Numbers that belong to nobody. */
export const localWorker = (entry: number): LocalWorker => ({
  name: `Maria Núñez ${entry}`,
  ssn: `219${String(10 + (entry % 80)).padStart(2, '0')}${String(1000 + entry)}`,
  street: `${entry} Mill & Main <Rear>`,
  city: 'Albany',
  state: 'NY',
  zip: '12207',
  exemptions: '2',
  birthDate: '1988-02-29',
});

export const taxes = {
  tax: '165.00',
  federal_tax: '110.00',
  state_tax: '43.10',
  sdi: '11.90',
  fica: '91.80',
  social_security: '74.40',
  medicare: '17.40',
  other: '45.50',
  total: '302.30',
  items: [
    { name: 'Union dues', amount: '20.50' },
    { name: 'Boots "A" & <b>', amount: '25.00' },
  ],
};

export const person = (
  entry: number,
  changes: Partial<CertifiedPayrollRow> = {},
): CertifiedPayrollRow =>
  row(entry, {
    is_last_four: true,
    deductions: taxes,
    net: '897.70',
    plan_credits: [
      { plan_id: 'p', kind: 'health', hourly_credit: '7.50', credit: '300.00' },
      { plan_id: 'q', kind: 'pension', hourly_credit: '5.00', credit: '200.00' },
    ],
    ...changes,
  });

export const IDS = {
  dir_project_id: '100045',
  prc_number: '2026001234',
  intent_id: '845521',
  lcp_project_code: 'HARBOR',
};

export const record = (rows: readonly CertifiedPayrollRow[], changes = {}) =>
  signed(
    report(rows, {
      header: header({
        external_ids: IDS,
        county: 'King County',
        no_work: rows.length === 0,
        ...changes,
      }),
      apprentices: [program(rows.filter(({ kind }) => kind === 'RA').map(({ entry }) => entry))],
    }),
  );

export const extrasFor = (rows: readonly CertifiedPayrollRow[]): FileExtras => ({
  contractor: {
    legal_name: 'Demo & Sons <Construction>',
    street: '400 Mill Street',
    city: 'Salem',
    state: 'MA',
    zip: '01970-1234',
    email: 'office@demo.example',
    fein: '123456789',
    license_type: 'CSLB',
    license_number: '998877',
    pwcr: '1000012345',
    insurance_number: 'WC-77',
  },
  codes: {
    Carpenter: {
      work_category: 'Carpenter - Building',
      trade: 'CARP',
      class_code: 'CARP-J',
      craft_id: '12',
    },
    Laborer: { work_category: 'Laborer', trade: 'LABO', class_code: 'LAB-1' },
  },
  workers: new Map(rows.map(({ employee_id, entry }) => [employee_id, localWorker(entry)])),
});

/** Two classes, double time, an apprentice. */
export function mixedWeek(): CertifiedPayrollRow[] {
  const days = person(1).days;
  return [
    person(1, {
      name: 'José "Pepe" O’Neil & <Söhne>',
      first_name: 'José "Pepe"',
      last_name: 'O’Neil & <Söhne>',
    }),
    person(1, {
      name: 'José "Pepe" O’Neil & <Söhne>',
      first_name: 'José "Pepe"',
      last_name: 'O’Neil & <Söhne>',
      classification: 'Laborer',
      days: days.map((day, at) => ({
        ...day,
        st: '0.00',
        ot: at === 5 ? '2.25' : '0.00',
        dt: at === 6 ? '4.00' : '0.00',
      })),
      total_st: '0.00',
      total_ot: '2.25',
      total_dt: '4.00',
      total: '6.25',
      rate_st: '28.00',
      rate_ot: '42.00',
      rate_dt: '56.00',
      gross_project: '318.50',
      plan_credits: [],
      cash_in_lieu: '62.50',
    }),
    person(2, { kind: 'RA', level: '3rd period 60 %' }),
  ];
}
