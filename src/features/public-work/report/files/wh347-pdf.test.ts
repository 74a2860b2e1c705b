import { describe, expect, test, vi } from 'vitest';
import {
  type CertifiedPayrollRecord,
  type CertifiedPayrollRow,
  draftRecord,
} from '@/entities/certified-payroll/certified-payroll';
import { STATEMENT_LEAD_IN, STATEMENTS } from '@/entities/certified-payroll/statements';
import {
  type Column,
  cellBox,
  columnsOf,
  DAY_COLUMNS,
  TOP,
} from '@/features/public-work/report/files/wh347-2025-layout';
import { type Wh347Options, wh347Pdf } from '@/features/public-work/report/files/wh347-pdf';
import { FORM_2008, FORM_2025 } from '@/features/public-work/report/files/wh347-text';
import { header, plan, program, report, row, signed } from '@/testing/certified-payroll';
import {
  type PdfPage,
  type PdfPart,
  partsOf,
  pdfFonts,
  readPdf,
  tableRows,
} from '@/testing/read-pdf';

const make = (record: CertifiedPayrollRecord, options: Partial<Wh347Options> = {}) =>
  wh347Pdf(record, { layout: '2025', paper: 'letter', ...options }, pdfFonts);
const read = async (record: CertifiedPayrollRecord, options: Partial<Wh347Options> = {}) =>
  readPdf(await make(record, options));

const texts = (parts: readonly PdfPart[]): string[] => parts.map(({ text }) => text);
const allText = (pages: readonly PdfPage[]): string =>
  pages
    .map(({ root }) => root.text)
    .join(' ')
    .replaceAll(/\s+/g, ' ');
const payrollTable = (page: PdfPage): PdfPart => partsOf(page.root, 'Table')[0] as PdfPart;
const crew = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));

/** Cells as the JSON has them: zero hours are blank, what is not known is a star. */
function expectedCells(line: CertifiedPayrollRow) {
  const hours = (kind: 'st' | 'ot' | 'dt') =>
    line.days.map((day) => (day[kind] === '0.00' ? '' : day[kind]));
  const { deductions } = line;
  return {
    first: [
      String(line.entry),
      line.last_name,
      line.first_name,
      '',
      line.identifying_number ?? '*',
      line.kind === 'J' ? 'J' : `RA ${line.level}`,
      line.classification ?? '*',
      'ST',
      ...hours('st'),
      line.total_st,
      line.rate_st ?? '*',
      line.fringe_credit,
      line.cash_in_lieu,
      line.gross_project ?? '*',
    ],
    allWork: [
      line.gross_all ?? '*',
      deductions?.tax ?? '*',
      deductions?.fica ?? '*',
      deductions?.other ?? '*',
      deductions?.total ?? '*',
      line.net ?? '*',
    ],
    second: ['OT', ...hours('ot'), line.total_ot, line.rate_ot ?? '*'],
  };
}

/** Rows of the body, without the two of the header. */
const bodyRows = (page: PdfPage): PdfPart[][] => tableRows(payrollTable(page)).slice(2);

const FIRST: readonly Column[] = [
  'entry',
  'lastName',
  'firstName',
  'initial',
  'identifier',
  'kind',
  'classification',
  'line',
  ...DAY_COLUMNS,
  'hours',
  'rate',
  'credit',
  'cash',
  'grossProject',
  'grossAll',
  'tax',
  'fica',
  'other',
  'deductions',
  'net',
];

/** Words of a text in any order of its lines. */
const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');

describe('cells of page 1', () => {
  // Weeks of docs/rules/public-work.md that need a contract or rules of their own; the others are printed
  // from the database in supabase/tests/certified-payroll-pdf.test.ts.
  const vectors: Record<string, Partial<CertifiedPayrollRow>> = {
    'A-14d': {
      total_st: '30.00',
      total: '30.00',
      fringe_credit: '375.00',
      gross_project: '900.00',
      gross_all: '1367.74',
      deductions: {
        tax: '165.00',
        fica: '104.63',
        other: '25.00',
        total: '294.63',
        items: [{ name: 'Safety boots', amount: '25.00' }],
      },
      net: '1073.11',
    },
    'A-16': {
      rate_st: '31.00',
      rate_ot: '46.50',
      fringe_credit: '528.00',
      gross_project: '1426.00',
    },
    'A-20': { rate_st: '20.00', rate_ot: '30.00', total_st: '44.00', gross_project: '880.00' },
    'facts missing': { gross_all: null, deductions: null, net: null },
    'facts in part': {
      net: null,
      deductions: { tax: null, fica: null, other: '0.00', total: null, items: [] },
    },
    'nothing known': {
      identifying_number: null,
      classification: null,
      rate_st: null,
      rate_ot: null,
      gross_project: null,
    },
    apprentice: { kind: 'RA', level: '3rd period 60 %' },
    characters: { last_name: '<b>O’Brien</b> & "Łoś"', first_name: "D'Artagnan, Zoë ÑÇŻ" },
  };

  test('say what the report says, each inside its box', async () => {
    const rows = Object.values(vectors).map((changes, index) => row(index + 1, changes));
    const [page] = (await read(signed(report(rows)))) as [PdfPage];
    const columns = columnsOf(page.width - 68);
    const lines = bodyRows(page);
    for (const [index, line] of rows.entries()) {
      const { first, allWork, second } = expectedCells(line);
      const [upper, lower] = [lines[index * 2] ?? [], lines[index * 2 + 1] ?? []];
      expect(texts(upper).map(squeeze)).toEqual([...first, ...allWork].map(squeeze));
      expect(texts(lower)).toEqual(second);
      for (const [place, cell] of upper.entries()) {
        const column = FIRST[place] as Column;
        const isHalf = ['line', ...DAY_COLUMNS, 'hours', 'rate'].includes(column);
        const box = cellBox(columns[column], index, { index: 0, count: isHalf ? 2 : 1 });
        if (!cell.extent) continue;
        const { left, right, top, bottom } = cell.extent;
        expect(left).toBeGreaterThanOrEqual(box.left);
        expect(right).toBeLessThanOrEqual(box.left + box.width);
        expect(top).toBeGreaterThanOrEqual(box.top);
        expect(bottom).toBeLessThanOrEqual(box.top + box.height);
      }
    }
  });

  test('are blank and marked where payroll facts are missing, never zero', async () => {
    const missing = row(1, { gross_all: null, deductions: null, net: null });
    const pages = await read(signed(report([missing])));
    expect(texts(bodyRows(pages[0] as PdfPage)[0] ?? []).slice(-6)).toEqual(Array(6).fill('*'));
    expect(allText(pages)).toContain('* Not known: it was not entered.');
    expect(allText(pages)).toContain(
      'Columns 7B, 8 or 9 are not filled in for worker entry no. 1.',
    );
  });

  test('have a line of their own for double time', async () => {
    const days = row(1).days.map((day, index) => (index === 6 ? { ...day, dt: '8.00' } : day));
    const sunday = row(1, { days, total_dt: '8.00', rate_dt: '60.00' });
    const [page] = (await read(signed(report([sunday])))) as [PdfPage];
    expect(texts(bodyRows(page)[2] ?? [])).toEqual([
      'DT',
      ...Array(6).fill(''),
      '8.00',
      '8.00',
      '60.00',
    ]);
  });

  test('of a worker with two classes have one number, and all work once', async () => {
    const rows = [row(1), row(1, { classification: 'Painter' }), row(2)];
    const [page] = (await read(signed(report(rows)))) as [PdfPage];
    const lines = bodyRows(page).filter((line) => line.length > 10);
    expect(lines.map((line) => [line[0]?.text, line[6]?.text, line.length])).toEqual([
      ['1', 'Carpenter', 26],
      ['1', 'Painter', 20],
      ['2', 'Carpenter', 26],
    ]);
  });
});

describe('pages', () => {
  test.each([
    [1, 1, 2],
    [8, 1, 2],
    [9, 2, 4],
    [17, 3, 5],
    [200, 25, 32],
  ])('%i workers are on %i sheets of %i pages', async (count, sheets, all) => {
    const pages = await read(signed(report(crew(count))));
    expect(pages.length).toBe(all);
    const entries = pages
      .slice(0, sheets)
      .flatMap((page) => bodyRows(page).filter((line) => line.length > 10))
      .map((line) => line[0]?.text);
    expect(entries).toEqual(crew(count).map(({ entry }) => String(entry)));
    // Each worker has credits: eight on the statement, the others on the addendum.
    const credited = pages
      .slice(sheets)
      .flatMap(({ root }) => partsOf(root, 'Table'))
      .flatMap(tableRows)
      .filter((line) => line.length === 9 && /^\d+$/.test(line[0]?.text ?? ''))
      .map((line) => line[0]?.text);
    expect(credited).toEqual(entries);
    for (const page of pages) {
      expect(page.root.text).toContain('Harbor school');
      expect(page.root.text).toContain('W912-26-C-0001');
      expect(page.root.text).toContain('03/15/2026');
    }
  });

  test.each([
    ['2025', 'letter', 792, 612],
    ['2025', 'a4', 841.89, 595.28],
    ['2008', 'letter', 792, 612],
    ['2008', 'a4', 841.89, 595.28],
  ] as const)('nothing of %s on %s is in the margins', async (layout, paper, width, height) => {
    const long = 'Wolfeschlegelsteinhausenbergerdorff-Ñuñez y García de la Vega';
    const content = report(
      [row(1, { last_name: long, classification: long.repeat(3) }), ...crew(9)],
      {
        header: header({
          project_name: 'Renovation and extension of the elementary school at the harbor, '.repeat(
            3,
          ),
          location: 'Between the old and the new pier, Essex County, Massachusetts, '.repeat(8),
          business_name: 'Harborside General Contracting and Construction Management '.repeat(3),
          remarks: 'Other deductions of Maria Núñez: union dues 12.00.\n'.repeat(40),
        }),
        plans: Array.from({ length: 8 }, (_, index) =>
          plan([1, 2], { plan_id: `p${index}`, name: `Plan ${index} ${long}` }),
        ),
        apprentices: Array.from({ length: 5 }, (_, index) =>
          program([1], { program_id: `a${index}`, name: `Program ${index} ${long}` }),
        ),
      },
    );
    for (const record of [signed(content), draftRecord(content)]) {
      for (const page of await read(record, { layout, paper })) {
        expect([page.width, page.height]).toEqual([width, height]);
        // A quarter of an inch is what any printer leaves.
        for (const { left, right, top, bottom } of page.printed) {
          expect(Math.min(left, top)).toBeGreaterThan(18);
          expect(right).toBeLessThan(width - 18);
          expect(bottom).toBeLessThan(height - 12);
        }
      }
    }
    // What did not fit is on the addendum in full.
    const words = squeeze(allText(await read(signed(content), { layout, paper })));
    expect(words).toContain(squeeze(content.header.location ?? ''));
    expect(words).toContain(squeeze(long.repeat(3)));
    expect(words.match(/uniondues12\.00/g)?.length).toBe(40);
    for (let index = 0; index < (layout === '2025' ? 8 : 0); index += 1) {
      expect(words).toContain(squeeze(`Plan ${index} ${long}`).slice(0, 20));
    }
    for (let index = 0; index < (layout === '2025' ? 5 : 0); index += 1) {
      expect(words).toContain(`Program${index}Wolfe`);
    }
  });
});

describe('the statement', () => {
  const statementText = async (record: CertifiedPayrollRecord, options?: Partial<Wh347Options>) =>
    allText(await read(record, options));

  test('has the exact wording, the boxes as signed, and who signed', async () => {
    const pages = await read(signed(report(crew(1)), { sha256: 'ab'.repeat(32) }));
    const words = squeeze(allText(pages));
    for (const text of [
      STATEMENT_LEAD_IN,
      ...Object.values(STATEMENTS),
      FORM_2025.credits,
      FORM_2025.warning,
      'Dana Whitfield, Controller',
      '/s/ Dana Whitfield',
      `SHA-256 ${'ab'.repeat(32)}`,
      '978-555-0142',
      'dana@example.com',
      '03/20/2026',
    ]) {
      expect(words).toContain(squeeze(text));
    }
    const boxes = pages.flatMap(({ root }) => partsOf(root, 'Form'));
    const ticked = boxes.filter(({ text }) => text === 'X').map(({ alt }) => alt);
    expect(ticked.filter((alt) => alt?.startsWith('Statement'))).toEqual(
      [1, 2, 3, 5, 6].map((number) => `Statement ${number}`),
    );
    // No apprentices: the box is not ticked, and the table says so.
    expect(boxes.some(({ alt, text }) => alt === 'Statement 4' && text === '')).toBe(true);
    expect(words).toContain('N/A');
    expect(words).not.toContain('DRAFT');
  });

  test('of a draft is not signed, and every page says so', async () => {
    const pages = await read(draftRecord(report(crew(9))));
    for (const page of pages) {
      expect(page.root.text).toContain('DRAFT – NOT SIGNED');
      expect(page.printed.some(({ text }) => text === 'DRAFT')).toBe(true);
    }
    const words = allText(pages);
    expect(words).not.toContain('/s/');
    const ticked = pages.flatMap(({ root }) => partsOf(root, 'Form')).filter(({ text }) => text);
    expect(ticked.some(({ alt }) => alt?.startsWith('Statement'))).toBe(false);
  });

  test('of a week without work, a final and a corrected report', async () => {
    const quiet = await statementText(signed(report([])));
    expect(quiet).toContain('NO WORK PERFORMED');
    expect(quiet).toContain('No work performed on this project during this week.');
    const final = report(crew(1), { header: header({ final: true, revision: 2 }) });
    const pages = await read(signed(final, { reason: 'Hours of Monday were wrong.' }));
    const words = allText(pages);
    expect(words).toContain('CORRECTED – REVISION 2');
    expect(words).toContain('4 (Revision 2)');
    expect(words).toContain('Hours of Monday were wrong.');
    const ticked = pages.flatMap(({ root }) => partsOf(root, 'Form')).filter(({ text }) => text);
    expect(ticked.map(({ alt }) => alt)).toContain(FORM_2025.final);
  });

  test('lists several other deductions on the addendum', async () => {
    const items = [
      { name: 'Union dues', amount: '12.00' },
      { name: 'Tools', amount: '8.50' },
    ];
    const deductions = { tax: '1.00', fica: '1.00', other: '20.50', total: '22.50', items };
    const words = await statementText(signed(report([row(1, { deductions })])));
    expect(words).toContain('8. OTHER DEDUCTIONS');
    expect(words).toContain('Union dues 12.00');
    expect(words).toContain('Tools 8.50');
  });

  test('credits of plans that change inside the week are told by row', async () => {
    const credit = (plan_id: string, hourly_credit: string) => ({
      plan_id,
      kind: 'health' as const,
      hourly_credit,
      credit: '1.00',
    });
    // a plan for each craft.
    const rows = [
      row(1, { fringe_credit: '72.00', total: '24.00', plan_credits: [credit('a', '3.00')] }),
      row(1, { fringe_credit: '50.00', total: '20.00', plan_credits: [credit('b', '2.50')] }),
    ];
    const worker = { entry: 1, employee_id: 'x', credit: '1.00' };
    const content = report(rows, {
      plans: [
        plan([], { plan_id: 'a', workers: [{ ...worker, hourly_credit: '3.00' }] }),
        plan([], { plan_id: 'b', workers: [{ ...worker, hourly_credit: '2.50' }] }),
      ],
    });
    const pages = await read(signed(content));
    const credits = partsOf((pages[1] as PdfPage).root, 'Table')[1] as PdfPart;
    expect(texts(tableRows(credits)[1] ?? [])).toEqual([
      '1',
      'Núñez 1, Maria',
      '3.00',
      '2.50',
      ...Array(4).fill(''),
      '3.00 / 2.50',
    ]);
  });
});

describe('the form of 2008', () => {
  test('has its columns, overtime above straight time, and cash beside the rate', async () => {
    const cash = row(1, { cash_in_lieu: '500.00', fringe_credit: '0.00', gross_all: '1700.00' });
    const pages = await read(signed(report([cash], { plans: [] })), { layout: '2008' });
    const [over, straight] = bodyRows(pages[0] as PdfPage) as [PdfPart[], PdfPart[]];
    expect(texts(over).slice(0, 4)).toEqual(['1. Núñez 1, Maria 1001', '', 'Carpenter', 'O']);
    expect(texts(over).slice(11)).toEqual([
      '0.00',
      '45.00/12.50',
      '1200.00 / 1700.00',
      '91.80',
      '165.00',
      '',
      '',
      '0.00',
      '256.80',
      '943.20',
    ]);
    expect(texts(straight).slice(-2)).toEqual(['40.00', '30.00/12.50']);
    const boxes = pages.flatMap(({ root }) => partsOf(root, 'Form')).filter(({ text }) => text);
    expect(boxes.map(({ alt }) => alt)).toEqual(['Contractor', FORM_2008.cashTitle]);
  });

  test('is signed by hand: nobody certified its words', async () => {
    const words = allText(await read(signed(report(crew(1))), { layout: '2008' }));
    for (const text of [
      FORM_2008.correct,
      FORM_2008.apprentices,
      FORM_2008.plans,
      FORM_2008.cash,
    ]) {
      expect(squeeze(words)).toContain(squeeze(text));
    }
    expect(words).not.toContain('/s/');
    expect(words).toContain('This page is to be signed by hand.');
    expect(words).toContain('9th day of March, 2026');
  });

  test('names what is paid in cash beside plans as exceptions', async () => {
    const mixed = row(1, { fringe_credit: '150.00', cash_in_lieu: '350.00' });
    const words = allText(await read(signed(report([mixed])), { layout: '2008' }));
    expect(words).toContain('Carpenter $8.75 an hour paid in cash, $3.75 an hour to plans.');
  });
});

describe('the file', () => {
  test('is the same, byte for byte, on any day', async () => {
    const record = signed(report(crew(3)));
    vi.useFakeTimers({ now: Date.parse('2026-03-20T12:00:00Z'), toFake: ['Date'] });
    const first = await make(record);
    vi.setSystemTime(Date.parse('2027-11-01T23:59:58Z'));
    const second = await make(record);
    vi.useRealTimers();
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
  });

  test('has tags, a language, a title to show, headers of tables and only embedded fonts', async () => {
    const file = Buffer.from(await make(signed(report(crew(9))))).toString('latin1');
    for (const entry of [
      '/MarkInfo <</Marked true>>',
      '/Lang (en-US)',
      '/DisplayDocTitle true',
      '/Title (WH-347 Certified payroll no. 4, Harbor school, week ending 03/15/2026)',
      '/Scope /Column /ColSpan 7',
      '/Scope /Row /RowSpan 2',
      '/Role /cb /checked /on',
      '/Role /cb /checked /off',
    ]) {
      expect(file).toContain(entry);
    }
    expect(file.match(/\/Type \/FontDescriptor/g)?.length).toBe(2);
    expect(file.match(/\/FontFile2/g)?.length).toBe(2);
    expect(file).not.toContain('/Subtype /Type1');
    // Every page has its place in the tree.
    expect(file.match(/\/StructParents \d+/g)?.length).toBe(
      file.match(/\/Type \/Page\b(?!s)/g)?.length,
    );
  });

  test('reads a row with the headers of its worker and line', async () => {
    const [page] = (await read(signed(report(crew(1))))) as [PdfPage];
    expect(
      bodyRows(page)[0]
        ?.map(({ role }) => role)
        .slice(0, 9),
    ).toEqual(['TH', ...Array(6).fill('TD'), 'TH', 'TD']);
    expect(partsOf(page.root, 'H1').map(({ text }) => text)).toEqual([FORM_2025.title]);
    expect(TOP.row).toBeGreaterThan(20);
  });

  test('prints letters that no font here has as question marks, and what follows them', async () => {
    const words = allText(await read(signed(report([row(1, { last_name: 'Li 李 Núñez' })]))));
    expect(words).toContain('Li ? Núñez');
  });
});
