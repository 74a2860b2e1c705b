import type {
  CertifiedPayrollRecord,
  CertifiedPayrollRow,
  FringePlanOnReport,
} from '@/entities/certified-payroll/certified-payroll';
import { amountText, cashPerHour, centsOf } from '@/features/public-work/report/files/amounts';
import { chunksOf } from '@/features/public-work/report/files/chunks';
import type { FileResult } from '@/features/public-work/report/files/made-file';
import {
  codesOf,
  externalId,
  type FileExtras,
  fileName,
  isDraft,
  type Worker,
  workersOf,
} from '@/features/public-work/report/files/portal-input';
import { stateName } from '@/features/public-work/report/files/state-names';
import { lacking, type Take, upTo } from '@/features/public-work/report/files/take';
import { element, optional, XML_TYPE, xmlDocument } from '@/features/public-work/report/files/xml';

// NYDOL_CertPayroll.xsd, version 2.0 (docs/rules/agency-files.md#new-york). Without a namespace: with one, the
// portal refuses the file.
const MAX_EMPLOYEES = 500;
const MAX_DEDUCTIONS = 10;
const AMOUNT = /^\d{1,6}\.\d\d$/;
const RATE = /^\d{1,3}\.\d\d$/;

/** Exactly one of the two: the last four digits, else the date of birth. */
function identity({ rows: [row], local }: Worker, take: Take): string {
  const digits = row.is_last_four ? row.identifying_number : local?.ssn?.slice(-4);
  if (digits)
    return element(
      'ssnLast4',
      take(digits, /^\d{4}$/, { place: 'workers', field: 'lastFourOrBirth', who: row.name }),
    );
  return element(
    'dateOfBirth',
    take(local?.birthDate, /^\d{4}-\d\d-\d\d$/, {
      place: 'workers',
      field: 'lastFourOrBirth',
      who: row.name,
    }),
  );
}

function employee(worker: Worker, take: Take): string {
  const { rows, local } = worker;
  const [row] = rows;
  const who = row.name;
  const own = (field: string, value: string | undefined, form: RegExp) =>
    take(value, form, { place: 'workers', field, who });
  const [zip, extension] = (local?.zip ?? '').split('-');
  const lastName = row.last_name || row.first_name;
  return element('employee', [
    element('firstName', take(row.first_name, upTo(45), { place: 'report', field: 'name', who })),
    element('lastName', take(lastName, upTo(45), { place: 'report', field: 'name', who })),
    identity(worker, take),
    element('nysRegisteredApprentice', String(rows.some(({ kind }) => kind === 'RA'))),
    element('address', [
      element('address1', own('street', local?.street, upTo(42))),
      ...optional('address2', local?.street2?.slice(0, 42)),
      element('city', own('city', local?.city, upTo(40))),
      // The schema's own remark says "CA"; the portal takes the full name only.
      element('state', own('state', stateName(local?.state ?? ''), upTo(50))),
      element('postalCode', own('zip', zip, /^\d{5}$/)),
      ...optional('postalCodeExt', /^\d{4}$/.test(extension ?? '') ? extension : ''),
      element('country', 'United States'),
    ]),
  ]);
}

type Hours = 'ot' | 'dt';

function workWeek(row: CertifiedPayrollRow, category: string, over: Hours, take: Take): string {
  const rate = (value: string | null) =>
    take(value, RATE, { place: 'report', field: 'rate', who: row.name });
  return element('workWeek', [
    element('workCategory', category),
    element('stHourlyRate', rate(row.rate_st)),
    element('otHourlyRate', rate(over === 'ot' ? row.rate_ot : row.rate_dt)),
    element(
      'days',
      row.days.map((day) =>
        element('day', [
          element('day', day.date),
          element('standardTimeHours', over === 'ot' ? day.st : '0.00'),
          element('overTimeHours', day[over]),
        ]),
      ),
    ),
  ]);
}

/** Hours at double time have no place beside overtime: they are a work week of their own, at their rate. */
const workWeeks = (row: CertifiedPayrollRow, category: string, take: Take): string[] => [
  workWeek(row, category, 'ot', take),
  ...(centsOf(row.total_dt) > 0 ? [workWeek(row, category, 'dt', take)] : []),
];

const TAXES = [
  ['Federal tax', 'federal_tax'],
  ['State tax', 'state_tax'],
  ['Disability', 'sdi'],
  ['Social Security', 'social_security'],
  ['Medicare', 'medicare'],
] as const;

function deductions(row: CertifiedPayrollRow, take: Take): string[] {
  const all = [
    ...TAXES.map(([type, name]) => ({ type, cents: centsOf(row.deductions?.[name]) })),
    ...(row.deductions?.items ?? []).map(({ name, amount }) => ({
      type: name || 'Other',
      cents: centsOf(amount),
    })),
  ].filter(({ cents }) => cents > 0);
  const shown = all.length > MAX_DEDUCTIONS ? all.slice(0, MAX_DEDUCTIONS - 1) : all;
  const rest = all.slice(shown.length).reduce((sum, { cents }) => sum + cents, 0);
  return [...shown, ...(rest > 0 ? [{ type: 'Other', cents: rest }] : [])].map(({ type, cents }) =>
    element('deduction', [
      element('type', type.slice(0, 50)),
      element(
        'amount',
        take(amountText(cents), /^\d{1,4}\.\d\d$/, {
          place: 'facts',
          field: 'deductions',
          who: row.name,
        }),
      ),
    ]),
  );
}

const SUPPLEMENTS = {
  health: 'Health/Welfare',
  pension: 'Pension',
  vacation_holiday: 'Vacation/Holiday',
  training: 'Apprenticeship/Training',
  other: 'Other Benefit (Type)',
} as const;

function supplements(
  row: CertifiedPayrollRow,
  category: string,
  plans: readonly FringePlanOnReport[],
) {
  const supplement = (type: string, explanation: string, hourly: string) =>
    element('supplementalPayment', [
      element('type', type),
      element('workCategory', category),
      ...optional('explanation', explanation.slice(0, 256)),
      element('standardHourlyRate', hourly),
      element('overtimeHourlyRate', hourly),
    ]);
  const cash = cashPerHour(row);
  return [
    ...(row.plan_credits ?? []).map(({ plan_id, kind, hourly_credit }) =>
      supplement(
        SUPPLEMENTS[kind],
        plans.find((plan) => plan.plan_id === plan_id)?.name ?? '',
        hourly_credit,
      ),
    ),
    ...(cash > 0 ? [supplement(SUPPLEMENTS.other, 'Paid in cash', amountText(cash))] : []),
  ];
}

export function newYorkFile(record: CertifiedPayrollRecord, extras: FileExtras): FileResult {
  const { header, rows, plans } = record.report;
  if (header.no_work) return { lacks: [], notes: [], refused: 'nyNoWork', files: [] };
  if ((header.revision ?? 0) > 0)
    return { lacks: [], notes: [], refused: 'nyCorrection', files: [] };
  const { lacks, take } = lacking();
  const prc = take(externalId(header, 'prc_number'), /^.{10}$/, {
    place: 'contract',
    field: 'prc_number',
  });
  const people = workersOf(rows, extras).map((worker) => {
    const [row] = worker.rows;
    const fact = (field: string, value: string | null) =>
      take(value, AMOUNT, { place: 'facts', field, who: row.name });
    const category = ({ classification }: CertifiedPayrollRow) =>
      take(codesOf(extras, classification)['work_category'], upTo(300), {
        place: 'codes',
        field: 'work_category',
        who: classification ?? row.name,
      });
    return element('employeeWorkWeek', [
      employee(worker, take),
      element('deductionsGrossEarnings', fact('grossAll', row.gross_all)),
      element('netWages', fact('net', row.net)),
      element(
        'workWeeks',
        worker.rows.flatMap((own) => workWeeks(own, category(own), take)),
      ),
      element('deductions', deductions(row, take)),
      element(
        'supplementalPayments',
        worker.rows.flatMap((own) => supplements(own, category(own), plans)).slice(0, 50),
      ),
    ]);
  });
  const parts = chunksOf(people, MAX_EMPLOYEES);
  const notes = [
    ...(parts.length > 1 ? (['split'] as const) : []),
    ...(isDraft(record) ? (['draft'] as const) : []),
  ];
  if (lacks.length > 0) return { lacks, notes, files: [] };
  const files = parts.map((part, index) => ({
    name: fileName(
      record,
      `${prc}_${header.week_end}${parts.length > 1 ? `_${index + 1}of${parts.length}` : ''}.xml`,
    ),
    type: XML_TYPE,
    content: xmlDocument(
      element(
        'ProjectRollup',
        [
          element('prcNumber', prc),
          element('weekEndingDate', `${header.week_end}T00:00:00.000Z`),
          element('employeeWorkWeeks', part),
        ],
        {
          'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
          'xsi:noNamespaceSchemaLocation': 'NYDOL_CertPayroll.xsd',
        },
      ),
    ),
  }));
  return { lacks, notes, files };
}
