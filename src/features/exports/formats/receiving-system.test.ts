import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OTHER_PAY_CODES } from '@/features/exports/formats/extra-pay';
import type { FileData } from '@/features/exports/formats/file-data';
import { FORMAT_IDS, type FormatId } from '@/features/exports/formats/format-ids';
import { machineFormat, makePayrollFile } from '@/features/exports/formats/formats';
import { payLeftOut, reconcile } from '@/features/exports/formats/machine-format';
import {
  HOUR_CODES,
  paidByReceiver,
  ratesOnFile,
  SHORT_HOUR_CODES,
} from '@/features/exports/formats/receiving-system.fixture';
import { recordToFileData } from '@/features/exports/formats/record-to-file-data';
import type { PayrollLine, RecordedPerson } from '@/features/exports/payroll-record';

const PERIOD = { start: '2026-10-19', end: '2026-10-25' };
const WIDE = { numRuns: 60, seed: 61 };

type Line = Omit<PayrollLine, 'multiplier'>;
type Source = Parameters<typeof recordToFileData>[0];

const idsOf = (id: string) => ({
  quickbooks_name: id,
  ...Object.fromEntries(
    ['adp_run_id', 'adp_file_number', 'gusto_employee_id', 'paychex_worker_id'].map((key) => [
      key,
      id,
    ]),
  ),
  ...Object.fromEntries(
    ['sage', 'sage_100', 'spectrum', 'vista', 'foundation', 'computerease', 'acumatica'].map(
      (system) => [`${system}_employee`, id],
    ),
  ),
  ...Object.fromEntries([1, 2, 3, 4].map((place) => [`gusto_title_${place}`, `Title ${place}`])),
});

const person = (id: string, rates: RecordedPerson['rates']): RecordedPerson => ({
  id,
  first_name: 'Bea',
  last_name: id,
  employee_number: id,
  job_title: 'Carpenter',
  external_ids: idsOf(id),
  rates,
});

const rate = (
  hourly_rate: number,
  effective_from = '2026-01-01',
  cost_code_id: string | null = null,
) => ({ hourly_rate, effective_from, project_id: null, cost_code_id });

/** A line of hours, straight pay rounded as payroll rounds it. */
function hours(
  employee: string,
  day: number,
  payCode: string,
  minutes: number,
  hourlyRate: number,
  premium = 0,
): Line {
  const straight = Math.round((minutes * Math.round(hourlyRate * 100)) / 60);
  return {
    employee_id: employee,
    work_date: `2026-10-${19 + day}`,
    project_id: 'job',
    cost_code_id: 'code',
    hourly_rate: hourlyRate,
    pay_code: payCode,
    minutes,
    straight_cents: straight,
    premium_cents: premium,
    total_cents: straight + premium,
  };
}

const amount = (employee: string, payCode: string, cents: number): Line => ({
  ...hours(employee, 4, payCode, 0, 0),
  project_id: null,
  cost_code_id: null,
  hourly_rate: null,
  straight_cents: cents,
  total_cents: cents,
});

const source = (people: RecordedPerson[], lines: Line[]): Source => ({
  lines,
  people,
  projects: { job: { number: 'P1', name: 'Job', client: null } },
  cost_codes: { code: { code: '03', name: 'Concrete' } },
  frequency: 'weekly',
  locked: true,
});

const ALL_CODES = {
  premiumCode: 'PRM',
  breakCode: 'BRK',
  adjustmentCode: 'ADJ',
  ...Object.fromEntries(OTHER_PAY_CODES.map((code, place) => [`code_${code}`, `C${place}`])),
};
const SETTINGS: Record<string, string>[] = [
  {},
  ALL_CODES,
  { ...ALL_CODES, rateRows: 'one', titleRows: 'one' },
  { ...ALL_CODES, columns: 'Co Code,Reg Hours' },
];

const settingsFor = (id: FormatId, own: Record<string, string>) => ({
  companyName: 'Acme',
  companyCreateTime: '1243092298',
  companyCode: 'ABC',
  iid: 'R1ABC',
  clientId: '123',
  batch: 'WK261025',
  department: '10',
  costType: 'L',
  rateRows: 'each',
  titleRows: 'each',
  ...(id === 'spectrum' ? SHORT_HOUR_CODES : HOUR_CODES),
  ...own,
});

/** Compares what the file, its dialog and the receiving system say; false where the file is refused. */
function agrees(id: FormatId, from: Source, own: Record<string, string>): boolean {
  const data: FileData = recordToFileData(from, PERIOD, settingsFor(id, own));
  const outcome = makePayrollFile(id, data);
  if (outcome.kind === 'mixed-rates' || outcome.kind === 'nothing') return false;
  if (outcome.kind !== 'file') throw new Error(`${id}: ${JSON.stringify(outcome)}`);
  const onFile = new Map(from.people.map((one) => [one.id, ratesOnFile(one, PERIOD.end)]));
  const paid = paidByReceiver(id, outcome.text, (who) => onFile.get(who) ?? []);
  const format = machineFormat(id);
  const figures = format && reconcile(format, data);
  for (const { id: who } of from.people) {
    const lines = from.lines.filter((line) => line.employee_id === who);
    const screen = lines.reduce((sum, { total_cents }) => sum + (total_cents ?? 0), 0);
    const leftOut = (format ? payLeftOut(format, data) : [])
      .filter((extra) => extra.person.id === who)
      .reduce((sum, { cents }) => sum + (cents ?? 0), 0);
    const rounding = (figures?.rounding ?? [])
      .filter((row) => row.person.id === who)
      .reduce((sum, { cents }) => sum + cents, 0);
    expect([id, who, (paid.get(who) ?? 0) + leftOut + rounding]).toEqual([id, who, screen]);
    // Half a hundredth of an hour a line at its rate, and the cent that is not told.
    const bound = lines.reduce(
      (sum, line) => sum + 2 + Math.max(line.hourly_rate ?? 0, onFile.get(who)?.[0] ?? 0) * 2,
      0,
    );
    expect(Math.abs(rounding)).toBeLessThanOrEqual(bound);
  }
  if (figures) {
    const whole = [...paid.values()].reduce((sum, cents) => sum + cents, 0);
    expect([id, figures.hoursCents + figures.otherCents]).toEqual([id, whole]);
    expect(
      figures.hoursCents + figures.otherCents + figures.leftOutCents + figures.roundingCents,
    ).toBe(figures.screenCents);
  }
  return true;
}

/** Public work, private work, a raise and a rate from next week on: what the story had wrong. */
const story = source(
  [
    person('101', [rate(15)]),
    person('102', [rate(28)]),
    person('103', [rate(48), rate(30, '2026-03-01', 'code')]),
    person('104', [rate(30), rate(32, '2026-10-21'), rate(40, '2026-11-01')]),
    person('105', []),
  ],
  [
    // Two classes and nothing at the own rate.
    hours('101', 0, 'REG', 480, 22.5),
    hours('101', 1, 'REG', 421, 19.75),
    hours('101', 2, 'OT', 91, 22.5, 1706),
    // Topped up, and privately at the end.
    hours('102', 0, 'REG', 493, 29.2),
    hours('102', 1, 'REG', 401, 28),
    // Privately first, a rate of the cost code, topped up at the end.
    hours('103', 0, 'REG', 480, 48),
    hours('103', 1, 'REG', 240, 30),
    hours('103', 2, 'REG', 480, 52.13),
    hours('104', 0, 'REG', 480, 30),
    hours('104', 3, 'REG', 480, 32),
    hours('104', 4, 'PTO', 437, 32),
    // Paid by the determination alone.
    hours('105', 0, 'REG', 445, 41.35),
    amount('105', 'FRINGE_CASH', 4321),
    amount('101', 'EXPENSE', 11_820),
    amount('102', 'ADJUSTMENT', -2512),
  ],
);

const generatedLine = fc.record({
  day: fc.integer({ min: 0, max: 6 }),
  payCode: fc.constantFrom('REG', 'REG', 'REG', 'OT', 'OT', 'DT', 'PTO'),
  minutes: fc.integer({ min: 1, max: 700 }),
  /** Which of the rates; the last is nobody's: a class, a top-up, a shift. */
  rate: fc.integer({ min: 0, max: 4 }),
  other: fc.integer({ min: 725, max: 9000 }),
  premium: fc.integer({ min: 0, max: 9000 }),
});
const generatedPerson = fc.record({
  rates: fc.array(
    fc.record({
      cents: fc.integer({ min: 725, max: 9000 }),
      from: fc.constantFrom('2026-01-01', '2026-06-01', '2026-10-21', '2026-10-25', '2026-10-26'),
      code: fc.constantFrom(null, null, 'a', 'b'),
    }),
    { maxLength: 4 },
  ),
  lines: fc.array(generatedLine, { minLength: 1, maxLength: 12 }),
  beside: fc.array(
    fc.tuple(
      fc.constantFrom('BONUS_ND', 'EXPENSE', 'FRINGE_CASH', 'MEAL_PREM', 'ADJUSTMENT', 'FLSA_ADJ'),
      fc.integer({ min: -9000, max: 90_000 }).filter((cents) => cents !== 0),
    ),
    { maxLength: 3 },
  ),
});
const generatedWeek = fc.array(generatedPerson, { minLength: 1, maxLength: 3 }).map((people) =>
  source(
    people.map(({ rates }, place) =>
      person(
        String(101 + place),
        rates.map(({ cents, from, code }) => rate(cents / 100, from, code)),
      ),
    ),
    people.flatMap(({ rates, lines, beside }, place) => {
      const id = String(101 + place);
      return [
        ...lines.map((line) =>
          hours(
            id,
            line.day,
            line.payCode,
            line.minutes,
            (rates[line.rate]?.cents ?? line.other) / 100,
            line.payCode === 'OT' || line.payCode === 'DT' ? line.premium : 0,
          ),
        ),
        ...beside.map(([code, cents]) => amount(id, code, cents)),
      ];
    }),
  ),
);

describe('what a file pays is what the system it is for makes of it', () => {
  it.each(FORMAT_IDS)('%s: public work, raises and several rates', (id) => {
    const made = SETTINGS.filter((own) => agrees(id, story, own));
    expect(made.length).toBeGreaterThan(0);
  });

  it('a record of before version 5 gives the file it gave', () => {
    const settings = settingsFor('adp-run', ALL_CODES);
    const made = makePayrollFile('adp-run', recordToFileData(story, PERIOD, settings, 4));
    const rows = made.kind === 'file' ? made.text.split('\r\n') : [];
    expect(
      rows.filter((row) => row.includes(',PRM,')).map((row) => row.split(',').slice(4, 8)),
    ).toEqual([
      ['101', 'PRM', '', '-19.30'],
      ['102', 'PRM', '', '9.86'],
      ['103', 'PRM', '', '-33.04'],
      ['104', 'PRM', '', '-16.00'],
    ]);
    expect(rows.at(-5)).toContain('104,C0,,233.07');
  });

  it.each(FORMAT_IDS)('%s: generated weeks', (id) => {
    fc.assert(
      fc.property(generatedWeek, fc.constantFrom(...SETTINGS), (week, own) => {
        agrees(id, week, own);
      }),
      WIDE,
    );
  });
});
