import type {
  CertifiedPayrollRecord,
  CertifiedPayrollRow,
} from '@/entities/certified-payroll/certified-payroll';
import {
  amountText,
  centsOf,
  creditOf,
  deductionsByKind,
} from '@/features/public-work/report/files/amounts';
import { chunksOf } from '@/features/public-work/report/files/chunks';
import type { FileNote, FileResult } from '@/features/public-work/report/files/made-file';
import {
  contractorOf,
  externalId,
  type FileExtras,
  fileName,
  isDraft,
  type Worker,
  workersOf,
} from '@/features/public-work/report/files/portal-input';
import { lacking, type Take, upTo } from '@/features/public-work/report/files/take';
import { isSsn } from '@/features/public-work/report/files/worker-list';
import { element, XML_TYPE, xmlDocument } from '@/features/public-work/report/files/xml';

// eCPR of the DIR, schema version 1.3 (docs/rules/agency-files.md#california): every element is there, in this
// order; those that the DIR fills in itself are there and empty.
const NAMESPACE = 'http://www.dir.ca.gov/dlse/CPR-Prod-Test/CPR.xsd';
const MAX_EMPLOYEES = 500;
const AMOUNT = /^\d{1,8}\.\d\d$/;
const RATE = /^\d{1,4}\.\d\d$/;

const cpr = (
  name: string,
  content: string | readonly string[],
  attributes?: Readonly<Record<string, string>>,
): string => element(`CPR:${name}`, content, attributes);

const EMPTY_LOCATION = ['description', 'street', 'city', 'county', 'state', 'zip'];

/** One element for each worker and class: somebody with two classes is there twice, with one number. */
function employee(worker: Worker, row: CertifiedPayrollRow, take: Take): string {
  const { local } = worker;
  const who = row.name;
  const own = (field: string, value: string | undefined, form: RegExp) =>
    take(value, form, { place: 'workers', field, who });
  const listed = local?.ssn ?? '';
  const ssn = own('ssn', isSsn(listed) ? listed : '', /^\d{9}$/);
  return cpr('employee', [
    cpr('name', take(row.name, upTo(100), { place: 'report', field: 'name', who }), {
      id: `${ssn}::${row.name.toUpperCase()}`,
    }),
    cpr('address', [
      cpr('street', own('street', local?.street, upTo(40))),
      cpr('city', own('city', local?.city, upTo(25))),
      cpr('state', own('state', local?.state, /^[A-Z]{2}$/)),
      cpr('zip', own('zip', local?.zip?.slice(0, 5), /^\d{5}$/)),
    ]),
    cpr('ssn', ssn),
    cpr('numWithholdingExemp', own('exemptions', local?.exemptions, /^\d{1,2}$/)),
    cpr(
      'workClass',
      take(row.classification, upTo(300), { place: 'report', field: 'classification', who }),
    ),
    cpr('payroll', payroll(row, take)),
  ]);
}

function payroll(row: CertifiedPayrollRow, take: Take): string[] {
  const who = row.name;
  const fact = (field: string, value: string | null | undefined, form: RegExp) =>
    take(value, form, { place: 'facts', field, who });
  const rate = (field: string, value: string | null) =>
    take(value ?? '0.00', RATE, { place: 'report', field, who });
  return [
    cpr(
      'hrsWorkedEachDay',
      row.days.map(({ date, st, ot, dt }, index) =>
        cpr(
          'day',
          [cpr('date', date), cpr('straightTime', st), cpr('overtime', ot), cpr('doubletime', dt)],
          { id: String(index + 1) },
        ),
      ),
    ),
    cpr('totHrs', [
      cpr('totHrsStraightTime', row.total_st),
      cpr('totHrsOvertime', row.total_ot),
      cpr('totHrsDoubletime', row.total_dt),
    ]),
    cpr('hrlyPayRate', [
      cpr(
        'hrlyPayRateStraightTime',
        take(row.rate_st, RATE, { place: 'report', field: 'rate', who }),
      ),
      cpr('hrlyPayRateOvertime', rate('rate', row.rate_ot)),
      cpr('hrlyPayRateDoubletime', rate('rate', row.rate_dt)),
    ]),
    cpr('grossAmountEarned', [
      cpr('thisProject', take(row.gross_project, AMOUNT, { place: 'report', field: 'gross', who })),
      cpr('allWork', fact('grossAll', row.gross_all, AMOUNT)),
    ]),
    cpr('deductionsContribPay', deductions(row, fact)),
    cpr('netWagePaidWeek', fact('net', row.net, AMOUNT)),
    cpr('checkNum', fact('checkNumber', row.check_number, upTo(20))),
  ];
}

/**
 * What was taken from the worker's pay. The total is the sum of the lines and net is gross less the total,
 * so what the employer pays to plans stands in the notes.
 */
function deductions(
  row: CertifiedPayrollRow,
  fact: (field: string, value: string | null | undefined, form: RegExp) => string,
): string[] {
  const { deductions: taken } = row;
  const kinds = deductionsByKind(row);
  const line = (name: string, cents: number) => cpr(name, amountText(cents));
  return [
    cpr('fedTax', fact('deductions', taken?.federal_tax, AMOUNT)),
    cpr('FICA', fact('deductions', taken?.fica, AMOUNT)),
    cpr('stateTax', fact('deductions', taken?.state_tax, AMOUNT)),
    cpr('SDI', fact('deductions', taken?.sdi, AMOUNT)),
    line('vacationHoliday', kinds.vacation),
    line('healthWelfare', kinds.health),
    line('pension', kinds.pension),
    line('training', 0),
    line('fundAdmin', 0),
    line('dues', kinds.dues),
    line('travelSubs', kinds.travel),
    line('savings', kinds.savings),
    line('other', kinds.other),
    cpr('total', fact('deductions', taken?.total, AMOUNT)),
    cpr('notes', notes(row)),
  ];
}

const PLAN_NAMES = [
  ['health', 'health and welfare'],
  ['pension', 'pension'],
  ['vacation_holiday', 'vacation and holiday'],
  ['training', 'training'],
  ['other', 'other plans'],
] as const;

function notes(row: CertifiedPayrollRow): string {
  const paid = PLAN_NAMES.flatMap(([kind, name]) => {
    const { week } = creditOf(row, kind);
    return week > 0 ? [`${name} ${amountText(week)}`] : [];
  });
  const cash = centsOf(row.cash_in_lieu) > 0 ? [`cash in lieu ${row.cash_in_lieu} (in gross)`] : [];
  const other = (row.deductions?.items ?? []).map(({ name, amount }) => `${name} ${amount}`);
  const parts = [
    ...(paid.length > 0
      ? [`Paid by employer for this project: ${[...paid, ...cash].join(', ')}`]
      : cash),
    ...(other.length > 0 ? [`Deductions: ${other.join(', ')}`] : []),
  ];
  return [...parts.join('. ')].slice(0, 256).join('').trim();
}

/** `6789_100045_010915.xml`, as the DIR asks. */
function ecprName(
  fein: string,
  projectId: string,
  weekEnd: string,
  part: number,
  parts: number,
): string {
  const [year = '', month, day] = weekEnd.split('-');
  const suffix = parts > 1 ? `_${part}of${parts}` : '';
  return `${fein.slice(-4)}_${projectId}_${month}${day}${year.slice(2)}${suffix}.xml`;
}

export function californiaFile(record: CertifiedPayrollRecord, extras: FileExtras): FileResult {
  const { header, rows } = record.report;
  const { lacks, take } = lacking();
  const contractor = contractorOf(header, extras);
  const company = (name: Parameters<typeof contractor>[0], form: RegExp) =>
    take(contractor(name), form, { place: 'contractor', field: name });
  const fein = company('fein', /^\d{9}$/);
  const projectId = take(externalId(header, 'dir_project_id'), /^\d{1,18}$/, {
    place: 'contract',
    field: 'dir_project_id',
  });
  const direct = header.contractor_role === 'sub' ? header.prime_name : header.agency;
  const info = [
    cpr('contractorInfo', [
      cpr(
        'contractorName',
        take(contractor('legal_name') || header.business_name, upTo(56), {
          place: 'contractor',
          field: 'legal_name',
        }),
      ),
      cpr('contractorLicense', [
        cpr('licenseType', company('license_type', /^(CSLB|PL|OTHER)$/)),
        cpr('licenseNum', company('license_number', upTo(56))),
      ]),
      cpr('contractorPWCR', contractor('pwcr') || 'NA'),
      cpr('contractorFEIN', fein),
      cpr('contractorAddress', [
        cpr('street', company('street', upTo(40))),
        cpr('city', company('city', upTo(25))),
        cpr('state', company('state', /^[A-Z]{2}$/)),
        cpr('zip', company('zip', /^\d{5}/).slice(0, 5)),
      ]),
      cpr('insuranceNum', contractor('insurance_number') || 'NA'),
      cpr('contractorEmail', company('email', /^(?=.{1,60}$)[^@]+@[^.]+\..+$/)),
    ]),
    cpr('projectInfo', [
      cpr('awardingBody', ''),
      cpr('contractAgencyID', ''),
      cpr(
        'contractAgency',
        take(direct, upTo(56), {
          place: 'contract',
          field: header.contractor_role === 'sub' ? 'prime' : 'agency',
        }),
      ),
      cpr('projectName', ''),
      cpr('projectID', projectId),
      cpr('awardingBodyID', ''),
      cpr('projectNum', ''),
      cpr('contractID', ''),
      cpr(
        'projectLocation',
        EMPTY_LOCATION.map((name) => cpr(name, '')),
      ),
    ]),
  ];
  const employees = workersOf(rows, extras).flatMap((worker) =>
    worker.rows.map((row) => employee(worker, row, take)),
  );
  const parts = chunksOf(employees, MAX_EMPLOYEES);
  const notes: FileNote[] = [
    ...(contractor('pwcr') ? [] : (['pwcrNa'] as const)),
    ...(contractor('insurance_number') ? [] : (['insuranceNa'] as const)),
    ...(parts.length > 1 ? (['split'] as const) : []),
    ...(isDraft(record) ? (['draft'] as const) : []),
  ];
  if (lacks.length > 0) return { lacks, notes, files: [] };
  const files = parts.map((part, index) => ({
    name: fileName(record, ecprName(fein, projectId, header.week_end, index + 1, parts.length)),
    type: XML_TYPE,
    content: xmlDocument(
      cpr(
        'eCPR',
        [
          ...info,
          cpr('payrollInfo', [
            cpr('statementOfNP', String(header.no_work)),
            cpr('payrollNum', ''),
            cpr('amendmentNum', ''),
            cpr('forWeekEnding', header.week_end),
            cpr('employees', part),
          ]),
        ],
        { 'xmlns:CPR': NAMESPACE },
      ),
    ),
  }));
  return { lacks, notes, files };
}
