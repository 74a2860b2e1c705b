import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { hoursAgo, openCompanies, type Person, type Tx } from './world.ts';

const { db, us, them, act } = await openCompanies();

type Row = Readonly<Record<string, unknown>>;
type Who = Person | 'anon';

/** Days that any clock allows, by the company's zone. */
const daysAgo = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(hoursAgo(24 * days));
const receipt = (more: Row = {}): Row => ({
  id: randomUUID(),
  project_id: us.project,
  cost_code_id: us.costCode,
  spent_on: daysAgo(2),
  kind: 'receipt',
  amount: '42.50',
  note: 'Anchor bolts',
  ...more,
});
const save = (who: Who, row: Row) => {
  const { id, ...fields } = row;
  return act(
    who,
    (tx) => tx`select * from save_expense(${id as string}, ${tx.json(fields as never)})`,
  );
};
const decide = (who: Who, id: unknown, approve: boolean | null, note: string | null = null) =>
  act(who, (tx) => tx`select * from decide_expense(${id as string}, ${approve}, ${note})`);
const list = (who: Who, filter: Row = {}) =>
  act(who, (tx) => tx`select * from list_expenses(${tx.json(filter as never)})`);
const stored = async (id: unknown): Promise<Row | undefined> =>
  (await db.sql`select * from expenses where id = ${id as string}`)[0];
const itemsOf = (id: unknown) =>
  db.sql`select pay_code, amount_cents::int, work_date::text, minutes from pay_items where expense_id = ${id as string} order by created_at, amount_cents desc`;

/** Somebody else's receipt photo would have the same bytes. */
const HASH = 'ab'.repeat(32);
const photo = (who: Person, more: Row = {}) =>
  act(who, async (tx: Tx) => {
    const [row] = await tx`insert into photos ${tx({
      company_id: who.companyId,
      project_id: us.project,
      sha256: HASH,
      size_bytes: 1000,
      is_receipt: true,
      ...more,
    } as never)} returning id, path`;
    return row as { id: string; path: string };
  });

beforeAll(async () => {
  await db.sql`update companies set time_zone = 'America/New_York', foremen_approve = true, expenses_on = true where id = ${us.id}`;
  const [crew] = await db.sql`insert into crews (company_id, name, foreman_id)
    values (${us.id}, 'Concrete', ${us.foreman.employeeId}) returning id`;
  await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
    values (${us.id}, ${crew?.['id']}, ${us.employee.employeeId}, ${daysAgo(30)})`;
});

describe('who', () => {
  test('people enter and read their own; their foreman reads what they approve, managers all, nobody else anything', async () => {
    const mine = receipt();
    await save(us.employee, mine);
    const early = receipt({ spent_on: daysAgo(40) });
    await save(us.employee, early);
    const theirs = receipt();
    await save(us.colleague, theirs);
    const ids = async (who: Who) =>
      (await act(who, (tx) => tx`select id from expenses order by spent_on desc, amount`))
        .map(({ id }) => id)
        .sort();
    expect(await ids(us.employee)).toEqual([mine['id'], early['id']].sort());
    expect(await ids(us.colleague)).toEqual([theirs['id']]);
    // A day before the crew was theirs is not the foreman's to see.
    expect(await ids(us.foreman)).toEqual([mine['id']]);
    expect(await ids(us.manager)).toEqual([mine['id'], early['id'], theirs['id']].sort());
    for (const who of [us.deactivated, them.owner]) expect(await ids(who)).toEqual([]);
    await expect(ids('anon')).rejects.toMatchObject({ code: '42501' });
    await db.sql`update companies set foremen_approve = false where id = ${us.id}`;
    expect(await ids(us.foreman)).toEqual([]);
    await db.sql`update companies set foremen_approve = true, expenses_on = true where id = ${us.id}`;
  });

  test('nobody enters for others but managers, and never for another company', async () => {
    const forColleague = { employee_id: us.colleague.employeeId };
    for (const who of [us.employee, us.foreman])
      await expect(save(who, receipt(forColleague))).rejects.toMatchObject({ code: '42501' });
    for (const who of [us.deactivated, 'anon'] as const)
      await expect(save(who, receipt())).rejects.toMatchObject({ code: '42501' });
    await expect(save(them.owner, receipt())).rejects.toMatchObject({ code: '23503' });
    await expect(
      save(us.manager, receipt({ employee_id: them.employee.employeeId })),
    ).rejects.toMatchObject({ code: '23503' });
    const row = receipt(forColleague);
    await save(us.manager, row);
    expect(await stored(row['id'])).toMatchObject({
      employee_id: us.colleague.employeeId,
      created_by: us.manager.userId,
      status: 'entered',
    });
  });

  test('a state is never written by hand, nor a decided one changed by anybody', async () => {
    const row = receipt();
    await save(us.employee, row);
    const change = (who: Who, set: string) =>
      act(who, (tx) => tx.unsafe(`update expenses set ${set} where id = '${row['id']}'`));
    for (const set of ["status = 'paid'", `employee_id = '${us.colleague.employeeId}'`])
      await expect(change(us.owner, set)).rejects.toMatchObject({ code: '42501' });
    await change(us.colleague, 'amount = 1');
    await change(them.owner, 'amount = 1');
    await act(us.colleague, (tx) => tx`delete from expenses where id = ${row['id'] as string}`);
    expect(await stored(row['id'])).toMatchObject({ amount: '42.50', status: 'entered' });
    await decide(us.manager, row['id'], true);
    for (const who of [us.employee, us.manager, us.owner]) {
      await change(who, 'amount = 1');
      await act(who, (tx) => tx`delete from expenses where id = ${row['id'] as string}`);
    }
    await expect(change('service_role' as never, "note = 'x'")).rejects.toMatchObject({
      hint: 'expense_decided',
    });
    expect(await stored(row['id'])).toMatchObject({ amount: '42.50', note: 'Anchor bolts' });
  });

  test('managers decide, and the foreman who led the person that day; never oneself where another could', async () => {
    const [one, two, early] = [receipt(), receipt(), receipt({ spent_on: daysAgo(40) })];
    for (const row of [one, two, early]) await save(us.employee, row);
    for (const who of [us.employee, us.colleague])
      await expect(decide(who, one['id'], true)).rejects.toMatchObject({ hint: 'foremen_only' });
    for (const who of [us.deactivated, 'anon'] as const)
      await expect(decide(who, one['id'], true)).rejects.toMatchObject({ code: '42501' });
    await expect(decide(them.owner, one['id'], true)).rejects.toMatchObject({ hint: 'not_found' });
    await expect(decide(us.foreman, early['id'], true)).rejects.toMatchObject({
      hint: 'not_found',
    });
    expect(await itemsOf(one['id'])).toEqual([]);
    await decide(us.foreman, one['id'], true);
    await decide(us.manager, two['id'], true);
    expect(await stored(one['id'])).toMatchObject({
      status: 'approved',
      decided_by: us.foreman.userId,
    });

    const own = receipt();
    await save(us.foreman, own);
    await expect(decide(us.foreman, own['id'], true)).rejects.toMatchObject({
      hint: 'managers_only',
    });
    const managers = receipt();
    await save(us.manager, managers);
    await expect(decide(us.manager, managers['id'], true)).rejects.toMatchObject({
      hint: 'own_approval_by_others',
    });
    expect(await stored(managers['id'])).toMatchObject({ status: 'entered' });
    expect(await itemsOf(managers['id'])).toEqual([]);
    await db.sql`update companies set own_approval_by_others = false where id = ${us.id}`;
    await decide(us.manager, managers['id'], true);
    expect(
      await db.sql`select kind from verifications where subject_id = ${managers['id'] as string}`,
    ).toEqual([{ kind: 'own_approval' }]);
    await db.sql`update companies set own_approval_by_others = true where id = ${us.id}`;
  });

  test('rates and rules are set by managers, and read by everybody of the company', async () => {
    const add = (who: Who) =>
      act(
        who,
        (tx) =>
          tx`insert into reimbursement_rates (kind, from_date, rate) values ('lodging', '2030-01-01', 120)`,
      );
    const rule = (who: Who) =>
      act(
        who,
        (tx) =>
          tx`insert into per_diem_rules (project_id, from_date, daily_amount) values (${us.project}, '2030-01-01', 60)`,
      );
    for (const who of [us.employee, us.foreman, us.deactivated]) {
      await expect(add(who)).rejects.toMatchObject({ code: '42501' });
      await expect(rule(who)).rejects.toMatchObject({ code: '42501' });
    }
    await expect(rule(them.owner)).rejects.toMatchObject({ code: '23503' });
    await add(us.manager);
    await rule(us.manager);
    const read = (who: Who) => act(who, (tx) => tx`select rate from reimbursement_rates`);
    expect(await read(us.employee)).toEqual([{ rate: '120.0000' }]);
    for (const who of [them.owner, us.deactivated]) expect(await read(who)).toEqual([]);
    const table = await act(us.employee, (tx) => tx`select * from reimbursement_rate_table()`);
    expect(table.filter(({ kind }) => kind === 'lodging')).toMatchObject([
      { federal: false, from_date: expect.anything(), rate: '120.0000' },
      { federal: true, rate: '110' },
    ]);
    for (const who of [us.foreman, us.employee, us.deactivated])
      await expect(
        act(who, (tx) => tx`select * from expense_report('2026-01-01', '2026-01-31', 'kind')`),
      ).rejects.toMatchObject({ code: '42501' });
  });
});

describe('receipts', () => {
  test('a receipt photo is seen by whoever sees the expense, and in no gallery', async () => {
    const own = await photo(us.employee, { latitude: 40, longitude: -74 });
    await save(us.employee, receipt({ receipt_photo_id: own.id }));
    await db.sql`update photos set uploaded_at = now() where id = ${own.id}`;
    const seen = (who: Who) => act(who, (tx) => tx`select id from photos where id = ${own.id}`);
    for (const who of [us.employee, us.foreman, us.manager])
      expect(await seen(who)).toEqual([{ id: own.id }]);
    for (const who of [us.colleague, us.deactivated, them.owner])
      expect(await seen(who)).toEqual([]);
    expect(await act(us.manager, (tx) => tx`select id from list_photos()`)).toEqual([]);
    await expect(
      act(
        us.manager,
        (tx) =>
          tx`select * from create_photo_share(array[${own.id}]::uuid[], 'x', now() + interval '1 day')`,
      ),
    ).rejects.toMatchObject({ hint: 'photos_not_found' });
    expect(await db.sql`select latitude from photos where id = ${own.id}`).toEqual([
      { latitude: null },
    ]);
  });

  test('nobody uses a photo of somebody else, and no photo twice', async () => {
    const theirs = await photo(us.colleague, { sha256: 'cd'.repeat(32) });
    await expect(save(us.employee, receipt({ receipt_photo_id: theirs.id }))).rejects.toMatchObject(
      { hint: 'receipt_unknown' },
    );
    const gallery = await photo(us.employee, { is_receipt: false });
    await expect(
      save(us.employee, receipt({ receipt_photo_id: gallery.id })),
    ).rejects.toMatchObject({ hint: 'receipt_unknown' });
    await save(us.colleague, receipt({ receipt_photo_id: theirs.id }));
    await expect(
      save(us.colleague, receipt({ receipt_photo_id: theirs.id })),
    ).rejects.toMatchObject({ constraint: 'expenses_one_per_photo' });
  });

  test('the same receipt twice is told by its hash, and named to who may see the other', async () => {
    const hash = 'ef'.repeat(32);
    const [first, second] = [
      await photo(us.colleague, { sha256: hash }),
      await photo(us.employee, { sha256: hash }),
    ];
    await db.sql`update photos set uploaded_at = now() where id in (${first.id}, ${second.id})`;
    const other = receipt({ receipt_photo_id: first.id, amount: '60.00' });
    await save(us.colleague, other);
    const find = (who: Who) =>
      act(who, (tx) => tx`select expense_id, amount from find_receipt(${hash})`);
    expect(await find(us.employee)).toEqual([{ expense_id: null, amount: null }]);
    expect(await find(us.manager)).toEqual([{ expense_id: other['id'], amount: '60.00' }]);
    expect(await find(them.owner)).toEqual([]);
    const mine = receipt({ receipt_photo_id: second.id, amount: '61.00' });
    await save(us.employee, mine);
    const [forForeman] = await list(us.foreman, { ids: [mine['id']] });
    expect(forForeman).toMatchObject({ flags: ['same_receipt'], same_as: null });
    const [forManager] = await list(us.manager, { ids: [mine['id']] });
    expect(forManager).toMatchObject({
      flags: ['same_receipt'],
      same_as: [{ id: other['id'], amount: 60 }],
    });
  });

  test('once approved the photo stays: not deleted, not replaced, not purged', async () => {
    const kept = await photo(us.employee, { sha256: '12'.repeat(32) });
    const row = receipt({ receipt_photo_id: kept.id });
    await save(us.employee, row);
    await decide(us.manager, row['id'], true);
    for (const who of [us.employee, us.owner])
      await expect(
        act(who, (tx) => tx`select delete_photos(array[${kept.id}]::uuid[])`),
      ).rejects.toMatchObject({ hint: 'receipt_locked' });
    await expect(db.sql`delete from photos where id = ${kept.id}`).rejects.toMatchObject({
      hint: 'receipt_locked',
    });
    await expect(
      db.sql`update photos set is_receipt = false where id = ${kept.id}`,
    ).rejects.toMatchObject({ hint: 'append_only' });
    expect(await db.sql`select deleted_at from photos where id = ${kept.id}`).toEqual([
      { deleted_at: null },
    ]);
    const gone = await photo(us.employee, { sha256: '34'.repeat(32) });
    const withdrawn = receipt({ receipt_photo_id: gone.id });
    await save(us.employee, withdrawn);
    await act(
      us.employee,
      (tx) => tx`delete from expenses where id = ${withdrawn['id'] as string}`,
    );
    expect(
      await db.sql`select deleted_at is not null as gone from photos where id = ${gone.id}`,
    ).toEqual([{ gone: true }]);
  });

  test('a PDF may be a receipt and nothing else, and no receipt is over 25 MB', async () => {
    const pdf = { media_type: 'application/pdf', sha256: '56'.repeat(32) };
    expect((await photo(us.employee, pdf)).path).toMatch(/\.pdf$/);
    await expect(photo(us.employee, { ...pdf, is_receipt: false })).rejects.toMatchObject({
      constraint: 'photos_pdf_is_receipt',
    });
    await expect(photo(us.employee, { ...pdf, size_bytes: 52_428_800 })).rejects.toMatchObject({
      constraint: 'photos_receipt_size',
    });
    await expect(photo(us.employee, { media_type: 'video/mp4' })).rejects.toMatchObject({
      constraint: 'photos_receipt_media',
    });
  });
});

describe('bad input', () => {
  test('negative and absurd amounts, miles and days are refused, and nothing is stored', async () => {
    const count = async () => (await db.sql`select count(*)::int as n from expenses`)[0]?.['n'];
    const before = await count();
    const trip = {
      kind: 'mileage',
      miles: '12.0',
      from_place: 'Yard',
      to_place: 'Site',
      note: 'Pump',
    };
    const refused: [Row, Row][] = [
      [{ amount: '-5' }, { constraint: 'expenses_amount_range' }],
      [{ amount: '0' }, { constraint: 'expenses_amount_range' }],
      [{ amount: '25000.01' }, { constraint: 'expenses_amount_range' }],
      [{ amount: 'NaN' }, { constraint: expect.stringMatching(/finite_amount|amount_range/) }],
      [{ ...trip, miles: '-3' }, { hint: 'expenses_miles_range' }],
      [{ ...trip, miles: '2000.01' }, { hint: 'expenses_miles_range' }],
      [{ ...trip, miles: null }, { hint: 'expenses_miles_range' }],
      [{ spent_on: daysAgo(-2) }, { hint: 'expense_date' }],
      [{ spent_on: daysAgo(800) }, { hint: 'expense_date' }],
      [{ kind: 'gift' }, { constraint: 'expenses_kind_known' }],
      [{ kind: 'per_diem' }, { hint: 'no_per_diem_rule' }],
      [{ status: 'paid' }, { hint: 'invalid_changes' }],
      [{ project_id: them.project }, { code: '23503' }],
    ];
    for (const [more, expected] of refused)
      await expect(save(us.employee, receipt(more)), JSON.stringify(more)).rejects.toMatchObject(
        expected,
      );
    expect(await count()).toBe(before);
  });

  test('miles on a day without work are flagged, with work they are not', async () => {
    const trip = (day: string) =>
      receipt({
        kind: 'mileage',
        miles: '12',
        from_place: 'Yard',
        to_place: 'Site',
        spent_on: day,
      });
    const [without, withWork] = [trip(daysAgo(5)), trip(daysAgo(6))];
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id)
      values (${us.id}, ${us.employee.employeeId}, ${`${daysAgo(6)}T15:00:00Z`}, ${`${daysAgo(6)}T16:00:00Z`}, ${us.project})`;
    for (const row of [without, withWork]) await save(us.employee, row);
    const flags = async (row: Row) => (await list(us.manager, { ids: [row['id']] }))[0]?.['flags'];
    expect(await flags(without)).toEqual(['no_work']);
    expect(await flags(withWork)).toEqual([]);
    const bare = receipt({ kind: 'mileage', miles: '3', note: null });
    await save(us.employee, bare);
    expect(await flags(bare)).toEqual(['no_work', 'no_purpose']);
    const large = receipt({ amount: '75.00', spent_on: daysAgo(70) });
    await save(us.employee, large);
    expect(await flags(large)).toEqual(['no_receipt', 'late']);
  });

  test('two people who change one at once: the second is told', async () => {
    const row = receipt();
    await save(us.employee, row);
    const change = (who: Who, amount: string) =>
      act(
        who,
        (tx) =>
          tx`select amount from save_expense(${row['id'] as string}, ${tx.json({ amount })}, ${tx.json({ amount: '42.50' })})`,
      );
    expect(await change(us.employee, '45.00')).toEqual([{ amount: '45.00' }]);
    await expect(change(us.manager, '50.00')).rejects.toMatchObject({ hint: 'changed_meanwhile' });
    expect(await stored(row['id'])).toMatchObject({ amount: '45.00' });
    // The same again, as a phone sends it whose answer was lost.
    await save(us.employee, row);
    expect(await stored(row['id'])).toMatchObject({ amount: '45.00' });
    const both = await Promise.allSettled([
      decide(us.manager, row['id'], true),
      decide(us.owner, row['id'], true),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await itemsOf(row['id'])).toMatchObject([{ pay_code: 'EXPENSE', amount_cents: 4500 }]);
  });

  test('a decline needs a note, and the person reads it', async () => {
    const row = receipt();
    await save(us.employee, row);
    await expect(decide(us.manager, row['id'], false, '  ')).rejects.toMatchObject({
      hint: 'decline_needs_note',
    });
    await decide(us.manager, row['id'], false, 'The receipt is for lunch');
    expect(await list(us.employee, { ids: [row['id']] })).toMatchObject([
      {
        status: 'declined',
        decision_note: 'The receipt is for lunch',
        decided_by_name: 'manager Example',
      },
    ]);
    expect(
      await db.sql`select template, data ->> 'note' as note from notifications
        where employee_id = ${us.employee.employeeId} and event = 'expense_decided' and template = 'expense_declined'`,
    ).toEqual([{ template: 'expense_declined', note: 'The receipt is for lunch' }]);
    expect(await itemsOf(row['id'])).toEqual([]);
    await expect(decide(us.manager, row['id'], true)).rejects.toMatchObject({
      hint: 'expense_decided',
    });
  });
});
