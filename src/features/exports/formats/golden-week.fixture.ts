import type { FileData, FileLine } from '@/features/exports/formats/file-data';

const P100 = 'project-100';
const P200 = 'project-200';

type Short = [
  day: string,
  projectId: string,
  costCodeId: string,
  minutes: number,
  rate: number,
  payCode: string,
  straightCents: number,
  premiumCents: number,
];

const LINES: Short[] = [
  ['09', P100, '06 10 00', 300, 32.5, 'REG', 16_250, 0],
  ['09', P100, '06 16 00', 197, 32.5, 'REG', 10_671, 0],
  ['10', P100, '06 10 00', 480, 32.5, 'REG', 26_000, 0],
  ['11', P200, '01 74 00', 573, 24, 'REG', 22_920, 0],
  ['12', P200, '03 11 00', 570, 32.5, 'REG', 30_875, 0],
  ['13', P100, '06 10 00', 280, 32.5, 'REG', 15_167, 0],
  ['13', P100, '06 10 00', 190, 32.5, 'OT', 10_292, 4756],
  ['14', P200, '01 74 00', 250, 24, 'OT', 10_000, 6258],
];

const lines: FileLine[] = LINES.map(
  ([day, projectId, costCodeId, minutes, rate, payCode, straightCents, premiumCents]) => ({
    employeeId: 'maria',
    workDate: `2026-03-${day}`,
    projectId,
    costCodeId,
    rate,
    payCode,
    minutes,
    straightCents,
    premiumCents,
    totalCents: straightCents + premiumCents,
    origin: {
      entryIds: [`entry-${day}`],
      certified: false,
      approvedBy: 'Dan Whitlock',
      approvedAt: '2026-03-16T15:00:00Z',
    },
  }),
);

/** docs/rules/pay.md#gold-1-the-golden-week: 40:00 regular and 7:20 overtime, 1531.89. */
export const goldenWeek: FileData = {
  period: { start: '2026-03-09', end: '2026-03-15' },
  frequency: 'weekly',
  people: [
    {
      id: 'maria',
      firstName: 'Maria',
      lastName: 'Lopez',
      employeeNumber: '000101',
      jobTitle: 'Carpenter',
      externalIds: {
        quickbooks_name: 'Lopez, Maria R',
        adp_file_number: '101',
        adp_run_id: '000101',
        gusto_employee_id: '5G9934',
        paychex_worker_id: '101',
        sage_employee: '101',
        spectrum_employee: '101',
        sage_100_employee: '101',
        vista_employee: '101',
        foundation_employee: '00101',
        computerease_employee: '00101',
        acumatica_employee: 'EP00000101',
      },
      rates: [[31, 32.5], [24]],
    },
  ],
  lines,
  projects: {
    [P100]: { number: 'P100', name: 'Annex', client: 'City Hall' },
    [P200]: { number: 'P200', name: 'Depot', client: null },
  },
  costCodes: {
    '06 10 00': { code: '06 10 00', name: 'Rough carpentry' },
    '06 16 00': { code: '06 16 00', name: 'Sheathing' },
    '01 74 00': { code: '01 74 00', name: 'Cleaning' },
    '03 11 00': { code: '03 11 00', name: 'Concrete forming' },
  },
  settings: {
    companyName: 'Acme Builders',
    companyCreateTime: '1243092298',
    companyCode: 'ABC',
    iid: 'R1ABC',
    clientId: '12345678',
    batch: 'WK260315',
    department: '10',
    costType: 'L',
  },
};
