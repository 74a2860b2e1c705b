import type { CertifiedPayrollRecord } from '@/entities/certified-payroll/certified-payroll';
import { type FormWriter, MARGIN } from '@/features/public-work/report/files/form-writer';
import { drawFacts } from '@/features/public-work/report/files/wh347-2025-payroll';
import {
  CREDIT_HEAD,
  CREDIT_ROW,
  drawCredits,
  drawPrograms,
  PROGRAM_HEIGHT,
} from '@/features/public-work/report/files/wh347-2025-statement';
import {
  contractNumber,
  creditLines,
  deductionLines,
  draftText,
  formDate,
  markText,
  numberText,
  PLANS_PER_PAGE,
  PROGRAMS_PER_PAGE,
  ROWS_PER_PAGE,
} from '@/features/public-work/report/files/wh347-cells';

const LINE = 10;
const CREDIT_ROWS = 32;

/** Pages for what the form has no room for; each says again what it belongs to. */
export class Addenda {
  private readonly form: FormWriter;
  private readonly record: CertifiedPayrollRecord;
  private top = Number.POSITIVE_INFINITY;

  constructor(form: FormWriter, record: CertifiedPayrollRecord) {
    this.form = form;
    this.record = record;
  }

  /** `remarks`: the lines that did not fit into the form. */
  draw(remarks: readonly string[], hasCredits: boolean): void {
    if (hasCredits) {
      this.programs();
      this.credits();
    }
    this.deductions();
    this.lines('ADDITIONAL REMARKS (continued)', remarks);
    const inFull = this.form.inFull.splice(0);
    const texts = [
      ...new Set(inFull.map(({ label, text }) => `${label}: ${text.replaceAll('\n', ' ')}`)),
    ];
    this.lines('ENTRIES IN FULL', texts);
  }

  private newPage(): void {
    const { form, record } = this;
    const { header } = record.report;
    form.addPage();
    const draft = draftText(record);
    if (draft) form.watermark(draft);
    const box = { left: MARGIN.x, top: MARGIN.y - 4, width: form.width, height: 14 };
    form.tag('H1', {}, () =>
      form.text('WH-347 ADDENDUM', box, { size: 11, bold: true, align: 'center', padding: 0 }),
    );
    form.tag('P', {}, () => form.text(markText(record), box, { size: 9, bold: true, padding: 0 }));
    drawFacts(
      form,
      [
        ['PROJECT NAME', header.project_name],
        ['PROJECT NO. or CONTRACT NO.', contractNumber(header)],
        ['PAYROLL NO.', numberText(header)],
        ['WEEK ENDING DATE', formDate(header.week_end)],
        ['PRIME CONTRACTOR’S/SUBCONTRACTOR’S BUSINESS NAME', header.business_name],
      ],
      [0.26, 0.18, 0.12, 0.12, 0.32],
      MARGIN.y + 12,
      26,
    );
    this.top = MARGIN.y + 46;
  }

  /** A new page unless there is room for so much more. */
  private need(height: number): void {
    if (this.top + height > this.form.page.height - MARGIN.y) this.newPage();
  }

  private heading(text: string, below: number): void {
    this.need(16 + below);
    const box = { left: MARGIN.x, top: this.top, width: this.form.width, height: 12 };
    this.form.tag('H2', {}, () => this.form.text(text, box, { size: 8, bold: true, padding: 0 }));
    this.top += 15;
  }

  private programs(): void {
    const { apprentices } = this.record.report;
    for (let start = PROGRAMS_PER_PAGE; start < apprentices.length; start += 20) {
      const programs = apprentices.slice(start, start + 20);
      this.heading(
        '4. APPRENTICESHIP PROGRAMS (continued)',
        (programs.length + 1) * PROGRAM_HEIGHT,
      );
      this.top = drawPrograms(this.form, programs, this.top) + 8;
    }
  }

  /** Workers after the eighth with the first six plans; then all workers with the next plans. */
  private credits(): void {
    const { report } = this.record;
    const lines = creditLines(report);
    for (let firstPlan = 0; firstPlan < report.plans.length; firstPlan += PLANS_PER_PAGE) {
      const isFirst = firstPlan === 0;
      const plans = report.plans.slice(firstPlan, firstPlan + PLANS_PER_PAGE);
      const places = plans.map((_, index) => firstPlan + index);
      const own = isFirst
        ? lines.slice(ROWS_PER_PAGE)
        : lines.filter(({ credits }) => places.some((place) => credits[place]));
      for (let start = 0; start < own.length; start += CREDIT_ROWS) {
        const some = own.slice(start, start + CREDIT_ROWS);
        this.heading(
          '5. HOURLY CREDIT FOR FRINGE BENEFITS (continued)',
          CREDIT_HEAD + some.length * CREDIT_ROW,
        );
        const table = { plans, firstPlan, lines: some, rows: some.length, hasTotal: true };
        this.top = drawCredits(this.form, this.top, table) + 8;
      }
    }
  }

  private deductions(): void {
    const { form } = this;
    const lines = deductionLines(this.record.report);
    if (lines.length === 0) return;
    this.heading('8. OTHER DEDUCTIONS', 2 * LINE);
    const columns = [
      { left: MARGIN.x, width: 60 },
      { left: MARGIN.x + 60, width: 200 },
      { left: MARGIN.x + 260, width: 300 },
      { left: MARGIN.x + 560, width: 80 },
    ];
    const row = (cells: readonly string[], isHead: boolean): void => {
      this.need(LINE);
      form.tag('TR', {}, () => {
        for (const [index, text] of cells.entries()) {
          const box = { ...(columns[index] ?? { left: 0, width: 0 }), top: this.top, height: LINE };
          const align = index === 3 ? 'right' : 'left';
          form.tag(isHead ? 'TH' : 'TD', isHead ? { scope: 'Column' } : {}, () =>
            form.text(text, box, { size: 7, bold: isHead, align, label: 'Deduction' }),
          );
        }
      });
      this.top += LINE;
    };
    form.tag('Table', {}, () => {
      row(['ENTRY NO.', 'NAME OF WORKER', 'DEDUCTION', 'AMOUNT'], true);
      for (const { entry, worker, name, amount } of lines) {
        row([String(entry), worker, name, amount], false);
      }
    });
    this.top += 8;
  }

  private lines(title: string, texts: readonly string[]): void {
    if (texts.length === 0) return;
    this.heading(title, LINE);
    for (const line of texts.flatMap((text) => this.form.linesOf(text, this.form.width, 7.5))) {
      this.need(LINE);
      const box = { left: MARGIN.x, top: this.top, width: this.form.width + 1, height: LINE };
      this.form.tag('P', {}, () => this.form.text(line, box, { size: 7.5, padding: 0 }));
      this.top += LINE;
    }
    this.top += 6;
  }
}
