import type {
  CertifiedPayroll,
  CertifiedPayrollRecord,
  CertifiedPayrollRow,
} from '@/entities/certified-payroll/certified-payroll';
import {
  amountText,
  cashPerHour,
  centsOf,
  creditOf,
} from '@/features/public-work/report/files/amounts';
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
import { lacking, type Take, upTo } from '@/features/public-work/report/files/take';
import { isSsn } from '@/features/public-work/report/files/worker-list';
import { element, optional, XML_TYPE, xmlDocument } from '@/features/public-work/report/files/xml';

// PWIA of Labor & Industries (docs/rules/agency-files.md#washington). Day 1 is the first day of the week that
// ends on endOfWeekDate.
const AMOUNT = /^\d{1,9}\.\d\d$/;
const POSITIVE = /^(?!0+\.00$)\d{1,9}\.\d\d$/;

export const WA_COUNTIES =
  'Adams,Asotin,Benton,Chelan,Clallam,Clark,Columbia,Cowlitz,Douglas,Ferry,Franklin,Garfield,Grant,Grays Harbor,Island,Jefferson,King,Kitsap,Kittitas,Klickitat,Lewis,Lincoln,Mason,Okanogan,Pacific,Pend Oreille,Pierce,San Juan,Skagit,Skamania,Snohomish,Spokane,Stevens,Thurston,Wahkiakum,Walla Walla,Whatcom,Whitman,Yakima'.split(
    ',',
  );

/** `King` of `king county`. */
export function waCounty(text: string): string {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/\s*county$/, '');
  return WA_COUNTIES.find((name) => name.toLowerCase() === plain) ?? '';
}

function apprentice(
  row: CertifiedPayrollRow,
  report: CertifiedPayroll,
  codes: Readonly<Record<string, string>>,
) {
  if (row.kind !== 'RA') return [element('apprenticeFlg', 'false')];
  const program = report.apprentices.find(({ workers }) =>
    workers.some(({ employee_id }) => employee_id === row.employee_id),
  );
  const own = program?.workers.find(
    ({ employee_id, level }) =>
      employee_id === row.employee_id && (row.level === null || level === row.level),
  );
  return [
    element('apprenticeFlg', 'true'),
    ...optional('apprenticeId', own?.registration_number?.slice(0, 50)),
    element('apprenticeState', codes['apprentice_state'] || 'WA'),
    ...optional('apprenticeOccpnName', program?.occupation),
    ...optional('apprenticeStepName', row.level),
  ];
}

function tradeHours(
  row: CertifiedPayrollRow,
  report: CertifiedPayroll,
  extras: FileExtras,
  take: Take,
): string {
  const codes = codesOf(extras, row.classification);
  const who = row.classification ?? row.name;
  const code = (field: string, value: string | undefined, form: RegExp) =>
    take(value, form, { place: 'codes', field, who });
  const hourly = (kind: Parameters<typeof creditOf>[1]) => creditOf(row, kind).hourly;
  const jobClass = codes['job_class'] || row.classification || '';
  const benefits = [
    ['Other plans', hourly('other')],
    ['Paid in cash', cashPerHour(row)],
  ] as const;
  const paid = benefits.filter(([, cents]) => cents > 0);
  const rate = (name: string, hours: string, value: string | null) =>
    centsOf(hours) > 0
      ? [element(name, take(value, POSITIVE, { place: 'report', field: 'rate', who: row.name }))]
      : [];
  const days = (name: string, kind: 'st' | 'ot' | 'dt') =>
    row.days.map((day, index) => element(`${name}Day${index + 1}Hours`, day[kind]));
  return element('tradeHoursWage', [
    element('trade', code('trade', codes['trade']?.toUpperCase(), /^[A-Z]{4}$/)),
    ...(row.kind === 'RA'
      ? optional('jobClass', jobClass)
      : [element('jobClass', code('job_class', jobClass, upTo(500)))]),
    element(
      'county',
      code('county', waCounty(codes['county'] || report.header.county || ''), upTo(20)),
    ),
    element(
      'regularHourRateAmt',
      take(row.rate_st, POSITIVE, { place: 'report', field: 'rate', who: row.name }),
    ),
    ...rate('overtimeHourRateAmt', row.total_ot, row.rate_ot),
    ...rate('doubletimeHourRateAmt', row.total_dt, row.rate_dt),
    element('hourlyPensionRateAmt', amountText(hourly('pension'))),
    element('hourlyMedicalAmt', amountText(hourly('health'))),
    element('hourlyVacationAmt', amountText(hourly('vacation_holiday'))),
    element('hourlyHolidayAmt', '0.00'),
    element('apprenticeBenefitAmt', amountText(hourly('training'))),
    ...apprentice(row, report, codes),
    ...days('regular', 'st'),
    ...days('overtime', 'ot'),
    ...days('doubletime', 'dt'),
    ...(paid.length > 0
      ? [
          element(
            'tradeBenefits',
            paid.map(([name, cents]) =>
              element('tradeBenefit', [
                element('benefitHourlyName', name),
                element('benefitHourlyAmt', amountText(cents)),
              ]),
            ),
          ),
        ]
      : []),
  ]);
}

const oneOf = (text: string | undefined, form: RegExp): string => {
  const letter = (text ?? '').trim().slice(0, 1).toUpperCase();
  return form.test(letter) ? letter : '';
};

function employee(
  worker: Worker,
  report: CertifiedPayroll,
  extras: FileExtras,
  take: Take,
): string {
  const { rows, local } = worker;
  const [row] = rows;
  const who = row.name;
  const own = (field: string, value: string | undefined, form: RegExp) =>
    take(value, form, { place: 'workers', field, who });
  const fact = (field: string, value: string | null | undefined) =>
    take(value, AMOUNT, { place: 'facts', field, who });
  const listed = local?.ssn ?? '';
  const others = (row.deductions?.items ?? []).filter(({ amount }) => centsOf(amount) > 0);
  return element('employee', [
    element('firstName', take(row.first_name, upTo(50), { place: 'report', field: 'name', who })),
    element(
      'lastName',
      take(row.last_name || row.first_name, upTo(50), { place: 'report', field: 'name', who }),
    ),
    element('ssn', own('ssn', isSsn(listed) ? listed : '', /^\d{9}$/)),
    ...optional('gender', oneOf(local?.gender, /[FM]/)),
    ...optional('veteranStatus', oneOf(local?.veteran, /[YN]/)),
    element('address1', own('street', local?.street, upTo(500))),
    ...optional('address2', local?.street2),
    element('city', own('city', local?.city, upTo(100))),
    element('state', own('state', local?.state, /^[A-Z]{2}$/)),
    element('zip', own('zip', local?.zip, /^\d{5}(-\d{4})?$/)),
    element('grossPay', fact('grossAll', row.gross_all)),
    element('fica', fact('deductions', row.deductions?.fica)),
    // Their spelling.
    element('taxWitholding', fact('deductions', row.deductions?.tax)),
    ...(others.length > 0
      ? [
          element(
            'otherDeductions',
            others.map(({ name, amount }) =>
              element('otherDeduction', [
                element('deductionName', (name || 'Other').slice(0, 50)),
                element('deductionHourlyAmt', amount),
              ]),
            ),
          ),
        ]
      : []),
    element(
      'tradeHoursWages',
      rows.map((one) => tradeHours(one, report, extras, take)),
    ),
  ]);
}

export function washingtonFile(record: CertifiedPayrollRecord, extras: FileExtras): FileResult {
  const { report } = record;
  const { header, rows } = report;
  const { lacks, take } = lacking();
  const intent = take(externalId(header, 'intent_id'), /^\d{1,10}$/, {
    place: 'contract',
    field: 'intent_id',
  });
  const employees = workersOf(rows, extras).map((worker) => employee(worker, report, extras, take));
  const notes = isDraft(record) ? (['draft'] as const) : [];
  if (lacks.length > 0) return { lacks, notes, files: [] };
  const content = xmlDocument(
    element('WaPWCPR', [
      element('projectIntent', [element('intentId', intent)]),
      element('payroll', [
        element('payrollWeek', [
          element('endOfWeekDate', header.week_end),
          element('noWorkPerformFlag', String(header.no_work)),
          ...(employees.length > 0 ? [element('employees', employees)] : []),
        ]),
      ]),
    ]),
  );
  const name = fileName(record, `PWIA_${intent}_${header.week_end}.xml`);
  return { lacks, notes, files: [{ name, type: XML_TYPE, content }] };
}
