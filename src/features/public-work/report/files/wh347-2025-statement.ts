import type {
  CertifiedPayrollRecord,
  FringePlanOnReport,
  ProgramOnReport,
} from '@/entities/certified-payroll/certified-payroll';
import {
  STATEMENT_LEAD_IN,
  STATEMENTS,
  type StatementNumber,
} from '@/entities/certified-payroll/statements';
import { type Box, type FormWriter, MARGIN } from '@/features/public-work/report/files/form-writer';
import { drawFacts, type Fact } from '@/features/public-work/report/files/wh347-2025-payroll';
import {
  type CreditLine,
  contractNumber,
  creditLines,
  draftText,
  formDate,
  locationText,
  markText,
  numberText,
  PLANS_PER_PAGE,
  PROGRAMS_PER_PAGE,
  planType,
  ROWS_PER_PAGE,
  remarkLines,
} from '@/features/public-work/report/files/wh347-cells';
import { FORM_2025 } from '@/features/public-work/report/files/wh347-text';

/** Of the statement's own text. */
const SIZE = 7.25;
const INDENT = 18;
const REMARKS_HEIGHT = 56;
const REMARKS_SIZE = 7;

/** Heights in the tables of statements 4 and 5. */
export const PROGRAM_HEIGHT = 12;
export const CREDIT_HEAD = 41;
export const CREDIT_ROW = 11;

const FACT_SHARES = [0.275, 0.19, 0.125, 0.41];

/** Page 2: what was certified, and by whom. */
export class StatementPage {
  private readonly form: FormWriter;
  private readonly record: CertifiedPayrollRecord;
  private top = MARGIN.y;

  constructor(form: FormWriter, record: CertifiedPayrollRecord) {
    this.form = form;
    this.record = record;
  }

  /** Returns the lines of remarks that did not fit. */
  draw(): string[] {
    const draft = draftText(this.record);
    if (draft) this.form.watermark(draft);
    let left: string[] = [];
    this.form.tag('Sect', {}, () => {
      this.heading();
      this.paragraph(STATEMENT_LEAD_IN, { bold: true, indent: 0 });
      for (const number of [1, 2, 3, 4] as const) this.statement(number);
      this.programs();
      this.statement(5);
      this.credits();
      this.statement(6);
      left = this.remarks();
      this.signature();
    });
    return left;
  }

  private heading(): void {
    const { form } = this;
    const { header } = this.record.report;
    const box = { left: MARGIN.x, top: this.top - 4, width: form.width, height: 14 };
    form.tag('H1', {}, () =>
      form.text('STATEMENT OF COMPLIANCE', box, {
        size: 11,
        bold: true,
        align: 'center',
        padding: 0,
      }),
    );
    form.tag('P', {}, () =>
      form.text(markText(this.record), box, { size: 9, bold: true, padding: 0 }),
    );
    const official = this.record.signer;
    drawFacts(
      form,
      [
        ['PROJECT NAME', header.project_name],
        ['PROJECT NO. or CONTRACT NO.', contractNumber(header)],
        ['PAYROLL NO.', numberText(header)],
        ['PRIME CONTRACTOR’S/SUBCONTRACTOR’S BUSINESS NAME', header.business_name],
      ],
      FACT_SHARES,
      this.top + 12,
      26,
    );
    drawFacts(
      form,
      [
        ['PROJECT LOCATION', locationText(header)],
        ['WEEK ENDING DATE', formDate(header.week_end)],
        [
          'CERTIFYING OFFICIAL’s NAME AND TITLE',
          official ? `${official.name}, ${official.title}` : '',
        ],
      ],
      [(FACT_SHARES[0] ?? 0) + (FACT_SHARES[1] ?? 0), ...FACT_SHARES.slice(2)],
      this.top + 38,
      26,
    );
    this.top += 67;
  }

  private paragraph(text: string, style: { bold?: boolean; indent: number }): void {
    const { form } = this;
    const width = form.width - style.indent;
    const height = form.heightOf(text, width, SIZE, style.bold ?? false);
    const box = { left: MARGIN.x + style.indent, top: this.top, width, height: height + 0.5 };
    form.tag('P', {}, () =>
      form.text(text, box, {
        size: SIZE,
        minSize: SIZE,
        bold: style.bold ?? false,
        padding: 0,
        vertical: 'top',
      }),
    );
    this.top += height + 2.5;
  }

  private statement(number: StatementNumber): void {
    const isChecked = this.record.statements.some((ticked) => ticked === number);
    const { form, top } = this;
    form.check(isChecked, { left: MARGIN.x + 6, top: top + 0.5 }, `Statement ${number}`);
    this.paragraph(STATEMENTS[number], { indent: INDENT });
  }

  private programs(): void {
    const { apprentices } = this.record.report;
    this.top = drawPrograms(this.form, apprentices.slice(0, PROGRAMS_PER_PAGE), this.top) + 3;
  }

  private credits(): void {
    const { form } = this;
    const { report } = this.record;
    const title = { left: MARGIN.x + INDENT, top: this.top, width: form.width - INDENT, height: 9 };
    form.tag('H2', {}, () =>
      form.text('HOURLY CREDIT FOR FRINGE BENEFITS', title, {
        size: 7,
        bold: true,
        align: 'center',
        padding: 0,
      }),
    );
    form.tag('P', {}, () =>
      form.text(
        FORM_2025.credits,
        { ...title, top: this.top + 8.5 },
        { size: 6, align: 'center', padding: 0 },
      ),
    );
    this.top = drawCredits(form, this.top + 18, {
      plans: report.plans.slice(0, PLANS_PER_PAGE),
      firstPlan: 0,
      lines: creditLines(report).slice(0, ROWS_PER_PAGE),
      rows: ROWS_PER_PAGE,
      hasTotal: true,
    });
    this.top += 3;
  }

  private remarks(): string[] {
    const { form } = this;
    const box = { left: MARGIN.x, top: this.top, width: form.width, height: REMARKS_HEIGHT };
    const width = box.width - 4;
    const lines = remarkLines(this.record).flatMap((line) =>
      form.linesOf(line, width, REMARKS_SIZE),
    );
    const count = Math.floor((REMARKS_HEIGHT - 9) / (REMARKS_SIZE * 1.16));
    const fits = lines.length <= count;
    const shown = fits ? lines : [...lines.slice(0, count - 1), 'Continued on the addendum.'];
    form.tag('P', {}, () => {
      form.text('ADDITIONAL REMARKS', { ...box, height: 10 }, { size: 5.75, vertical: 'top' });
      const room = { ...box, top: box.top + 7.5, height: REMARKS_HEIGHT - 7.5 };
      const style = {
        size: REMARKS_SIZE,
        minSize: REMARKS_SIZE - 0.5,
        vertical: 'top',
        padding: 1,
      } as const;
      form.text(shown.join('\n'), room, style);
    });
    form.frame([box], 0.7);
    this.top += REMARKS_HEIGHT;
    return fits ? [] : lines.slice(count - 1);
  }

  private signature(): void {
    const { form } = this;
    const facts = signatureFacts(this.record);
    drawFacts(form, facts, [0.47, 0.12, 0.17, 0.24], this.top, 30);
    const box = { left: MARGIN.x, top: this.top + 32, width: form.width, height: 18 };
    form.tag('P', {}, () =>
      form.text(FORM_2025.warning, box, { size: 5.75, bold: true, padding: 0, vertical: 'top' }),
    );
  }
}

/** How it was signed: an electronic signature is shown as what it is, never as a picture of one. */
function signatureFacts(record: CertifiedPayrollRecord): Fact[] {
  const { signer } = record;
  if (!signer) {
    return [
      ['SIGNATURE OF CERTIFYING OFFICIAL', ''],
      ['DATE', ''],
      ['TELEPHONE NUMBER', ''],
      ['EMAIL ADDRESS', ''],
    ];
  }
  const at = record.signed_at?.slice(0, 19).replace('T', ' ');
  const proof = record.sha256 ? ` · SHA-256 ${record.sha256}` : '';
  return [
    [
      'SIGNATURE OF CERTIFYING OFFICIAL',
      `/s/ ${signer.name}`,
      `Signed electronically${at ? ` ${at} UTC` : ''}${proof}`,
    ],
    ['DATE', formDate(record.signed_on ?? record.signed_at ?? '')],
    ['TELEPHONE NUMBER', signer.phone ?? ''],
    ['EMAIL ADDRESS', signer.email ?? ''],
  ];
}

/** The table below statement 4; returns where it ends. */
export function drawPrograms(
  form: FormWriter,
  programs: readonly ProgramOnReport[],
  top: number,
): number {
  const left = MARGIN.x + INDENT;
  const width = form.width - INDENT;
  const widths = [0.46, 0.13, 0.41].map((share) => share * width);
  const lefts = widths.map((_, index) => left + widths.slice(0, index).reduce((a, b) => a + b, 0));
  const height = PROGRAM_HEIGHT;
  const cell = (column: number, row: number): Box => ({
    left: lefts[column] ?? left,
    top: top + row * height,
    width: widths[column] ?? 0,
    height,
  });
  const rows = Math.max(PROGRAMS_PER_PAGE, programs.length);
  form.tag('Table', {}, () => {
    form.tag('TR', {}, () => {
      for (const [index, label] of [
        'APPRENTICESHIP PROGRAM NAME',
        'REGISTERED',
        'NAME OF LABOR CLASSIFICATION',
      ].entries()) {
        form.tag('TH', { scope: 'Column' }, () => form.text(label, cell(index, 0), { size: 5.75 }));
      }
    });
    for (let row = 1; row <= rows; row += 1) {
      const program = programs[row - 1];
      const name = program?.name ?? (row === 1 ? 'N/A' : '');
      form.tag('TR', {}, () => {
        form.tag('TD', {}, () =>
          form.text(name, cell(0, row), { label: 'Apprenticeship program name' }),
        );
        form.tag('TD', {}, () => {
          const { left: x, top: y } = cell(1, row);
          for (const [index, agency] of ['OA', 'SAA'].entries()) {
            const at = { left: x + 6 + index * 45, top: y + 2.5, size: 6.5 };
            form.check(
              program?.registered_with === agency,
              at,
              `${name || 'No program'}, ${agency}`,
            );
            form.text(agency, { left: at.left + 8, top: y, width: 30, height }, { size: 6.5 });
          }
        });
        form.tag('TD', {}, () =>
          form.text(program?.occupation ?? '', cell(2, row), {
            label: 'Name of labor classification',
          }),
        );
      });
    }
  });
  form.frame(
    Array.from({ length: rows + 1 }, (_, row) =>
      [0, 1, 2].map((column) => cell(column, row)),
    ).flat(),
  );
  return top + (rows + 1) * height;
}

interface CreditTable {
  plans: readonly FringePlanOnReport[];
  /** Place of the first of them among all plans. */
  firstPlan: number;
  lines: readonly CreditLine[];
  rows: number;
  hasTotal: boolean;
}

/** The table below statement 5; returns where it ends. */
export function drawCredits(
  form: FormWriter,
  top: number,
  { plans, firstPlan, lines, rows, hasTotal }: CreditTable,
): number {
  const left = MARGIN.x + INDENT;
  const width = form.width - INDENT;
  const names = { entry: 22, name: 96, total: 52 };
  const planWidth = (width - names.entry - names.name - names.total) / PLANS_PER_PAGE;
  const planLeft = (index: number): number => left + names.entry + names.name + index * planWidth;
  const headHeights = [13, 9, 9, 10];
  const rowHeight = CREDIT_ROW;
  const places = Array.from({ length: PLANS_PER_PAGE }, (_, index) => index);
  const planBox = (index: number): Box => ({
    left: planLeft(index),
    top,
    width: planWidth,
    height: CREDIT_HEAD,
  });
  const entryBox = { left, top, width: names.entry, height: CREDIT_HEAD };
  const nameBox = { left: left + names.entry, top, width: names.name, height: CREDIT_HEAD };
  const totalBox = { left: planLeft(PLANS_PER_PAGE), top, width: names.total, height: CREDIT_HEAD };

  const planHead = (index: number): void => {
    const plan = plans[index];
    const box = planBox(index);
    let y = top;
    for (const [line, [label, value]] of (
      [
        ['FB NAME', plan?.name ?? ''],
        ['FB TYPE', plan ? planType(plan.kind) : ''],
        ['PLAN NO.', plan?.plan_number ?? ''],
      ] as const
    ).entries()) {
      const height = headHeights[line] ?? 9;
      form.text(
        label,
        { ...box, top: y, height, width: 27 },
        { size: 4.75, minSize: 4, padding: 0.75 },
      );
      const room = { left: box.left + 27, top: y, width: planWidth - 27, height };
      form.text(value, room, {
        size: 6.5,
        minSize: 4,
        padding: 0.5,
        label: `Plan ${firstPlan + index + 1}, ${label}`,
      });
      y += height;
    }
    for (const [place, name] of ['Funded', 'Unfunded'].entries()) {
      const x = box.left + 3 + (place * planWidth) / 2;
      const isChecked = plan !== undefined && plan.funded === (place === 0);
      form.check(
        isChecked,
        { left: x, top: y + 2, size: 6 },
        `${plan?.name ?? 'No plan'}, ${name}`,
      );
      form.text(
        name,
        { left: x + 7, top: y, width: planWidth / 2 - 8, height: 10 },
        { size: 5.5, padding: 0.5 },
      );
    }
  };

  form.tag('Table', {}, () => {
    form.tag('TR', {}, () => {
      form.tag('TH', { scope: 'Column' }, () =>
        form.text('WORKER ENTRY NO.', entryBox, { size: 5.5, isUpright: true, padding: 1 }),
      );
      form.tag('TH', { scope: 'Column' }, () => form.text('NAME OF WORKER', nameBox, { size: 6 }));
      for (const index of places) form.tag('TH', { scope: 'Column' }, () => planHead(index));
      form.tag('TH', { scope: 'Column' }, () =>
        form.text('TOTAL HOURLY CREDIT', totalBox, { size: 6, align: 'center' }),
      );
    });
    for (const [index, line] of lines.entries()) {
      const y = top + CREDIT_HEAD + index * rowHeight;
      const place = (box: Box): Box => ({ ...box, top: y, height: rowHeight });
      const style = { size: 6.5, padding: 0.75 };
      form.tag('TR', {}, () => {
        form.tag('TH', { scope: 'Row' }, () =>
          form.text(String(line.entry), place(entryBox), { ...style, align: 'center' }),
        );
        form.tag('TD', {}, () =>
          form.text(line.name, place(nameBox), {
            ...style,
            label: `Worker entry no. ${line.entry}`,
          }),
        );
        for (const plan of places) {
          const text = plan < plans.length ? (line.credits[firstPlan + plan] ?? '') : '';
          form.tag('TD', {}, () =>
            form.text(text, place(planBox(plan)), { ...style, align: 'right' }),
          );
        }
        form.tag('TD', {}, () =>
          form.text(hasTotal ? line.total : '', place(totalBox), { ...style, align: 'right' }),
        );
      });
    }
  });
  const heads = [entryBox, nameBox, ...places.map(planBox), totalBox];
  const bodies = Array.from({ length: rows }, (_, row) =>
    heads.map((box) => ({ ...box, top: top + CREDIT_HEAD + row * rowHeight, height: rowHeight })),
  ).flat();
  form.frame([...heads, ...bodies]);
  return top + CREDIT_HEAD + rows * rowHeight;
}
