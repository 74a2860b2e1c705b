import type {
  CertifiedPayrollRecord,
  CertifiedPayrollRow,
} from '@/entities/certified-payroll/certified-payroll';
import {
  amountText,
  cashPerHour,
  centsOf,
  creditOf,
  deductionsByKind,
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
import { type CsvValue, csvText } from '@/lib/files/csv';
import { FILE_TYPES } from '@/lib/files/download';
import { loadCode } from '@/lib/load-code';

const days = (name: string): string[] => [1, 2, 3, 4, 5, 6, 7].map((day) => `${name}_date${day}`);

/** The headings as exporters in use write them, in their order (docs/rules/agency-files.md#lcptracker). */
export const LCP_COLUMNS: readonly string[] = [
  ...'payroll_number project_code contract_id work_order week_end_date check_num ssn employee_ID class_code gross_employee_pay all_projects wages_paid_in_lieu_of_fringes total_paid'.split(
    ' ',
  ),
  ...days('st_hrs'),
  ...days('ov_hrs'),
  ...days('ov_hrsx2'),
  ...'Total_Hours_All_Projects ep_haw ep_pension ep_vac_hol ep_train ep_all_other vol_cont_pension vol_emp_pay_med dts_fed_tax dts_fica dts_medicare dts_state_tax dts_sdi dts_dues dts_savings dts_other dts_total trav_subs pay_rate OT_rate 2OT_rate prnotes Payment_date first_name last_name address1 address2 city state ZIP phone gender ethnicity apprentice_id craft_id vac_hol_dues_rate emp_ep_haw emp_ep_pension emp_ep_other training_rate vol_cont_pension_rate vol_cont_medical_rate in_lieu_payment_rate vac_chk_box fringe_paid_chk_box date_hired emp_status work_county IsForeman IsDisadvantaged VeteranStatus OtherDeductionNotes num_exempt DriversLicense DriversLicenseState Owner_Operator I9Verified Geographic_Ward Geographic_Area Congressional_District State_Senate_District OD_Category OD_Type OD_Amount FringesProvidedByEmployer LocalUnionNumber YTD_SickPayTime Email'.split(
    ' ',
  ),
];

/** `03/15/2026` */
function usDate(date: string | null): string {
  const [year, month, day] = (date ?? '').split('-');
  return year && month && day ? `${month}/${day}/${year}` : '';
}

/** Figures stay figures: in a workbook as numbers, in a text as they are printed. */
type Cell = string | { fixed: string };
const figure = (text: string | null | undefined): Cell => (text ? { fixed: text } : '');

function cellsOf(
  worker: Worker,
  row: CertifiedPayrollRow,
  record: CertifiedPayrollRecord,
  extras: FileExtras,
  take: Take,
): Record<string, Cell> {
  const { header, apprentices } = record.report;
  const { local } = worker;
  const codes = codesOf(extras, row.classification);
  const project = codesOf(extras, '');
  const kinds = deductionsByKind(row);
  const week = (kind: Parameters<typeof creditOf>[1]) =>
    figure(amountText(creditOf(row, kind).week));
  const hourly = (kind: Parameters<typeof creditOf>[1]) =>
    figure(amountText(creditOf(row, kind).hourly));
  const fact = (field: string, value: string | null | undefined) =>
    figure(take(value, /^-?\d+\.\d\d$/, { place: 'facts', field, who: row.name }));
  const number = extras.employeeNumbers?.get(row.employee_id) || local?.number;
  const ownNumber = number || (row.is_last_four ? '' : row.identifying_number);
  const id = local?.ssn || ownNumber;
  take(id, upTo(40), { place: 'workers', field: 'ssnOrNumber', who: row.name });
  const hours = (name: string, kind: 'st' | 'ot' | 'dt') =>
    Object.fromEntries(
      row.days.map((day, index) => [`${name}_date${index + 1}`, figure(day[kind])]),
    );
  const apprentice = apprentices
    .flatMap(({ workers }) => workers)
    .find(({ employee_id }) => employee_id === row.employee_id);
  return {
    payroll_number: header.number ? String(header.number) : '',
    project_code: take(externalId(header, 'lcp_project_code'), upTo(100), {
      place: 'contract',
      field: 'lcp_project_code',
    }),
    contract_id: project['contract_id'] ?? '',
    work_order: project['work_order'] ?? '',
    week_end_date: usDate(header.week_end),
    check_num: row.check_number ?? '',
    ssn: local?.ssn ?? '',
    employee_ID: ownNumber ?? '',
    class_code: take(codes['class_code'], upTo(100), {
      place: 'codes',
      field: 'class_code',
      who: row.classification ?? row.name,
    }),
    gross_employee_pay: figure(
      take(row.gross_project, /^\d+\.\d\d$/, { place: 'report', field: 'gross', who: row.name }),
    ),
    all_projects: fact('grossAll', row.gross_all),
    wages_paid_in_lieu_of_fringes: figure(row.cash_in_lieu),
    total_paid: fact('net', row.net),
    ...hours('st_hrs', 'st'),
    ...hours('ov_hrs', 'ot'),
    ...hours('ov_hrsx2', 'dt'),
    ep_haw: week('health'),
    ep_pension: week('pension'),
    ep_vac_hol: week('vacation_holiday'),
    ep_train: week('training'),
    ep_all_other: week('other'),
    vol_cont_pension: figure(amountText(kinds.pension)),
    vol_emp_pay_med: figure(amountText(kinds.health)),
    dts_fed_tax: fact('deductions', row.deductions?.federal_tax),
    dts_fica: fact('deductions', row.deductions?.social_security),
    dts_medicare: fact('deductions', row.deductions?.medicare),
    dts_state_tax: fact('deductions', row.deductions?.state_tax),
    dts_sdi: fact('deductions', row.deductions?.sdi),
    dts_dues: figure(amountText(kinds.dues)),
    dts_savings: figure(amountText(kinds.savings)),
    dts_other: figure(amountText(kinds.other + kinds.vacation + kinds.travel)),
    dts_total: fact('deductions', row.deductions?.total),
    pay_rate: figure(
      take(row.rate_st, /^\d+\.\d\d$/, { place: 'report', field: 'rate', who: row.name }),
    ),
    OT_rate: figure(row.rate_ot),
    '2OT_rate': figure(row.rate_dt),
    Payment_date: usDate(row.paid_on),
    first_name: row.first_name,
    last_name: row.last_name,
    address1: local?.street ?? '',
    address2: local?.street2 ?? '',
    city: local?.city ?? '',
    state: local?.state ?? '',
    ZIP: local?.zip ?? '',
    phone: local?.phone ?? '',
    gender: local?.gender ?? '',
    ethnicity: local?.ethnicity ?? '',
    apprentice_id: row.kind === 'RA' ? (apprentice?.registration_number ?? '') : '',
    craft_id: codes['craft_id'] ?? '',
    vac_hol_dues_rate: hourly('vacation_holiday'),
    emp_ep_haw: hourly('health'),
    emp_ep_pension: hourly('pension'),
    emp_ep_other: hourly('other'),
    training_rate: hourly('training'),
    in_lieu_payment_rate: figure(amountText(cashPerHour(row))),
    work_county: header.county ?? '',
    VeteranStatus: local?.veteran ?? '',
    OtherDeductionNotes: (row.deductions?.items ?? [])
      .filter(({ amount }) => centsOf(amount) !== 0)
      .map(({ name, amount }) => `${name} ${amount}`)
      .join(', '),
    num_exempt: local?.exemptions ?? '',
    Email: local?.email ?? '',
  };
}

function lcpRows(record: CertifiedPayrollRecord, extras: FileExtras) {
  const { lacks, take } = lacking();
  const rows = workersOf(record.report.rows, extras).flatMap((worker) =>
    worker.rows.map((row) => {
      const cells = cellsOf(worker, row, record, extras, take);
      return LCP_COLUMNS.map((name): Cell => cells[name] ?? '');
    }),
  );
  return { lacks, rows };
}

/** One line for each worker and class of the week. */
export async function lcptrackerFile(
  record: CertifiedPayrollRecord,
  extras: FileExtras,
  kind: 'csv' | 'xlsx',
): Promise<FileResult> {
  const { header } = record.report;
  if (header.no_work) return { lacks: [], notes: [], refused: 'lcpNoWork', files: [] };
  const { lacks, rows } = lcpRows(record, extras);
  const notes = isDraft(record) ? (['draft'] as const) : [];
  if (lacks.length > 0) return { lacks, notes, files: [] };
  const name = fileName(
    record,
    `${externalId(header, 'lcp_project_code')}_${header.week_end}_${header.number ?? ''}.${kind}`,
  );
  if (kind === 'csv') {
    const lines: CsvValue[][] = [[...LCP_COLUMNS], ...rows];
    return { lacks, notes, files: [{ name, type: FILE_TYPES.csv, content: csvText(lines) }] };
  }
  const { workbookFile } = await loadCode(() => import('@/lib/files/workbook'));
  const content = workbookFile({
    title: header.project_name,
    creator: 'Chalkline',
    createdAt: `${header.week_end}T00:00:00Z`,
    sheets: [
      {
        name: 'Payroll',
        columns: LCP_COLUMNS.map((heading) => ({ header: heading, format: 'hours', width: 14 })),
        rows: rows.map((cells) =>
          cells.map((cell) => (typeof cell === 'string' ? cell : Number(cell.fixed))),
        ),
      },
    ],
  });
  return { lacks, notes, files: [{ name, type: FILE_TYPES.xlsx, content }] };
}
