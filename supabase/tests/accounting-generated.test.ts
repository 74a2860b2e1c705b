import { expect, test } from 'vitest';
import { AccountingStage } from './accounting-stage.ts';
import { makeCompany, openDatabase } from './world.ts';

const WEEKS = Number(process.env['ACCOUNTING_WEEKS'] ?? 40);
const WEEK_MS = 7 * 86_400_000;
/** However many, the last is in the past: time in the future is refused. */
const FIRST_MONDAY = Date.UTC(2026, 9, 5) - (WEEKS - 1) * WEEK_MS;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const db = await openDatabase();

/** Small and repeatable: the same seed gives the same weeks. */
function generator(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** What is there after everything was sent, computed the plain way: entry by entry, in JavaScript. */
interface Plain {
  start: number;
  end: number;
  breakSeconds: number;
  project: string | null;
  code: string | null;
}

test(
  'what the other side has in the end is what a plain computation says',
  async () => {
    const us = await makeCompany(db.sql);
    const stage = new AccountingStage(db.sql, us);
    await stage.connect('quickbooks_online', dayOf(FIRST_MONDAY));
    await stage.read('employee', ['Emp', 'Col']);
    await stage.read('customer', ['Harbor', 'Annex']);
    await stage.read('item', ['Carpentry', 'Usual']);
    const [annex] =
      await db.sql`insert into projects (company_id, name) values (${us.id}, 'Annex') returning id`;
    const [both] =
      await db.sql`insert into projects (company_id, name) values (${us.id}, 'Also Harbor') returning id`;
    const customers = new Map<string | null, string | null>([
      [us.project, 'customer-Harbor'],
      [both?.['id'], 'customer-Harbor'],
      [annex?.['id'], 'customer-Annex'],
      [null, null],
    ]);
    await stage.mapAll();
    await stage.read('customer', ['Harbor', 'Annex']);
    await stage.read('item', ['Carpentry', 'Usual']);
    await stage.map([
      { target: 'customer', project_id: annex?.['id'], record_id: stage.records.get('Annex') },
      { target: 'customer', project_id: both?.['id'], record_id: stage.records.get('Harbor') },
    ]);
    await db.sql`update accounting_connections set settings = ${db.sql.json({ default_item_id: stage.records.get('Usual') } as never)}
    where id = ${stage.connection}`;
    // What the other side has: by its id.
    const there = new Map<string, { key: string; minutes: number }>();
    const drain = async (random: (below: number) => number): Promise<void> => {
      for (;;) {
        const taken = await stage.take(20);
        if (taken.length === 0) return;
        for (const one of taken) {
          // Lost before or after it was saved there: it comes again with the same id.
          const fate = random(10);
          if (fate === 0) continue;
          const id = one.external_id ?? `x-${one.request_id}`;
          if (one.content) {
            const { work_date: date, person, customer, item, hours, minutes } = one.content;
            there.set(id, {
              key: [date, person.external_id, customer?.external_id, item?.external_id].join('|'),
              minutes: hours * 60 + minutes,
            });
          } else there.delete(id);
          if (fate === 1) continue;
          await stage.note(
            one,
            one.content ? { kind: 'sent', external_id: id, sync_token: '0' } : { kind: 'deleted' },
          );
        }
      }
    };
    for (let week = 0; week < WEEKS; week += 1) {
      const random = generator(week + 1);
      const monday = FIRST_MONDAY + week * WEEK_MS;
      const entries: Plain[] = [];
      for (let day = 0; day < 5; day += 1) {
        let at = monday + day * 86_400_000 + (11 + random(3)) * 3_600_000 + random(3600) * 1000;
        for (let part = 0; part <= random(3); part += 1) {
          const start = at;
          const end = start + (600 + random(12_000)) * 1000;
          const breakSeconds = random(3) === 0 ? 1800 : 0;
          const project = [...customers.keys()][random(4)] ?? null;
          const code = random(2) ? us.costCode : null;
          entries.push({ start, end: end + breakSeconds * 1000, breakSeconds, project, code });
          at = end + breakSeconds * 1000 + random(1800) * 1000;
        }
      }
      for (const entry of entries) {
        const [row] =
          await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, cost_code_id)
        values (${us.id}, ${us.employee.employeeId}, ${new Date(entry.start)}, ${new Date(entry.end)}, ${entry.project}, ${entry.code}) returning id`;
        if (entry.breakSeconds > 0)
          await db.sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
          values (${us.id}, ${row?.['id']}, ${new Date(entry.end - 1_800_000)}, ${new Date(entry.end)}, 'meal', false)`;
      }
      const first = dayOf(monday);
      const last = dayOf(monday + 6 * 86_400_000);
      await stage.approve(first, last);
      await drain(random);
      // Every third week somebody corrects a day after it was sent.
      if (week % 3 === 0) {
        await stage.unapprove(first, last);
        await db.sql`update time_entries t set clock_out = t.clock_out - interval '7 minutes' where company_id = ${us.id} and work_date between ${first} and ${last}
        and not exists (select from time_entry_breaks b where b.time_entry_id = t.id)`;
        for (const entry of entries) if (entry.breakSeconds === 0) entry.end -= 420_000;
        await stage.compute();
        await stage.approve(first, last);
        await drain(random);
      }
      const expected = new Map<string, number>();
      for (const { start, end, breakSeconds, project, code } of entries) {
        const date = dayOf(start - 5 * 3_600_000);
        const key = [
          date,
          'employee-Emp',
          customers.get(project) ?? undefined,
          code ? 'item-Carpentry' : 'item-Usual',
        ].join('|');
        expected.set(key, (expected.get(key) ?? 0) + (end - start) / 1000 - breakSeconds);
      }
      const has = [...there.values()].filter(({ key }) => key >= first && key <= `${last}~`);
      expect(
        has.toSorted((a, b) => a.key.localeCompare(b.key)),
        `week ${week}`,
      ).toEqual(
        [...expected]
          .map(([key, seconds]) => ({ key, minutes: Math.floor((seconds + 30) / 60) }))
          .filter(({ minutes }) => minutes > 0)
          .toSorted((a, b) => a.key.localeCompare(b.key)),
      );
    }
  },
  300_000 + WEEKS * 2_000,
);
