import type {
  CertifiedPayrollRecord,
  CertifiedPayrollRow,
} from '@/entities/certified-payroll/certified-payroll';
import { type Box, type FormWriter, MARGIN } from '@/features/public-work/report/files/form-writer';
import {
  contractNumber,
  dayHeader,
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
  perHour,
  ROWS_PER_PAGE,
  weekDates,
} from '@/features/public-work/report/files/wh347-cells';
import { FORM_2008 } from '@/features/public-work/report/files/wh347-text';

const SHARES = {
  worker: 128,
  exemptions: 22,
  classification: 66,
  line: 13,
  day1: 22,
  day2: 22,
  day3: 22,
  day4: 22,
  day5: 22,
  day6: 22,
  day7: 22,
  hours: 30,
  rate: 44,
  gross: 50,
  fica: 36,
  tax: 42,
  blank1: 24,
  blank2: 24,
  other: 36,
  deductions: 42,
  net: 46,
} as const;

type Column = keyof typeof SHARES;
const COLUMNS = Object.keys(SHARES) as Column[];
const CONTRACTOR = 'NAME OF CONTRACTOR';
/** Size of the labels of boxes. */
const LABEL = 6;
const DAYS = COLUMNS.filter((column) => column.startsWith('day'));

const TOP = { facts: 42, factsHeight: 27, head: 100, number: 9, headHeight: 66, row: 40 } as const;
const ROWS_TOP = MARGIN.y + TOP.head + TOP.headHeight;

/** Columns whose header is one cell. */
const HEADS: Partial<Record<Column, readonly [number: string, label: string, isUpright?: true]>> = {
  worker: ['(1)', FORM_2008.worker],
  exemptions: ['(2)', 'NO. OF WITHHOLDING EXEMPTIONS', true],
  classification: ['(3)', 'WORK CLASSIFICATION'],
  line: ['', 'OT. OR ST.', true],
  hours: ['(5)', 'TOTAL HOURS'],
  rate: ['(6)', 'RATE OF PAY'],
  gross: ['(7)', 'GROSS AMOUNT EARNED'],
  net: ['(9)', 'NET WAGES PAID FOR WEEK'],
};
const DEDUCTIONS: readonly (readonly [Column, string])[] = [
  ['fica', 'FICA'],
  ['tax', 'WITH-\nHOLDING TAX'],
  ['blank1', ''],
  ['blank2', ''],
  ['other', 'OTHER'],
  ['deductions', 'TOTAL DEDUCTIONS'],
];

/** Overtime above straight time, as on the old form; the rate with the cash that was paid in lieu. */
function linesOf(row: CertifiedPayrollRow) {
  const cash = row.cash_in_lieu === '0.00' ? null : perHour(row.cash_in_lieu, row.total);
  const rateOf = (rate: string | null): string => knownCell(rate) + (cash ? `/${cash}` : '');
  return [
    ...(row.total_dt === '0.00'
      ? []
      : [
          {
            name: 'D',
            hours: row.days.map(({ dt }) => dt),
            total: row.total_dt,
            rate: rateOf(row.rate_dt),
          },
        ]),
    {
      name: 'O',
      hours: row.days.map(({ ot }) => ot),
      total: row.total_ot,
      rate: rateOf(row.rate_ot),
    },
    {
      name: 'S',
      hours: row.days.map(({ st }) => st),
      total: row.total_st,
      rate: rateOf(row.rate_st),
    },
  ];
}

/** Page 1 of the form of December 2008. */
export class OldPayrollPage {
  private readonly form: FormWriter;
  private readonly record: CertifiedPayrollRecord;
  private readonly spans: Record<Column, { left: number; width: number }>;

  constructor(form: FormWriter, record: CertifiedPayrollRecord) {
    this.form = form;
    this.record = record;
    const all = Object.values(SHARES).reduce((sum, share) => sum + share, 0);
    let left = MARGIN.x;
    this.spans = Object.fromEntries(
      COLUMNS.map((column) => {
        const span = { left, width: (form.width * SHARES[column]) / all };
        left += span.width;
        return [column, span];
      }),
    ) as Record<Column, { left: number; width: number }>;
  }

  draw(rows: readonly CertifiedPayrollRow[], number: number, pages: number): void {
    const { form } = this;
    const draft = draftText(this.record);
    if (draft) form.watermark(draft);
    form.tag('Sect', {}, () => {
      this.title(number, pages);
      this.facts();
      form.tag('Table', {}, () => {
        form.tag('THead', {}, () => this.head());
        form.tag('TBody', {}, () => this.body(rows));
      });
      this.grid(rows);
      if (!rows.some(isIncomplete)) return;
      const top = ROWS_TOP + ROWS_PER_PAGE * TOP.row + 2;
      const box = { left: MARGIN.x, top, width: form.width, height: 10 };
      form.tag('P', {}, () => form.text(NOT_KNOWN_NOTE, box, { bold: true, padding: 0 }));
    });
  }

  private title(number: number, pages: number): void {
    const { form } = this;
    const at = (top: number, height: number): Box => ({
      left: MARGIN.x,
      top: MARGIN.y + top,
      width: form.width,
      height,
    });
    form.tag('P', {}, () => {
      form.text(FORM_2008.department, at(0, 12), { size: 9, bold: true, padding: 0 });
      form.text(FORM_2008.division, at(12, 10), { size: 7.5, padding: 0 });
    });
    const center = { align: 'center', padding: 0 } as const;
    form.tag('H1', {}, () =>
      form.text(FORM_2008.title, at(-3, 16), { ...center, size: 14, bold: true }),
    );
    form.tag('P', {}, () => {
      form.text(FORM_2008.use, at(14, 9), { ...center, size: 6.5 });
      form.text(FORM_2008.persons, at(24, 9), { ...center, size: 6.5 });
    });
    form.tag('P', {}, () => {
      const lines = [...FORM_2008.edition, ...(pages > 1 ? [`Sheet ${number} of ${pages}`] : [])];
      for (const [index, line] of lines.entries()) {
        form.text(line, at(index * 8, 8), { size: 6.5, align: 'right', padding: 0 });
      }
    });
    const mark = markText(this.record);
    if (mark)
      form.tag('P', {}, () => form.text(mark, at(25, 12), { size: 9, bold: true, padding: 0 }));
  }

  private facts(): void {
    const { form } = this;
    const { header } = this.record.report;
    const { business_name: name, business_address: address, contractor_role: role } = header;
    const final = header.final ? ' (FINAL)' : '';
    const rows = [
      [
        [0.5, CONTRACTOR, name],
        [0.5, 'ADDRESS', address ?? NOT_KNOWN],
      ],
      [
        [0.14, 'PAYROLL NO.', `${numberText(header)}${final}`],
        [0.14, 'FOR WEEK ENDING', formDate(header.week_end)],
        [0.47, 'PROJECT AND LOCATION', `${header.project_name}, ${locationText(header)}`],
        [0.25, 'PROJECT OR CONTRACT NO.', contractNumber(header)],
      ],
    ] as const;
    for (const [index, facts] of rows.entries()) {
      let left = MARGIN.x;
      const top = MARGIN.y + TOP.facts + index * TOP.factsHeight;
      const boxes = facts.map(([share, label, value]) => {
        const box = { left, top, width: share * form.width, height: TOP.factsHeight };
        left += box.width;
        form.tag('P', {}, () => {
          form.text(label, { ...box, height: 11 }, { size: LABEL, vertical: 'top' });
          const room = { ...box, top: top + 9, height: TOP.factsHeight - 9 };
          form.text(value, room, { size: 9, minSize: 5, label });
        });
        return box;
      });
      form.frame(boxes, 0.7);
    }
    // Behind the label: NAME OF CONTRACTOR ☐ OR SUBCONTRACTOR ☐.
    const second = 'OR SUBCONTRACTOR';
    const widthOf = (text: string): number => form.unitWidth(text, false) * LABEL;
    const box = {
      left: MARGIN.x + widthOf(CONTRACTOR) + 4,
      top: MARGIN.y + TOP.facts + 2,
      size: 6,
    };
    form.check(role === 'prime', box, 'Contractor');
    const left = box.left + 10;
    form.tag('P', {}, () =>
      form.text(
        second,
        { left, top: box.top - 2, width: 100, height: 11 },
        { size: LABEL, vertical: 'top' },
      ),
    );
    form.check(role === 'sub', { ...box, left: left + widthOf(second) + 4 }, 'Subcontractor');
  }

  private head(): void {
    const { form, spans } = this;
    const top = MARGIN.y + TOP.head;
    const heading = (column: Column): void => {
      const [number, label, isUpright = false] = HEADS[column] ?? ['', ''];
      form.tag('TH', { scope: 'Column', rowSpan: 2 }, () => {
        form.text(
          number,
          { ...spans[column], top, height: TOP.number },
          { size: 6, align: 'center' },
        );
        const box = {
          ...spans[column],
          top: top + TOP.number,
          height: TOP.headHeight - TOP.number,
        };
        const align = isUpright ? 'left' : 'center';
        form.text(label, box, { size: 6.5, isUpright, align });
      });
    };
    const group = (first: Column, last: Column, colSpan: number, label: string): void => {
      const { left } = spans[first];
      const width = spans[last].left + spans[last].width - left;
      form.tag('TH', { scope: 'Column', colSpan }, () =>
        form.text(label, { left, top, width, height: 22 }, { size: 6.5, align: 'center' }),
      );
    };
    form.tag('TR', {}, () => {
      for (const column of ['worker', 'exemptions', 'classification', 'line'] as const)
        heading(column);
      group('day1', 'day7', 7, '(4) DAY AND DATE\nHOURS WORKED EACH DAY');
      for (const column of ['hours', 'rate', 'gross'] as const) heading(column);
      group('fica', 'deductions', 6, '(8)\nDEDUCTIONS');
      heading('net');
    });
    form.tag('TR', {}, () => {
      const second = (column: Column, from: number, to: number): Box => ({
        ...spans[column],
        top: top + from,
        height: to - from,
      });
      for (const [index, date] of weekDates(this.record.report.header.week_end).entries()) {
        const column = DAYS[index] ?? 'day1';
        const day = dayHeader(date);
        form.tag('TH', { scope: 'Column' }, () => {
          form.text(day.letter, second(column, 22, 44), { size: 7.5, align: 'center' });
          form.text(day.date, second(column, 44, TOP.headHeight), { size: 6.5, align: 'center' });
        });
      }
      for (const [column, label] of DEDUCTIONS) {
        form.tag('TH', { scope: 'Column' }, () =>
          form.text(label, second(column, 22, TOP.headHeight), { size: 6, align: 'center' }),
        );
      }
    });
  }

  private body(rows: readonly CertifiedPayrollRow[]): void {
    const { form } = this;
    for (const [index, row] of rows.entries()) {
      const lines = linesOf(row);
      const isSame = rows[index - 1]?.entry === row.entry;
      for (const [line] of lines.entries()) {
        form.tag('TR', {}, () => this.line(row, index, lines, line, isSame));
      }
    }
    if (rows.length > 0) return;
    const box = { left: MARGIN.x, top: ROWS_TOP, width: form.width, height: TOP.row };
    form.tag('TR', {}, () =>
      form.tag('TD', { colSpan: COLUMNS.length }, () =>
        form.text('NO WORK PERFORMED', box, { size: 12, bold: true, align: 'center' }),
      ),
    );
  }

  private box(column: Column, row: number): Box {
    return { ...this.spans[column], top: ROWS_TOP + row * TOP.row, height: TOP.row };
  }

  private line(
    row: CertifiedPayrollRow,
    index: number,
    lines: ReturnType<typeof linesOf>,
    line: number,
    isSame: boolean,
  ): void {
    const { form } = this;
    const current = lines[line];
    if (!current) return;
    const height = TOP.row / lines.length;
    const part = (column: Column): Box => {
      const box = this.box(column, index);
      return { ...box, top: box.top + line * height, height };
    };
    const cell = (
      column: Column,
      text: string,
      align: 'left' | 'center' | 'right' = 'right',
    ): void => form.tag('TD', {}, () => form.text(text, part(column), { size: 7, align }));
    if (line === 0) this.worker(row, index, lines.length);
    form.tag('TH', { scope: 'Row' }, () =>
      form.text(current.name, part('line'), { align: 'center' }),
    );
    for (const [day, column] of DAYS.entries())
      cell(column, hoursCell(current.hours[day] ?? ''), 'center');
    cell('hours', current.total);
    cell('rate', current.rate);
    if (line === 0) this.money(row, index, lines.length, isSame);
  }

  private worker(row: CertifiedPayrollRow, index: number, rowSpan: number): void {
    const { form } = this;
    const name = `${row.entry}. ${row.last_name}, ${row.first_name}\n${knownCell(row.identifying_number)}`;
    const level = row.kind === 'RA' ? `\nApprentice, ${row.level ?? NOT_KNOWN}` : '';
    for (const [column, text, isHeader] of [
      ['worker', name, true],
      ['exemptions', '', false],
      ['classification', `${knownCell(row.classification)}${level}`, false],
    ] as const) {
      form.tag(isHeader ? 'TH' : 'TD', isHeader ? { scope: 'Row', rowSpan } : { rowSpan }, () =>
        form.text(text, this.box(column, index), {
          size: 7.5,
          label: `Worker ${row.entry}, ${column}`,
        }),
      );
    }
  }

  /** Gross of the project over gross of all work; deductions are those of all work. */
  private money(row: CertifiedPayrollRow, index: number, rowSpan: number, isSame: boolean): void {
    const { form } = this;
    const once = (text: string): string => (isSame ? 'see above' : text);
    for (const [column, text] of [
      ['gross', knownCell(row.gross_project) + (isSame ? '' : `\n/ ${knownCell(row.gross_all)}`)],
      ['fica', once(knownCell(row.deductions?.fica))],
      ['tax', once(knownCell(row.deductions?.tax))],
      ['blank1', ''],
      ['blank2', ''],
      ['other', once(knownCell(row.deductions?.other))],
      ['deductions', once(knownCell(row.deductions?.total))],
      ['net', once(knownCell(row.net))],
    ] as const) {
      const box = this.box(column, index);
      if (text === NOT_KNOWN) form.shade(box);
      form.tag('TD', { rowSpan }, () => form.text(text, box, { size: 7, align: 'right' }));
    }
  }

  private grid(rows: readonly CertifiedPayrollRow[]): void {
    const { form, spans } = this;
    const top = MARGIN.y + TOP.head;
    const bottom = ROWS_TOP + ROWS_PER_PAGE * TOP.row;
    const end = MARGIN.x + form.width;
    const first = rows.length === 0 ? ROWS_TOP + TOP.row : ROWS_TOP;
    form.frame([{ left: MARGIN.x, top, width: form.width, height: bottom - top }], 1);
    const inner = [
      'day2',
      'day3',
      'day4',
      'day5',
      'day6',
      'day7',
      'tax',
      'blank1',
      'blank2',
      'other',
      'deductions',
    ];
    for (const column of COLUMNS.slice(1)) {
      const x = spans[column].left;
      form.line(x, inner.includes(column) ? top + 22 : top, x, ROWS_TOP);
      form.line(x, first, x, bottom);
    }
    form.line(spans.day1.left, top + 22, spans.hours.left, top + 22);
    form.line(spans.day1.left, top + 44, spans.hours.left, top + 44);
    form.line(spans.fica.left, top + 22, spans.net.left, top + 22);
    for (let row = 0; row < ROWS_PER_PAGE; row += 1) {
      const y = ROWS_TOP + row * TOP.row;
      form.line(MARGIN.x, y, end, y, 0.8);
      const current = rows[row];
      if (row === 0 && rows.length === 0) continue;
      const count = current ? linesOf(current).length : 2;
      for (const [line, name] of current ? [] : ['O', 'S'].entries()) {
        const height = TOP.row / 2;
        form.preprint(name, 7, { ...spans.line, top: y + line * height, height });
      }
      for (let line = 1; line < count; line += 1) {
        const across = y + (line * TOP.row) / count;
        form.line(spans.line.left, across, spans.gross.left, across, 0.3);
      }
    }
  }
}
