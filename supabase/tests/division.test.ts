import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from './world.ts';

const db = await openDatabase();
const SCHEMAS = path.join(import.meta.dirname, '..', 'schemas');
const FOLDERS = ['pay', 'public_work', 'billing', 'budgets', 'reports'];

/** Why what these expressions divide by is never zero; everything else is divided by a literal or by nullif(…, 0). */
const NEVER_ZERO: Readonly<Record<string, string>> = {
  codes: 'one more than there are cost codes',
  classes: 'one more than there are classes',
  jobs_of_project: 'codes times classes',
  prices: 'private.price_count is at least 1',
  '(codes * classes)': 'both at least 1',
  '(codes * prices)': 'both at least 1',
  '(cardinality((names_param).codes) + 1)': 'at least 1',
  '(cardinality((names_param).classes) + 1)': 'at least 1',
  days: '7 or 14 days of a period',
  '(200 * w.worked)': 'weeks are made of minutes of work',
  '(2 * w.worked)': 'weeks are made of minutes of work',
  '(4 * w.worked)': 'weeks are made of minutes of work',
  '(2 * o.worked)': 'weeks are made of minutes of work',
  'o.weight': 'lines with a weight only',
  's.paid': 'asked for zero before',
  's.all_minutes': 'rows of a day with minutes, or one each',
  'w.minutes': 'asked for above zero before',
  'sum(sum(l.minutes))': 'lines with minutes only',
  minutes_param: 'asked for zero before',
  'c.ratio_journeyworkers': 'apprenticeship_programs_ratio',
  hours_basis: 'fringe_plans_hours',
  case: 'check_fringe_division refuses fewer than one hour before',
  '(last_day - greatest(first_day, h.hired) + 1)': 'who worked by last_day was hired by it',
  '(deadline + 1 - first_date)': 'asked for a deadline before the first day before',
  'n.weeks': 'above zero only',
  'p.weeks': 'above zero only',
  'r.actual': 'weeks with hours only',
  'p.earned': 'above zero only',
  '(p.n - 1)': 'several weeks only',
  'w.hours_per_week': 'compared through nullif before',
  'sum(l.hours)': 'above zero only',
  'f.actual_quantity': 'above zero only',
  'sum(f.actual_quantity)': 'above zero only',
  worked_param: 'regular_rate() of weeks with time only',
  '(worked_param * straight_param)': 'without minutes that have no premium the flat sum is 0',
};

/** What is divided by in a text of SQL: the operand after / and %, and the second argument of div, mod and half_up. */
function divisorsOf(text: string): string[] {
  const sql = text
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    // Places of format().
    .replaceAll(/%(?:\d+\$)?[sIL]\b/g, '');
  const nested = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
  const operand = new RegExp(
    String.raw`(?:[/%]\s*|\b(?:div|mod|half_up)\((?:[^(),]|${nested})*,\s*)([\w.]*${nested}|[\w.]+)`,
    'g',
  );
  return [...sql.matchAll(operand)]
    .map(([, divisor = '']) => divisor.replaceAll(/\s+/g, ' '))
    .filter((divisor) => !/^\(?[1-9][\d.]*\)?$/.test(divisor) && !divisor.startsWith('nullif('));
}

test('nothing in pay, public work, billing, budgets and reports divides by what may be zero', async () => {
  const names = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(SCHEMAS, folder)).flatMap((file) =>
      [
        ...readFileSync(path.join(SCHEMAS, folder, file), 'utf8').matchAll(
          /create or replace function (?:public|private)\.(\w+)/g,
        ),
      ].map(([, name = '']) => name),
    ),
  );
  const bodies =
    await db.sql`select p.proname as name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body
    from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.proname = any (${names})`;
  expect(bodies.length).toBeGreaterThan(200);
  const found = bodies.flatMap(({ name, body }) =>
    divisorsOf(body as string).map((divisor) => ({ name, divisor })),
  );
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(({ divisor }) => !(divisor in NEVER_ZERO))).toEqual([]);
});
