import type {
  CertifiedPayroll,
  CertifiedPayrollRecord,
} from '@/entities/certified-payroll/certified-payroll';
import { type FormWriter, MARGIN } from '@/features/public-work/report/files/form-writer';
import {
  draftText,
  formDate,
  markText,
  perHour,
  remarkLines,
} from '@/features/public-work/report/files/wh347-cells';
import { FORM_2008 } from '@/features/public-work/report/files/wh347-text';

const SIZE = 7.5;
const GAP = 24;
const EXCEPTIONS = 6;
const EXCEPTION_HEIGHT = 17;

/** `9th day of March, 2026`, as the blanks of the statement ask for it. */
function dayOf(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  const name = new Date(`${date}T00:00:00Z`).toLocaleString('en-US', {
    month: 'long',
    timeZone: 'UTC',
  });
  const ending = { one: 'st', two: 'nd', few: 'rd', many: 'th', other: 'th', zero: 'th' }[
    new Intl.PluralRules('en-US', { type: 'ordinal' }).select(day ?? 0)
  ];
  return month === undefined ? date : `${day}${ending} day of ${name}, ${year}`;
}

interface FringeWay {
  toPlans: boolean;
  inCash: boolean;
  exceptions: { craft: string; explanation: string }[];
}

/** 4(a), 4(b) or, where both happened, what is the exception from the first. */
export function fringeWay({ rows }: CertifiedPayroll): FringeWay {
  const paid = rows.filter((row) => row.fringe_credit !== '0.00' || row.cash_in_lieu !== '0.00');
  const toPlans = paid.some((row) => row.fringe_credit !== '0.00');
  const inCash = paid.some((row) => row.cash_in_lieu !== '0.00');
  if (!toPlans || !inCash) return { toPlans, inCash, exceptions: [] };
  const lines = new Map<string, { craft: string; explanation: string }>();
  for (const row of paid) {
    if (row.cash_in_lieu === '0.00') continue;
    const craft = row.classification ?? '';
    const plans = perHour(row.fringe_credit, row.total) ?? '0.00';
    const cash = perHour(row.cash_in_lieu, row.total) ?? '0.00';
    const explanation = `$${cash} an hour paid in cash, $${plans} an hour to plans.`;
    lines.set(`${craft} ${explanation}`, { craft, explanation });
  }
  return { toPlans: true, inCash: false, exceptions: [...lines.values()] };
}

/** Page 2 of the form of December 2008, in two columns. */
export class OldStatementPage {
  private readonly form: FormWriter;
  private readonly record: CertifiedPayrollRecord;
  private left = MARGIN.x;
  private top = MARGIN.y;
  private readonly width: number;

  constructor(form: FormWriter, record: CertifiedPayrollRecord) {
    this.form = form;
    this.record = record;
    this.width = (form.width - GAP) / 2;
  }

  /** Returns the lines of remarks and exceptions that did not fit. */
  draw(): string[] {
    const { form } = this;
    const draft = draftText(this.record);
    if (draft) form.watermark(draft);
    let rest: string[] = [];
    form.tag('Sect', {}, () => {
      this.heading();
      this.statements();
      this.left += this.width + GAP;
      this.top = MARGIN.y + 18;
      rest = this.fringes();
      rest.push(...this.remarks());
      this.signature();
    });
    return rest;
  }

  private heading(): void {
    const { form } = this;
    const box = { left: MARGIN.x, top: MARGIN.y - 4, width: form.width, height: 14 };
    form.tag('H1', {}, () =>
      form.text('STATEMENT OF COMPLIANCE', box, {
        size: 11,
        bold: true,
        align: 'center',
        padding: 0,
      }),
    );
    const mark = markText(this.record);
    if (mark) form.tag('P', {}, () => form.text(mark, box, { size: 9, bold: true, padding: 0 }));
    this.top += 18;
  }

  private paragraph(
    text: string,
    options: { bold?: boolean; indent?: number; gap?: number } = {},
  ): void {
    const { form } = this;
    const { bold = false, indent = 0, gap = 5 } = options;
    const width = this.width - indent;
    const height = form.heightOf(text, width, SIZE, bold);
    const box = { left: this.left + indent, top: this.top, width, height: height + 0.5 };
    form.tag('P', {}, () =>
      form.text(text, box, { size: SIZE, minSize: SIZE, bold, padding: 0, vertical: 'top' }),
    );
    this.top += height + gap;
  }

  private statements(): void {
    const { signer, report } = this.record;
    const { header, rows } = report;
    this.paragraph('Date ____________________', { gap: 8 });
    const [name, title] = signer
      ? [signer.name, signer.title]
      : ['____________________', '____________________'];
    this.paragraph(`I, ${name} (Name of Signatory Party), ${title} (Title), do hereby state:`);
    this.paragraph(
      FORM_2008.paid(
        header.business_name,
        header.project_name,
        dayOf(header.week_start),
        dayOf(header.week_end),
      ),
    );
    const deductions = rows.some((row) => row.deductions && row.deductions.other !== '0.00');
    this.paragraph(deductions ? 'See remarks.' : 'None.', { indent: 12 });
    this.paragraph(FORM_2008.correct);
    this.paragraph(FORM_2008.apprentices);
  }

  private choice(isChecked: boolean, title: string, text: string): void {
    this.paragraph(title, { bold: true, indent: 12, gap: 3 });
    this.form.check(isChecked, { left: this.left + 22, top: this.top + 0.5 }, title);
    this.paragraph(`– ${text}`, { indent: 34 });
  }

  private fringes(): string[] {
    const { form } = this;
    const { toPlans, inCash, exceptions } = fringeWay(this.record.report);
    this.paragraph('(4) That:', { gap: 3 });
    this.choice(toPlans, FORM_2008.plansTitle, FORM_2008.plans);
    this.choice(inCash, FORM_2008.cashTitle, FORM_2008.cash);
    this.paragraph('(c) EXCEPTIONS', { bold: true, indent: 12, gap: 3 });
    const widths = [this.width * 0.38, this.width * 0.62];
    const cell = (column: number, row: number) => ({
      left: this.left + (column === 0 ? 0 : (widths[0] ?? 0)),
      top: this.top + row * EXCEPTION_HEIGHT,
      width: widths[column] ?? 0,
      height: EXCEPTION_HEIGHT,
    });
    form.tag('Table', {}, () => {
      form.tag('TR', {}, () => {
        for (const [column, label] of ['EXCEPTION (CRAFT)', 'EXPLANATION'].entries()) {
          form.tag('TH', { scope: 'Column' }, () =>
            form.text(label, cell(column, 0), { size: 6.5, align: 'center' }),
          );
        }
      });
      for (const [row, { craft, explanation }] of exceptions.slice(0, EXCEPTIONS).entries()) {
        form.tag('TR', {}, () => {
          form.tag('TD', {}, () => form.text(craft, cell(0, row + 1), { label: 'Exception' }));
          form.tag('TD', {}, () => form.text(explanation, cell(1, row + 1)));
        });
      }
    });
    const rows = Array.from({ length: EXCEPTIONS + 1 }, (_, row) => [cell(0, row), cell(1, row)]);
    form.frame(rows.flat());
    this.top += (EXCEPTIONS + 1) * EXCEPTION_HEIGHT;
    return exceptions
      .slice(EXCEPTIONS)
      .map(({ craft, explanation }) => `Exception: ${craft}: ${explanation}`);
  }

  private remarks(): string[] {
    const { form, width } = this;
    const height = 76;
    const lines = [...this.signedElsewhere(), ...remarkLines(this.record)].flatMap((line) =>
      form.linesOf(line, width - 4, 7),
    );
    const count = Math.floor((height - 12) / (7 * 1.16));
    const fits = lines.length <= count;
    const shown = fits ? lines : [...lines.slice(0, count - 1), 'Continued on the addendum.'];
    const box = { left: this.left, top: this.top, width, height };
    form.tag('P', {}, () => {
      form.text('REMARKS:', { ...box, height: 11 }, { size: 6.5, vertical: 'top' });
      const room = { ...box, top: box.top + 10, height: height - 10 };
      form.text(shown.join('\n'), room, { size: 7, minSize: 6.5, vertical: 'top', padding: 1 });
    });
    form.frame([box]);
    this.top += height;
    return fits ? [] : lines.slice(count - 1);
  }

  /** Nobody signed the words of this page: those of the form of 2025 were signed. */
  private signedElsewhere(): string[] {
    if (!this.record.signer) return [];
    const { signer, signed_at, signed_on } = this.record;
    const day = formDate(signed_on ?? signed_at ?? '');
    const on = day ? ` on ${day}` : '';
    return [
      `${signer.name} signed this payroll electronically${on} with the statement of the January 2025 form. This page is to be signed by hand.`,
    ];
  }

  private signature(): void {
    const { form, width } = this;
    const { signer } = this.record;
    const half = { left: this.left, top: this.top, width: width / 2, height: 34 };
    const other = { ...half, left: this.left + width / 2 };
    form.tag('P', {}, () => {
      form.text('NAME AND TITLE', { ...half, height: 11 }, { size: 6.5, vertical: 'top' });
      const name = signer ? `${signer.name}, ${signer.title}` : '';
      form.text(
        name,
        { ...half, top: half.top + 10, height: 24 },
        { size: 8, label: 'Name and title' },
      );
    });
    form.tag('P', {}, () =>
      form.text('SIGNATURE', { ...other, height: 11 }, { size: 6.5, vertical: 'top' }),
    );
    form.frame([half, other]);
    this.top += 37;
    const box = { left: this.left, top: this.top, width, height: 32 };
    form.tag('P', {}, () =>
      form.text(FORM_2008.warning, box, { size: 6.5, bold: true, padding: 0, vertical: 'top' }),
    );
  }
}
