import type { CertifiedPayrollCheck } from '@/entities/certified-payroll/certified-payroll';
import { contractAddress } from '@/features/public-work/contract/check-places';
import { projectWeeksAddress } from '@/features/public-work/report/addresses';
import type { IsoDate } from '@/lib/format';
import { addDays } from '@/lib/time';

interface Week {
  projectId: string;
  weekEnd: IsoDate;
}

type Place = (week: Week, employeeId: string | null) => string;

const onContract =
  (card: 'contract' | 'determinations' | 'codes' | 'people'): Place =>
  ({ projectId }) =>
    `${contractAddress(projectId)}#${card}`;

/** The person's entries on the project in this week, each of which opens from there. */
const entries: Place = ({ projectId, weekEnd }, employeeId) =>
  `/time-tracker?period=custom&from=${addDays(weekEnd, -6)}&to=${weekEnd}&project=${projectId}${
    employeeId ? `&employee=${employeeId}` : ''
  }`;
const payrollFigures: Place = ({ weekEnd }) => `/public-work?tab=facts&week=${weekEnd}&mode=type`;
const weeks: Place = ({ projectId }) => projectWeeksAddress(projectId);
const person: Place = (_, employeeId) => `/employees?employee=${employeeId ?? ''}`;

/** Where each check is fixed; the verb of its link is `certified-payroll:fix.<verb>`. */
const PLACES = {
  determination_missing: ['determination', onContract('determinations')],
  class_not_in_determination: ['determination', onContract('determinations')],
  modification_missing: ['determination', onContract('determinations')],
  base_below_determination: ['determination', onContract('determinations')],
  workweek_differs: ['contract', onContract('contract')],
  cwhssa_unknown: ['contract', onContract('contract')],
  contract_number_missing: ['contract', onContract('contract')],
  location_missing: ['contract', onContract('contract')],
  business_address_missing: ['company', () => '/public-work?tab=files'],
  payroll_number_gap: ['weeks', weeks],
  delivery_overdue: ['weeks', weeks],
  delivered_late: ['weeks', weeks],
  class_ended: ['codes', onContract('codes')],
  no_classification: ['entries', entries],
  clock_running: ['entries', entries],
  over_40_without_overtime: ['entries', entries],
  overtime_rate_low: ['entries', entries],
  rate_missing: ['person', person],
  nine_digit_number: ['person', person],
  identifying_number_missing: [
    'digits',
    (_, employeeId) => `/public-work?tab=facts&identity=${employeeId ?? ''}`,
  ],
  payroll_facts_missing: ['figures', payrollFigures],
  gross_over_all: ['figures', payrollFigures],
  net_differs: ['figures', payrollFigures],
  gross_differs: ['figures', ({ weekEnd }) => `/public-work?tab=facts&week=${weekEnd}`],
  other_deductions: ['figures', payrollFigures],
  short_paid: ['owed', ({ projectId }) => `/public-work?tab=owed&project=${projectId}`],
  unfunded_plan: ['plans', () => '/public-work?tab=fringe'],
  apprentice_over_ratio: [
    'ratio',
    ({ projectId, weekEnd }) =>
      `/public-work?tab=apprentices&project=${projectId}&week=${weekEnd}#ratio`,
  ],
  time_missing: ['adjust', ({ weekEnd }) => `/payroll?from=${weekEnd}`],
  time_not_approved: ['approve', ({ weekEnd }) => `/payroll?from=${weekEnd}`],
} as const satisfies Record<string, readonly [string, Place]>;

export type KnownCheck = keyof typeof PLACES;
export type FixVerb = (typeof PLACES)[KnownCheck][0];

export const isKnownCheck = (code: string): code is KnownCheck => code in PLACES;

/** Null for a check of a newer database: its own text stands there, without a link. */
export function placeOfCheck(
  { code, employee_id }: Pick<CertifiedPayrollCheck, 'code' | 'employee_id'>,
  week: Week,
): { verb: FixVerb; to: string } | null {
  if (!isKnownCheck(code)) return null;
  const [verb, place]: readonly [FixVerb, Place] = PLACES[code];
  return { verb, to: place(week, employee_id) };
}
