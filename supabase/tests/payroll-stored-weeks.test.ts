import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLong, repeats } from '../../testing/test-length.ts';
import { loadWeeks, MONDAYS, personWeek, RULES } from './payroll-weeks.ts';
import { openDatabase } from './world.ts';

const db = await openDatabase({ connections: 8 });

const SEED = Number(process.env['PAYROLL_SEED'] ?? 20261115);
/** Times the rules, times the Mondays: a hundred weeks, or more than a thousand. */
const PEOPLE = repeats(34, 3);
/** Each rule sees every third kind of change and each change every third rule; with 1, all of them. */
const EVERY = isLong ? 1 : 3;
const day = (monday: string, offset: number) =>
  new Date(Date.parse(monday) + offset * 86_400_000).toISOString().slice(0, 10);

describe(`generated weeks, PAYROLL_SEED=${SEED}`, () => {
  test.each(
    RULES.flatMap((rule, r) =>
      MONDAYS.map((monday, m) => ({
        rule,
        monday,
        seed: SEED + 10 * r + m,
        changesFrom: m === r % 3 ? r % EVERY : null,
      })),
    ),
  )(
    '$rule.0 $rule.1 from $monday: sums, cuts, and lines kept through changes',
    async ({ rule, monday, seed, changesFrom }) => {
      const weeks = fc.sample(personWeek, { seed, numRuns: PEOPLE });
      const { stage, workers } = await loadWeeks(db.sql, rule, monday, weeks);
      const [first, last] = [day(monday, -7), day(monday, 13)];
      const lines = await stage.lines(first, last);
      const work = lines.filter((line) => ['REG', 'OT', 'DT'].includes(line.pay_code));
      const total = (of: readonly { minutes: number }[]) =>
        of.reduce((sum, l) => sum + l.minutes, 0);

      // Hours are what the one rule of duration says.
      const [worked] =
        await db.sql`select (sum(seconds) / 60)::int as minutes from private.work_pieces
      where company_id = ${stage.companyId}`;
      expect(total(work)).toBe(worked?.['minutes']);

      // However the range is cut, its parts are the whole.
      const cut = day(monday, seed % 9);
      const parts = [
        ...(await stage.lines(first, day(cut, -1))),
        ...(await stage.lines(cut, last)),
      ];
      const shape = (of: typeof lines) =>
        of
          .map((l) =>
            [l.employee_id, l.work_date, l.pay_code, l.minutes, l.total_cents, l.rule].join(),
          )
          .sort();
      expect(shape(parts)).toEqual(shape(lines));
      const rows = await stage.export(first, last);
      expect(rows.reduce((sum, row) => sum + Math.round(Number(row.total_earnings) * 100), 0)).toBe(
        lines.reduce((sum, line) => sum + (line.total_cents ?? 0), 0),
      );

      // Whatever changes, what is kept is what would be computed; one Monday per rule will do.
      if (changesFrom === null) return;
      const [some, other] = [
        workers[seed % PEOPLE] as string,
        workers[(seed + 7) % PEOPLE] as string,
      ];
      const company = stage.companyId;
      const changes = [
        () => db.sql`delete from time_entries where company_id = ${company} and employee_id = ${some}
        and clock_in = (select max(clock_in) from time_entries where employee_id = ${some})`,
        () => db.sql`update time_entries set clock_out = clock_in + (clock_out - clock_in) / 2
        where company_id = ${company} and employee_id = ${other}
        and clock_in = (select min(t.clock_in) from time_entries t where t.employee_id = ${other}
          and not exists (select from time_entry_breaks b where b.time_entry_id = t.id))`,
        () => db.sql`update time_entry_breaks set ended_at = started_at + interval '31 minutes'
        where company_id = ${company} and ended_at - started_at < interval '30 minutes'
        and employee_id = any (${workers.slice(0, 5)})`,
        () => stage.rate(some, 77, { from: day(monday, 2) }),
        () => db.sql`insert into pay_items (company_id, employee_id, work_date, pay_code, amount_cents)
        values (${company}, ${other}, ${day(monday, 3)}, 'BONUS_ND', 12345)`,
        () =>
          db.sql`insert into holidays (company_id, date) values (${company}, ${day(monday, 4)})`,
        () => stage.policy('UNION_8_SAT_SUN', undefined, { from: day(monday, 3) }),
        () =>
          db.sql`update companies set rounding_minutes = 15, auto_meal_minutes = 30, auto_meal_after_minutes = 360 where id = ${company}`,
        () => db.sql`update companies set week_start = 0 where id = ${company}`,
      ];
      for (const [number, make] of changes.entries()) {
        if (number % EVERY !== changesFrom) continue;
        await make();
        expect(await stage.differences(first, last)).toEqual([]);
      }
    },
  );
});
