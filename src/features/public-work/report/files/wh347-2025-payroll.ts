import type {
  CertifiedPayrollRecord,
  CertifiedPayrollRow,
} from '@/entities/certified-payroll/certified-payroll';
import { type Box, type FormWriter, MARGIN } from '@/features/public-work/report/files/form-writer';
import {
  type Column,
  cellBox,
  columnsOf,
  DAY_COLUMNS,
  ROWS_TOP,
  spanOf,
  TOP,
} from '@/features/public-work/report/files/wh347-2025-layout';
import {
  contractNumber,
  dayHeader,
  determinationText,
  draftText,
  formDate,
  hoursCell,
  isIncomplete,
  knownCell,
  locationText,
  markText,
  NOT_KNOWN,
  NOT_KNOWN_NOTE,
  numberText,
  ROWS_PER_PAGE,
  weekDates,
} from '@/features/public-work/report/files/wh347-cells';
import { FORM_2025 } from '@/features/public-work/report/files/wh347-text';

/** A column of one header cell, with its number and label. */
const UPRIGHT: readonly (readonly [Column, string, string])[] = [
  ['entry', '1A', 'WORKER ENTRY NO.'],
  ['lastName', '1B', 'WORKER LAST NAME'],
  ['firstName', '1C', 'WORKER FIRST NAME'],
  ['initial', '1D', 'WORKER MIDDLE INITIAL'],
  ['identifier', '1E', 'WORKER IDENTIFYING NO.'],
  ['kind', '2', '(J) JOURNEYWORKER\n(RA) REGISTERED APPRENTICE'],
  ['classification', '3', 'LABOR CLASSIFICATION'],
];
const MONEY: readonly (readonly [Column, string, string])[] = [
  ['hours', '5', 'TOTAL HOURS WORKED FOR WEEK'],
  ['rate', '6A', 'HOURLY WAGE RATE PAID FOR ST AND OT'],
  ['credit', '6B', 'TOTAL FRINGE BENEFIT CREDIT'],
  ['cash', '6C', 'PAYMENT IN LIEU OF FRINGE BENEFITS'],
  ['grossProject', '7A', 'GROSS AMT EARNED'],
  ['grossAll', '7B', 'GROSS AMT EARNED FOR ALL WORK'],
];
const DEDUCTIONS: readonly (readonly [Column, string])[] = [
  ['tax', 'TAX WITH-\nHOLDINGS'],
  ['fica', 'FICA'],
  ['other', 'OTHER (MUST SPECIFY, SEE INSTRUCTIONS)'],
  ['deductions', 'TOTAL DEDUCTIONS'],
];
const NET: readonly [Column, string, string] = ['net', '9', 'NET PAY TO WORKER FOR ALL WORK'];

interface Line {
  name: 'ST' | 'OT' | 'DT';
  hours: readonly string[];
  total: string;
  rate: string | null;
}

/** Double time has a line of its own where there is any: the form has two, and no hour may be missing. */
export function linesOf(row: CertifiedPayrollRow): Line[] {
  const straight = row.days.map(({ st }) => st);
  const over = row.days.map(({ ot }) => ot);
  const double = row.days.map(({ dt }) => dt);
  return [
    { name: 'ST', hours: straight, total: row.total_st, rate: row.rate_st },
    { name: 'OT', hours: over, total: row.total_ot, rate: row.rate_ot },
    ...(row.total_dt === '0.00'
      ? []
      : [{ name: 'DT' as const, hours: double, total: row.total_dt, rate: row.rate_dt }]),
  ];
}

/** Columns of a worker that are the same in each of their rows. */
const ALL_WORK = (row: CertifiedPayrollRow): readonly (readonly [Column, string])[] => [
  ['grossAll', knownCell(row.gross_all)],
  ['tax', knownCell(row.deductions?.tax)],
  ['fica', knownCell(row.deductions?.fica)],
  ['other', knownCell(row.deductions?.other)],
  ['deductions', knownCell(row.deductions?.total)],
  ['net', knownCell(row.net)],
];

export class PayrollPage {
  private readonly form: FormWriter;
  private readonly record: CertifiedPayrollRecord;
  private readonly columns: ReturnType<typeof columnsOf>;

  constructor(form: FormWriter, record: CertifiedPayrollRecord) {
    this.form = form;
    this.record = record;
    this.columns = columnsOf(form.width);
  }

  /** One page with up to eight rows. */
  draw(rows: readonly CertifiedPayrollRow[], number: number, pages: number): void {
    const draft = draftText(this.record);
    if (draft) this.form.watermark(draft);
    this.form.tag('Sect', {}, () => {
      this.title(number, pages);
      this.checks();
      this.facts();
      this.form.tag('Table', {}, () => {
        this.form.tag('THead', {}, () => this.head());
        this.form.tag('TBody', {}, () => this.body(rows));
      });
      this.grid(rows);
      this.notes(rows);
    });
  }

  private title(number: number, pages: number): void {
    const { form } = this;
    const at = (left: number, top: number, width: number, height: number): Box => ({
      left,
      top: MARGIN.y + top,
      width,
      height,
    });
    const right = MARGIN.x + form.width;
    form.tag('P', {}, () => {
      form.text(FORM_2025.department, at(MARGIN.x, 0, 160, 12), {
        size: 9,
        bold: true,
        padding: 0,
      });
      form.text(FORM_2025.division, at(MARGIN.x, 12, 160, 10), { size: 7.5, padding: 0 });
    });
    const middle = { left: MARGIN.x + 165, width: form.width - 330 };
    const center = { align: 'center', padding: 0 } as const;
    form.tag('H1', {}, () =>
      form.text(FORM_2025.title, at(middle.left, 0, middle.width, 14), {
        ...center,
        size: 12,
        bold: true,
      }),
    );
    form.tag('P', {}, () => {
      for (const [index, line] of [FORM_2025.use, FORM_2025.project, FORM_2025.persons].entries()) {
        form.text(line, at(middle.left, 15 + index * 8.5, middle.width, 8), { ...center, size: 6 });
      }
    });
    form.tag('P', {}, () => {
      for (const [index, line] of FORM_2025.edition.entries()) {
        const box = at(right - 160, index * 8, 160, 8);
        form.text(line, box, { size: 6.5, align: 'right', padding: 0 });
      }
      const page = pages > 1 ? `Sheet ${number} of ${pages}` : '';
      form.text(page, at(right - 160, 24, 160, 8), { size: 6.5, align: 'right', padding: 0 });
    });
    const mark = markText(this.record);
    if (mark === '') return;
    form.tag('P', {}, () =>
      form.text(mark, at(MARGIN.x, 24, 160, 12), {
        size: 9,
        bold: true,
        padding: 0,
      }),
    );
  }

  private checks(): void {
    const { contractor_role: role, final } = this.record.report.header;
    const top = MARGIN.y + TOP.checks;
    for (const [share, name, isChecked] of [
      [0, FORM_2025.final, final === true],
      [0.55, 'PRIME CONTRACTOR', role === 'prime'],
      [0.75, 'SUBCONTRACTOR', role === 'sub'],
    ] as const) {
      const left = MARGIN.x + share * this.form.width;
      this.form.check(isChecked, { left, top }, name);
      this.form.tag('P', {}, () =>
        this.form.text(name, { left: left + 10, top: top - 1, width: 260, height: 9 }, { size: 7 }),
      );
    }
  }

  private facts(): void {
    const { header } = this.record.report;
    const shares = [0.215, 0.205, 0.14, 0.44];
    const rows = [
      [
        ['PROJECT NAME', header.project_name],
        ['PROJECT NO. or CONTRACT NO.', contractNumber(header)],
        ['CERTIFIED PAYROLL NO.', numberText(header)],
        ['PRIME CONTRACTOR’S/SUBCONTRACTOR’S BUSINESS NAME', header.business_name],
      ],
      [
        ['PROJECT LOCATION', locationText(header)],
        ['WAGE DETERMINATION NO.', determinationText(header)],
        ['WEEK ENDING DATE', formDate(header.week_end)],
        [
          'PRIME CONTRACTOR’S/SUBCONTRACTOR’S BUSINESS ADDRESS',
          header.business_address ?? NOT_KNOWN,
        ],
      ],
    ] as const;
    for (const [index, facts] of rows.entries()) {
      drawFacts(
        this.form,
        facts,
        shares,
        MARGIN.y + TOP.facts + index * TOP.factsHeight,
        TOP.factsHeight,
      );
    }
  }

  private headCell(column: Column, number: string, label: string, rowSpan = 2): void {
    const { form } = this;
    const top = MARGIN.y + TOP.head;
    const span = this.columns[column];
    form.tag('TH', { scope: 'Column', rowSpan }, () => {
      form.text(
        `(${number})`,
        { ...span, top, height: TOP.numberHeight },
        { size: 6, align: 'center' },
      );
      form.text(
        label,
        { ...span, top: top + TOP.numberHeight, height: TOP.headHeight - TOP.numberHeight },
        { size: 6.5, isUpright: true, padding: 2 },
      );
    });
  }

  private head(): void {
    const { form, columns } = this;
    const top = MARGIN.y + TOP.head;
    form.tag('TR', {}, () => {
      for (const [column, number, label] of UPRIGHT) this.headCell(column, number, label);
      form.tag('TH', { scope: 'Column', rowSpan: 2 }, () =>
        form.text(
          'ST = STRAIGHT TIME\nOT = OVERTIME',
          {
            ...columns.line,
            top: top + TOP.numberHeight,
            height: TOP.headHeight - TOP.numberHeight,
          },
          { size: 5, isUpright: true, padding: 1 },
        ),
      );
      const days = spanOf(columns, 'day1', 'day7');
      form.tag('TH', { scope: 'Column', colSpan: 7 }, () => {
        form.text('(4)', { ...days, top, height: TOP.numberHeight }, { size: 6, align: 'center' });
        const label = '(TOP) DAYS OF WORK WEEK\n(BOTTOM) DATES\nHOURS WORKED EACH DAY';
        const box = { ...days, top: top + TOP.numberHeight, height: 38 };
        form.text(label, box, { size: 6.5, align: 'center' });
      });
      for (const [column, number, label] of MONEY) this.headCell(column, number, label);
      const deductions = spanOf(columns, 'tax', 'deductions');
      form.tag('TH', { scope: 'Column', colSpan: 4 }, () => {
        form.text(
          '(8)',
          { ...deductions, top, height: TOP.numberHeight },
          { size: 6, align: 'center' },
        );
        const box = { ...deductions, top: top + TOP.numberHeight, height: 12 };
        form.text('DEDUCTIONS FOR ALL WORK', box, { size: 6, align: 'center' });
      });
      this.headCell(...NET);
    });
    form.tag('TR', {}, () => this.secondHead());
  }

  private secondHead(): void {
    const { form, columns } = this;
    const bottom = MARGIN.y + TOP.head + TOP.headHeight;
    for (const [index, date] of weekDates(this.record.report.header.week_end).entries()) {
      const day = dayHeader(date);
      const column = columns[DAY_COLUMNS[index] ?? 'day1'];
      form.tag('TH', { scope: 'Column' }, () => {
        form.text(
          day.letter,
          { ...column, top: bottom - 36, height: 18 },
          { size: 7, align: 'center' },
        );
        form.text(
          day.date,
          { ...column, top: bottom - 18, height: 18 },
          { size: 6, align: 'center' },
        );
      });
    }
    for (const [column, label] of DEDUCTIONS) {
      const top = MARGIN.y + TOP.head + TOP.numberHeight + 12;
      form.tag('TH', { scope: 'Column' }, () =>
        form.text(
          label,
          { ...columns[column], top, height: bottom - top },
          { size: 6, isUpright: true, padding: 2 },
        ),
      );
    }
  }

  private body(rows: readonly CertifiedPayrollRow[]): void {
    for (const [index, row] of rows.entries()) {
      const lines = linesOf(row);
      const isFirst = rows[index - 1]?.entry !== row.entry;
      for (const [line] of lines.entries()) {
        this.form.tag('TR', {}, () =>
          this.line(row, index, lines, line, isFirst ? sameWorker(rows, index) : 0),
        );
      }
    }
    if (rows.length > 0) return;
    this.form.tag('TR', {}, () =>
      this.form.tag('TD', { colSpan: 26 }, () => {
        const span = spanOf(this.columns, 'entry', 'net');
        this.form.text('NO WORK PERFORMED', cellBox(span, 0), {
          size: 12,
          bold: true,
          align: 'center',
        });
      }),
    );
  }

  /** One line of a row; the first also has the cells that stand for all lines. */
  private line(
    row: CertifiedPayrollRow,
    index: number,
    lines: readonly Line[],
    line: number,
    workerRows: number,
  ): void {
    const { form, columns } = this;
    const current = lines[line];
    if (!current) return;
    const place = { index: line, count: lines.length };
    const small = { size: lines.length > 2 ? 6 : 6.5, padding: 1 };
    const cell = (column: Column, text: string, style: Parameters<FormWriter['text']>[2]): void =>
      form.tag('TD', {}, () => form.text(text, cellBox(columns[column], index, place), style));
    if (line === 0) this.worker(row, index, lines.length);
    form.tag('TH', { scope: 'Row' }, () =>
      form.text(current.name, cellBox(columns.line, index, place), { ...small, align: 'center' }),
    );
    for (const [day, column] of DAY_COLUMNS.entries()) {
      cell(column, hoursCell(current.hours[day] ?? ''), { ...small, align: 'center' });
    }
    cell('hours', current.total, { ...small, align: 'right' });
    cell('rate', knownCell(current.rate), { ...small, align: 'right' });
    if (line === 0) this.money(row, index, lines.length, workerRows);
  }

  private worker(row: CertifiedPayrollRow, index: number, rowSpan: number): void {
    const { form, columns } = this;
    const name = `Worker entry no. ${row.entry}`;
    for (const [column, text, style] of [
      ['entry', String(row.entry), { size: 8, align: 'center' }],
      ['lastName', row.last_name, { size: 7.5, label: `${name}, last name` }],
      ['firstName', row.first_name, { size: 7.5, label: `${name}, first name` }],
      ['initial', '', {}],
      [
        'identifier',
        knownCell(row.identifying_number),
        { align: 'center', label: `${name}, identifying no.` },
      ],
      ['kind', kindText(row), { size: 7, align: 'center', label: `${name}, column 2` }],
      [
        'classification',
        knownCell(row.classification),
        { size: 7, label: `${name}, labor classification` },
      ],
    ] as const) {
      const box = cellBox(columns[column], index);
      const isHeader = column === 'entry';
      form.tag(isHeader ? 'TH' : 'TD', isHeader ? { scope: 'Row', rowSpan } : { rowSpan }, () =>
        form.text(text, box, style),
      );
    }
  }

  /** Money of the row, and of all work once for the worker's rows on this page. */
  private money(row: CertifiedPayrollRow, index: number, lines: number, workerRows: number): void {
    const { form, columns } = this;
    const style = { size: 6.75, align: 'right', padding: 1.2 } as const;
    const cell = (column: Column, text: string, rows: number): void => {
      const box = cellBox(columns[column], index);
      const full = { ...box, height: TOP.row * rows };
      if (text === NOT_KNOWN) form.shade(full);
      form.tag('TD', { rowSpan: lines * rows }, () => form.text(text, full, style));
    };
    cell('credit', row.fringe_credit, 1);
    cell('cash', row.cash_in_lieu, 1);
    cell('grossProject', knownCell(row.gross_project), 1);
    if (workerRows === 0) return;
    for (const [column, text] of ALL_WORK(row)) cell(column, text, workerRows);
  }

  private grid(rows: readonly CertifiedPayrollRow[]): void {
    const { form, columns } = this;
    const top = MARGIN.y + TOP.head;
    const bottom = ROWS_TOP + ROWS_PER_PAGE * TOP.row;
    const end = MARGIN.x + form.width;
    const firstRow = rows.length === 0 ? ROWS_TOP + TOP.row : ROWS_TOP;
    form.frame([{ left: MARGIN.x, top, width: form.width, height: bottom - top }], 1);
    for (const { left } of Object.values(columns).slice(1)) form.line(left, firstRow, left, bottom);
    for (const [column, span] of Object.entries(columns).slice(1)) {
      const isDay = /^day[2-7]$/.test(column);
      const isDeduction = ['fica', 'other', 'deductions'].includes(column);
      const start = isDay ? ROWS_TOP - 36 : isDeduction ? top + TOP.numberHeight + 12 : top;
      form.line(span.left, start, span.left, ROWS_TOP);
    }
    form.line(MARGIN.x, top + TOP.numberHeight, end, top + TOP.numberHeight);
    const days = spanOf(columns, 'day1', 'day7');
    for (const up of [36, 18])
      form.line(days.left, ROWS_TOP - up, days.left + days.width, ROWS_TOP - up);
    const deductions = spanOf(columns, 'tax', 'deductions');
    const under = top + TOP.numberHeight + 12;
    form.line(deductions.left, under, deductions.left + deductions.width, under);
    form.line(MARGIN.x, ROWS_TOP, end, ROWS_TOP, 1);
    for (let row = 0; row < ROWS_PER_PAGE; row += 1) this.rowRules(rows, row);
  }

  private rowRules(rows: readonly CertifiedPayrollRow[], row: number): void {
    const { form, columns } = this;
    if (row === 0 && rows.length === 0) return;
    const y = ROWS_TOP + row * TOP.row;
    const current = rows[row];
    // 7B, 8 and 9 of a worker with several rows are one cell.
    const joins = row > 0 && current !== undefined && rows[row - 1]?.entry === current.entry;
    const stop = columns.grossAll.left;
    form.line(MARGIN.x, y, joins ? stop : MARGIN.x + form.width, y, 0.8);
    const lines = current ? linesOf(current).length : 2;
    for (const [index, name] of current ? [] : ['ST', 'OT'].entries()) {
      form.preprint(name, 6.5, cellBox(columns.line, row, { index, count: 2 }));
    }
    const span = spanOf(columns, 'line', 'rate');
    for (let line = 1; line < lines; line += 1) {
      const across = y + (line * TOP.row) / lines;
      form.line(span.left, across, span.left + span.width, across, 0.3);
    }
  }

  private notes(rows: readonly CertifiedPayrollRow[]): void {
    const { form } = this;
    const top = ROWS_TOP + ROWS_PER_PAGE * TOP.row + 2;
    const width = form.width;
    if (rows.some(isIncomplete)) {
      form.tag('P', {}, () =>
        form.text(
          NOT_KNOWN_NOTE,
          { left: MARGIN.x, top, width, height: 9 },
          { size: 7, bold: true, padding: 0 },
        ),
      );
    }
    form.tag('P', {}, () =>
      form.text(
        FORM_2025.note,
        { left: MARGIN.x, top: top + 10, width, height: 20 },
        { size: 5.75, padding: 0, vertical: 'top' },
      ),
    );
  }
}

/** How many rows from here on are of the same worker. */
function sameWorker(rows: readonly CertifiedPayrollRow[], start: number): number {
  const entry = rows[start]?.entry;
  const end = rows.findIndex((row, index) => index > start && row.entry !== entry);
  return (end === -1 ? rows.length : end) - start;
}

const kindText = ({ kind, level }: CertifiedPayrollRow): string =>
  kind === 'J' ? 'J' : `RA\n${level ?? NOT_KNOWN}`;

export type Fact = readonly [label: string, value: string, detail?: string];

/** A row of labeled boxes, as they stand at the head of each page. */
export function drawFacts(
  form: FormWriter,
  facts: readonly Fact[],
  shares: readonly number[],
  top: number,
  height: number,
): void {
  let left = MARGIN.x;
  const boxes = facts.map(([label, value, detail = ''], index) => {
    const box = { left, top, width: (shares[index] ?? 0) * form.width, height };
    left += box.width;
    const below = detail === '' ? 0 : 8;
    form.tag('P', {}, () => {
      form.text(label, { ...box, height: 10 }, { size: 5.75, vertical: 'top' });
      const room = { ...box, top: top + 8, height: height - 8 - below };
      form.text(value, room, { size: 9, minSize: 5, padding: 1, label });
      form.text(
        detail,
        { ...box, top: top + height - below - 1, height: below },
        { size: 6, padding: 1 },
      );
    });
    return box;
  });
  form.frame(boxes, 0.7);
}
