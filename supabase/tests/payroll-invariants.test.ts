import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repeats } from '../../testing/test-length.ts';
import { type Line, PayrollStage } from './payroll-stage.ts';
import { openDatabase } from './world.ts';

const db = await openDatabase();

const MONDAY = Date.parse('2026-03-09T06:00:00Z'); // midnight in Denver, in daylight time
const RANGE = ['2026-03-09', '2026-03-15'] as const;
const SEED = { seed: 20260309, numRuns: repeats(120, 12) };

interface Punch {
  readonly startMinute: number;
  readonly minutes: number;
  readonly code: number;
  readonly meal: number;
}

/** A week of entries that do not overlap: gaps and lengths in minutes, a cost code, maybe a meal. */
const week = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 900 }),
      minutes: fc.integer({ min: 1, max: 960 }),
      code: fc.integer({ min: 0, max: 2 }),
      meal: fc.constantFrom(0, 0, 20, 30, 45),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => {
    const punches: Punch[] = [];
    let at = 300;
    for (const { gap, minutes, code, meal } of parts) {
      if (at + gap + minutes > 7 * 1440 - 120) break;
      punches.push({ startMinute: at + gap, minutes, code, meal: meal + 20 < minutes ? meal : 0 });
      at += gap + minutes;
    }
    return punches;
  })
  .filter((punches) => punches.length > 0);

const POLICIES = ['NONE', 'FLSA', 'CA', 'CA_4x10', 'AK', 'NV', 'CO', 'UNION_8_SAT_SUN'];
const at = (minute: number) => new Date(MONDAY + minute * 60_000).toISOString();
const sum = (lines: readonly Line[], of: (line: Line) => number | null) =>
  lines.reduce((total, line) => total + (of(line) ?? 0), 0);
const isWork = (line: Line) => ['REG', 'OT', 'DT'].includes(line.pay_code);
const deducted = ({ meal }: Punch) => (meal >= 30 ? meal : 0);
const workedOf = (punches: readonly Punch[]) =>
  punches.reduce((total, punch) => total + punch.minutes - deducted(punch), 0);

async function openWith(policy: string, custom: Record<string, unknown> = {}) {
  const stage = await PayrollStage.open(db.sql, { policy, custom });
  const codes: string[] = [];
  for (const name of ['a', 'b', 'c']) codes.push(await stage.code(name));
  return { stage, codes };
}

async function punch(
  stage: PayrollStage,
  worker: string,
  codes: readonly string[],
  punches: readonly Punch[],
) {
  for (const { startMinute, minutes, code, meal } of punches) {
    const id = await stage.entry(worker, at(startMinute), at(startMinute + minutes), {
      code: codes[code] ?? null,
    });
    if (meal > 0) await stage.pause(id, at(startMinute + 10), at(startMinute + 10 + meal));
  }
}

async function staged(
  policy: string,
  punches: readonly Punch[],
  rates: readonly number[],
  custom = {},
) {
  const { stage, codes } = await openWith(policy, custom);
  const worker = await stage.worker(rates[0]);
  for (const [index, rate] of rates.slice(1).entries())
    await stage.rate(worker, rate, { code: codes[index + 1] as string });
  await punch(stage, worker, codes, punches);
  return stage;
}

const summary = (lines: readonly Line[]) => ({
  regular: sum(
    lines.filter((l) => l.pay_code === 'REG'),
    (l) => l.minutes,
  ),
  overtime: sum(
    lines.filter((l) => l.pay_code === 'OT'),
    (l) => l.minutes,
  ),
  double: sum(
    lines.filter((l) => l.pay_code === 'DT'),
    (l) => l.minutes,
  ),
});

describe('any week', () => {
  test.each(POLICIES)(
    '%s: buckets add up to worked minutes, pay is at least the FLSA need, export = lines',
    async (policy) => {
      await fc.assert(
        fc.asyncProperty(
          week,
          fc.array(fc.integer({ min: 12, max: 60 }), { minLength: 3, maxLength: 3 }),
          async (punches, rates) => {
            const stage = await staged(policy, punches, rates);
            const lines = await stage.lines(...RANGE);
            const work = lines.filter(isWork);
            const worked = workedOf(punches);
            expect(sum(work, (l) => l.minutes)).toBe(worked);
            const straight = sum(work, (l) => l.straight_cents);
            if (policy !== 'NONE') {
              const need = Math.max(0, worked - 2400) * (straight / worked / 2);
              const premium = sum(
                lines.filter((l) => isWork(l) || l.pay_code === 'FLSA_ADJ'),
                (l) => l.premium_cents,
              );
              expect(premium).toBeGreaterThanOrEqual(Math.floor(need));
            }
            const row = await stage.only(...RANGE);
            expect(Math.round(Number(row.total_earnings) * 100)).toBe(
              sum(lines, (l) => l.total_cents),
            );
            expect(
              Number(row.regular_minutes) +
                Number(row.overtime_minutes) +
                Number(row.double_time_minutes),
            ).toBe(worked);
          },
        ),
        { ...SEED, numRuns: repeats(60, 3) },
      );
    },
  );

  test('weekly only: overtime = max(0, total - 40 h), and it is the last hours', async () => {
    await fc.assert(
      fc.asyncProperty(week, async (punches) => {
        const stage = await staged('FLSA', punches, [20, 20, 20]);
        const lines = await stage.lines(...RANGE);
        expect(summary(lines).overtime).toBe(Math.max(0, workedOf(punches) - 2400));
        const dates = lines.filter((l) => l.pay_code === 'OT').map((l) => l.work_date);
        const regular = lines.filter((l) => l.pay_code === 'REG').map((l) => l.work_date);
        if (dates.length > 0)
          expect(dates[0]?.localeCompare(regular.at(-1) as string)).toBeGreaterThanOrEqual(0);
      }),
      SEED,
    );
  });

  test('splitting a segment into two cost codes moves at most a cent per extra line and no bucket', async () => {
    await fc.assert(
      fc.asyncProperty(week, fc.constantFrom(...POLICIES), async (punches, policy) => {
        const plain = punches.map((p) => ({ ...p, code: 0, meal: 0 }));
        const split = plain.flatMap((p) =>
          p.minutes < 2
            ? [p]
            : [
                { ...p, minutes: Math.floor(p.minutes / 2) },
                {
                  ...p,
                  startMinute: p.startMinute + Math.floor(p.minutes / 2),
                  minutes: Math.ceil(p.minutes / 2),
                  code: 1,
                },
              ],
        );
        const [whole, parts] = await Promise.all([
          staged(policy, plain, [23.73, 23.73]),
          staged(policy, split, [23.73, 23.73]),
        ]);
        const [a, b] = [await whole.lines(...RANGE), await parts.lines(...RANGE)];
        expect(summary(b)).toEqual(summary(a));
        expect(
          Math.abs(sum(b, (l) => l.total_cents) - sum(a, (l) => l.total_cents)),
        ).toBeLessThanOrEqual(Math.abs(b.length - a.length) + 1);
      }),
      SEED,
    );
  });

  test('the order of insertion and repeating the computation change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(week, fc.constantFrom(...POLICIES), async (punches, policy) => {
        const stage = await staged(policy, punches, [20, 31.55, 17]);
        const again = await staged(policy, [...punches].reverse(), [20, 31.55, 17]);
        const shape = (lines: readonly Line[]) =>
          lines.map((l) => [
            l.work_date,
            l.minutes,
            l.multiplier,
            l.straight_cents,
            l.premium_cents,
            l.rule,
          ]);
        const first = shape(await stage.lines(...RANGE));
        expect(shape(await stage.lines(...RANGE))).toEqual(first);
        expect(shape(await again.lines(...RANGE))).toEqual(first);
      }),
      SEED,
    );
  });

  test('the display time zone of a session changes nothing', async () => {
    const stage = await staged('CA', [{ startMinute: 300, minutes: 700, code: 0, meal: 30 }], [20]);
    const [here] =
      await db.sql`select json_agg(l) as lines from payroll_lines_for(${stage.companyId}, '2026-03-09', '2026-03-15') l`;
    const there = await db.sql.begin(async (tx) => {
      await tx`set local time zone 'Asia/Kathmandu'`;
      return (
        await tx`select json_agg(l) as lines from payroll_lines_for(${stage.companyId}, '2026-03-09', '2026-03-15') l`
      )[0];
    });
    expect(there).toEqual(here);
  });

  test('export rows add up to the total in every column', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 3300 }), { minLength: 2, maxLength: 6 }),
        async (totals) => {
          const stage = await PayrollStage.open(db.sql);
          for (const minutes of totals)
            await stage.days(
              await stage.worker(20),
              [0, 1, 2, 3, 4].map((day) => `0:${Math.floor((minutes + day) / 5)}`),
            );
          const rows = await stage.export(...RANGE);
          for (const [hours, minutes] of [
            ['regular_hours', 'regular_minutes'],
            ['overtime_hours', 'overtime_minutes'],
          ] as const) {
            const all = rows.reduce((total, row) => total + Number(row[minutes]), 0);
            const shown = rows.reduce(
              (total, row) => total + Math.round(Number(row[hours]) * 100),
              0,
            );
            expect(shown).toBe(Math.floor((10 * all + 3) / 6));
          }
        },
      ),
      SEED,
    );
  });
});
