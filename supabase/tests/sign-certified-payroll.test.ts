import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readSignedPayroll } from '../../src/entities/certified-payroll/certified-payroll.ts';
import { CertifiedStage, WEEK_END } from './certified-payroll-stage.ts';
import {
  addDays,
  approveWeek,
  correct,
  deliver,
  FRINGE_STATEMENTS,
  paidWeek,
  signWeek,
  weeksOf,
} from './certified-signing.ts';
import { as, hire, makeCompany, openDatabase, type Person, signUp, type Tx } from './world.ts';

const db = await openDatabase();

/** A site with one carpenter whose fringe is paid in cash, and her first week paid and approved. */
async function signableSite(options: Parameters<typeof CertifiedStage.open>[1] = {}) {
  const site = await CertifiedStage.open(db.sql, options);
  const carpenter = await site.classOf({ base: '30.00', fringe: '12.50' });
  const maria = await site.worker('30.00');
  await site.usual(maria, carpenter, null);
  await paidWeek(site, maria, carpenter, 0);
  await approveWeek(site, maria, WEEK_END);
  return { site, carpenter, maria };
}

const storedOf = (site: CertifiedStage) =>
  db.sql`select *, week_end::text as week_end from certified_payrolls where company_id = ${site.companyId} order by number, revision`;

describe('what is signed', () => {
  test('is frozen with its digest, and the history has the digest', async () => {
    const { site, maria } = await signableSite();
    const row = await signWeek(site, WEEK_END);
    expect(row).toMatchObject({
      number: 1,
      revision: 0,
      final: false,
      no_work: false,
      status: 'signed',
      signed_by: site.owner.userId,
      signed_name: 'Ann Owner',
      signed_title: 'President',
      employee_ids: [maria],
    });
    expect(createHash('sha256').update(row.signed_text).digest('hex')).toBe(row.sha256);
    expect(JSON.parse(row.signed_text)).toEqual(row.content);
    const content = readSignedPayroll(row.content);
    expect(content).toMatchObject({
      statements: [1, 2, 3, 5, 6],
      signer: { name: 'Ann Owner', title: 'President' },
      report: { header: { number: 1, revision: 0, final: false, week_end: WEEK_END } },
    });
    expect(content.report.rows).toMatchObject([
      { gross_project: '1700.00', cash_in_lieu: '500.00', net: '1469.95' },
    ]);
    const [event] =
      await db.sql`select after, actor_id from audit_events where company_id = ${site.companyId} and entity_id = ${row.id}`;
    expect(event).toMatchObject({ actor_id: site.owner.userId, after: { sha256: row.sha256 } });
    expect(event?.['after']).not.toHaveProperty('content');
    expect(event?.['after']).not.toHaveProperty('signed_text');
    const [proof] = await as(db.sql, site.owner, (tx) => tx`select audit_proof() as proof`);
    expect(proof?.['proof']).toMatchObject({ broken_id: null });
  });

  test('stays when rates, facts and names change; the report says that it differs', async () => {
    const { site, maria } = await signableSite();
    const row = await signWeek(site, WEEK_END);
    const before = (await site.report()) as never as { version: string; signed: object };
    expect(before.signed).toMatchObject({ id: row.id, version: before.version });
    await db.sql`update employees set last_name = 'Renamed' where id = ${maria}`;
    await db.sql`update payroll_facts set net = 1400, federal_tax = 169.95 where employee_id = ${maria}`;
    const after = (await site.report()) as never as { version: string; signed: object };
    expect(after.version).not.toBe(before.version);
    expect(after.signed).toMatchObject({ id: row.id, version: before.version });
    const [stored] = await storedOf(site);
    expect(stored).toMatchObject({ sha256: row.sha256, content: row.content });
  });

  test('is changed by nobody, whatever way they try', async () => {
    const { site } = await signableSite();
    const row = await signWeek(site, WEEK_END);
    await deliver(site, row.id, 'portal', 'LCP-1');
    const [before] = await storedOf(site);
    const attempts: readonly ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => tx`update certified_payrolls set signed_name = 'Forged' where id = ${row.id}`,
      (tx) => tx`update certified_payrolls set signed_text = '{}' where id = ${row.id}`,
      (tx) =>
        tx`update certified_payrolls set status = 'signed', delivered_at = null where id = ${row.id}`,
      (tx) => tx`update certified_payrolls set number = 7 where id = ${row.id}`,
      (tx) => tx`delete from certified_payrolls where id = ${row.id}`,
      (tx) => tx`delete from certified_payroll_deliveries where certified_payroll_id = ${row.id}`,
      (tx) =>
        tx`update certified_payroll_deliveries set reference = 'X' where certified_payroll_id = ${row.id}`,
      (tx) => tx`truncate certified_payrolls cascade`,
      (
        tx,
      ) => tx`insert into certified_payrolls (company_id, id, project_id, week_end, number, signed_text, signed_name, signed_title)
        values (${site.companyId}, ${row.id}, ${site.project}, ${WEEK_END}, 1, '{}', 'Forged', 'Owner')
        on conflict (company_id, id) do update set signed_text = excluded.signed_text, signed_name = excluded.signed_name`,
      (
        tx,
      ) => tx`merge into certified_payrolls p using (select ${row.id}::uuid as id) s on p.id = s.id
        when matched then update set signed_text = '{}'`,
      (tx) =>
        tx`select save_changes('certified_payrolls', ${{ id: row.id } as never}, ${{ signed_name: 'Forged' } as never})`,
    ];
    for (const attempt of attempts) {
      await expect(as(db.sql, site.owner, attempt)).rejects.toMatchObject({ code: '42501' });
      await expect(as(db.sql, 'service_role', attempt)).rejects.toBeDefined();
      await expect(db.sql.begin((tx) => attempt(tx as Tx))).rejects.toBeDefined();
    }
    expect(await storedOf(site)).toEqual([before]);
  });

  test('needs a correction when its week gets other hours, and has the right figures then', async () => {
    const { site, carpenter, maria } = await signableSite();
    const row = await signWeek(site, WEEK_END);
    await deliver(site, row.id, 'portal', 'LCP-1');
    await as(db.sql, site.owner, (tx) => tx`select lock_pay_period('2026-03-09', ${WEEK_END})`);
    const states = async () => [
      (await storedOf(site)).map(({ revision, status }) => [revision, status]),
      (await weeksOf(site)).find(({ week_end }) => week_end === WEEK_END)?.['state'],
      (
        await db.sql`select template from notifications where company_id = ${site.companyId}
          and template = 'certified_payroll_hours' and read_at is null`
      ).length,
    ];
    expect(await states()).toEqual([[[0, 'delivered']], 'delivered', 0]);
    const entry = randomUUID();
    await as(
      db.sql,
      site.owner,
      (
        tx,
      ) => tx`select enter_late_time(${entry}, ${maria}, ${site.stage.instant('2026-03-14 06:00')},
        ${site.stage.instant('2026-03-14 10:00')}, ${site.project}, 'Found on paper', classification_id_param => ${carpenter})`,
    );
    expect(await states()).toEqual([[[0, 'needs_correction']], 'needs_correction', 1]);
    // Without that entry it would hold again.
    await db.sql.begin(async (tx) => {
      await tx`select set_config('chalkline.late_time', 'on', true)`;
      await tx`delete from approvals where company_id = ${site.companyId}`;
      await tx`delete from time_entries where id = ${entry}`;
      const [held] = await tx`select status from certified_payrolls where id = ${row.id}`;
      expect(held).toEqual({ status: 'delivered' });
      await tx`insert into time_entries (company_id, id, employee_id, clock_in, clock_out, project_id, classification_id)
        values (${site.companyId}, ${entry}, ${maria}, ${site.stage.instant('2026-03-14 06:00')},
          ${site.stage.instant('2026-03-14 10:00')}, ${site.project}, ${carpenter})`;
    });
    await approveWeek(site, maria, WEEK_END);
    await db.sql`update payroll_facts set gross_all = 2000, net = 1769.95 where employee_id = ${maria}`;
    const corrected = await correct(site, row.id, 'Four hours of Saturday came late');
    expect(corrected.content.report.rows).toMatchObject([
      { total_st: '40.00', total_ot: '4.00', cash_in_lieu: '550.00', gross_project: '1930.00' },
    ]);
    expect(await states()).toEqual([
      [
        [0, 'delivered'],
        [1, 'signed'],
      ],
      'signed',
      0,
    ]);
  });

  test('holds when an entry changes without its hours', async () => {
    const { site, maria } = await signableSite();
    await signWeek(site, WEEK_END);
    await db.sql`delete from approvals where company_id = ${site.companyId}`;
    await db.sql`update time_entries set notes = 'North wing', clock_in = clock_in + interval '1 hour', clock_out = clock_out + interval '1 hour'
      where company_id = ${site.companyId} and employee_id = ${maria}`;
    expect(await storedOf(site)).toMatchObject([{ status: 'signed' }]);
    await db.sql`update time_entries set clock_out = clock_out + interval '1 minute'
      where company_id = ${site.companyId} and employee_id = ${maria} and work_date = '2026-03-09'`;
    expect(await storedOf(site)).toMatchObject([{ status: 'needs_correction' }]);
  });

  test('outlives its project, contract and company', async () => {
    const { site } = await signableSite();
    await signWeek(site, WEEK_END);
    for (const attempt of [
      (tx: Tx) => tx`delete from public_contracts where project_id = ${site.project}`,
      (tx: Tx) => tx`delete from projects where id = ${site.project}`,
      (tx: Tx) => tx`select delete_empty_company()`,
    ])
      await expect(as(db.sql, site.owner, attempt)).rejects.toBeDefined();
    await expect(db.sql`delete from companies where id = ${site.companyId}`).rejects.toBeDefined();
    await expect(
      db.sql`delete from public_contracts where project_id = ${site.project}`,
    ).rejects.toMatchObject({ constraint: 'certified_payrolls_contract' });
    await expect(
      db.sql`update public_contracts set week_ends_on = 6 where project_id = ${site.project}`,
    ).rejects.toMatchObject({ hint: 'certified_weeks_fixed' });
    expect(await storedOf(site)).toHaveLength(1);
  });
});

describe('refuses', () => {
  test('a missing name or title, and statements the report does not ask for', async () => {
    const { site } = await signableSite();
    const refused = (hint: string, options: Parameters<typeof signWeek>[2]) =>
      expect(signWeek(site, WEEK_END, options)).rejects.toMatchObject({ hint });
    await refused('signer_name_required', { name: ' ' });
    await refused('signer_title_required', { title: '' });
    await refused('nine_digits', { remarks: 'SSN 123-45-6789' });
    for (const [statements, words] of [
      [[1, 2, 3, 6], /statement 5 must be ticked/],
      [[2, 3, 5, 6], /Statement 1 must be ticked/],
      [[1, 2, 3, 5], /Statement 6 must be ticked/],
      [[1, 2, 3, 4, 5, 6], /No apprentice.*statement 4 must not/],
      [[1, 2, 3, 5, 6, 7], /six statements/],
      [[], /Statement 1/],
    ] as const) {
      await expect(signWeek(site, WEEK_END, { statements: [...statements] })).rejects.toMatchObject(
        { hint: 'statements_wrong', message: expect.stringMatching(words) },
      );
    }
    expect(await storedOf(site)).toEqual([]);
    await signWeek(site, WEEK_END, { statements: [6, 5, 3, 2, 1] });
  });

  test('statement 4 left out with an apprentice, and 5 ticked where no fringe is owed', async () => {
    const site = await CertifiedStage.open(db.sql);
    const carpenter = await site.classOf({ base: '30.00' });
    const [maria, ana] = [await site.worker('30.00'), await site.worker('18.00')];
    await site.apprentice(ana, { percent: 60 });
    for (const [who, gross, tax] of [
      [maria, '1200.00', '200.00'],
      [ana, '720.00', '100.00'],
    ] as const) {
      await site.week(who, ['8', '8', '8', '8', '8'], { class: carpenter });
      await site.facts(who, {
        gross_all: gross,
        federal_tax: tax,
        net: Number(gross) - Number(tax),
      });
      await approveWeek(site, who, WEEK_END);
    }
    await expect(signWeek(site, WEEK_END, { statements: [1, 2, 3, 6] })).rejects.toMatchObject({
      message: expect.stringMatching(/Apprentices.*statement 4 must be ticked/),
    });
    await expect(
      signWeek(site, WEEK_END, { statements: [1, 2, 3, 4, 5, 6] }),
    ).rejects.toMatchObject({ message: expect.stringMatching(/No fringe.*5 must not/) });
    const row = await signWeek(site, WEEK_END, { statements: [1, 2, 3, 4, 6] });
    expect(row.content.report.rows.map(({ kind }) => kind).toSorted()).toEqual(['J', 'RA']);
  });

  test('errors, time that is not approved, and figures other than those that were seen', async () => {
    const { site, carpenter, maria } = await signableSite();
    const seen = (await site.report()) as never as { version: string };
    const bob = await site.worker('30.00', { first: 'Bob' });
    await site.usual(bob, carpenter, null);
    await site.week(bob, ['8'], { class: carpenter });
    await expect(signWeek(site, WEEK_END)).rejects.toMatchObject({ hint: 'week_not_approved' });
    await approveWeek(site, bob, WEEK_END);
    await expect(signWeek(site, WEEK_END)).rejects.toMatchObject({
      hint: 'report_has_errors',
      message: expect.stringMatching(/1 errors.*columns 7B, 8 and 9 are blank/),
    });
    await site.facts(bob, { gross_all: '340.00', federal_tax: '40.00', net: '300.00' });
    await expect(signWeek(site, WEEK_END, { version: seen.version })).rejects.toMatchObject({
      hint: 'report_changed',
    });
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, project_id)
      values (${site.companyId}, ${maria}, '2026-03-15T12:00:00Z', ${site.project})`;
    await expect(signWeek(site, WEEK_END)).rejects.toMatchObject({ hint: 'week_not_approved' });
    expect(await storedOf(site)).toEqual([]);
    await db.sql`delete from time_entries where employee_id = ${maria} and clock_out is null`;
    const { version } = (await site.report()) as never as { version: string };
    await signWeek(site, WEEK_END, { version });
  });

  test('a week that is not over, not a week, of a project without a contract, or certified elsewhere', async () => {
    const { site } = await signableSite();
    const [{ ahead } = { ahead: '' }] = await db.sql<{ ahead: string }[]>`
      select private.week_end_of(private.company_today(${site.companyId}), 0)::text as ahead`;
    await expect(signWeek(site, ahead)).rejects.toMatchObject({ hint: 'week_not_over' });
    await expect(signWeek(site, '2026-03-14')).rejects.toMatchObject({ hint: 'not_a_week_end' });
    await expect(
      as(
        db.sql,
        site.owner,
        (tx) => tx`select sign_certified_payroll(${randomUUID()}, ${WEEK_END}, 'A', 'B', '{1}')`,
      ),
    ).rejects.toMatchObject({ hint: 'no_public_contract' });
    await db.sql`update public_contracts set first_week_end = '2026-03-22', first_number = 18 where project_id = ${site.project}`;
    await expect(signWeek(site, WEEK_END)).rejects.toMatchObject({ hint: 'week_before_first' });
    const row = await signWeek(site, '2026-03-22', { statements: [1, 2, 3, 6] });
    expect(row).toMatchObject({ number: 18, no_work: true });
  });
});

describe('numbers', () => {
  test('A-22: 1, 2, 3 without work, 4, 5 final; a correction of week 2 keeps number 2', async () => {
    const { site, carpenter, maria } = await signableSite();
    const weeks = [0, 1, 2, 3, 4].map((week) => addDays(WEEK_END, 7 * week));
    for (const week of [1, 3, 4]) {
      await paidWeek(site, maria, carpenter, week);
      await approveWeek(site, maria, weeks[week] as string);
    }
    await expect(signWeek(site, weeks[4] as string)).rejects.toMatchObject({
      hint: 'earlier_week_missing',
      message: expect.stringContaining(WEEK_END),
    });
    for (const [index, weekEnd] of weeks.entries()) {
      const row = await signWeek(site, weekEnd, {
        final: index === 4,
        ...(index === 2 && { statements: [1, 2, 3, 6] }),
      });
      expect(row).toMatchObject({
        number: index + 1,
        revision: 0,
        no_work: index === 2,
        final: index === 4,
      });
    }
    const [, second, third] = await storedOf(site);
    expect(third?.['content'].report.rows).toEqual([]);
    expect(await correct(site, second?.['id'], 'Wrong title')).toMatchObject({
      number: 2,
      revision: 1,
      week_end: weeks[1],
    });
    await expect(
      signWeek(site, addDays(WEEK_END, 35), { statements: [1, 2, 3, 6] }),
    ).rejects.toMatchObject({ hint: 'after_final' });
    expect(
      (await storedOf(site)).map(({ number, revision, final, no_work }) => [
        number,
        revision,
        final,
        no_work,
      ]),
    ).toEqual([
      [1, 0, false, false],
      [2, 0, false, false],
      [2, 1, false, false],
      [3, 0, false, true],
      [4, 0, false, false],
      [5, 0, true, false],
    ]);
    // After the final one nothing is asked for, until it is taken back.
    expect((await weeksOf(site)).map(({ week_end }) => week_end)).toEqual(weeks);
    const last = (await storedOf(site)).at(-1);
    await correct(site, last?.['id'], 'More work was ordered', { final: false });
    const after = await signWeek(site, addDays(WEEK_END, 35), { statements: [1, 2, 3, 6] });
    expect(after).toMatchObject({ number: 6, no_work: true });
  });

  test('weeks without work have none where the contract says so', async () => {
    const { site, carpenter, maria } = await signableSite();
    await db.sql`update public_contracts set no_work_reports = false where project_id = ${site.project}`;
    await paidWeek(site, maria, carpenter, 2);
    await approveWeek(site, maria, addDays(WEEK_END, 14));
    expect((await weeksOf(site)).map(({ week_end, state }) => [week_end, state])).toEqual([
      [WEEK_END, 'ready'],
      [addDays(WEEK_END, 14), 'ready'],
    ]);
    await signWeek(site, WEEK_END);
    await expect(
      signWeek(site, addDays(WEEK_END, 7), { statements: [1, 2, 3, 6] }),
    ).rejects.toMatchObject({ hint: 'no_work_not_reported' });
    expect(await signWeek(site, addDays(WEEK_END, 14))).toMatchObject({ number: 2 });
  });

  test('a week without work before the first is not numbered after it', async () => {
    const { site } = await signableSite();
    await signWeek(site, WEEK_END);
    await expect(
      signWeek(site, addDays(WEEK_END, -7), { statements: [1, 2, 3, 6] }),
    ).rejects.toMatchObject({ hint: 'week_before_first' });
  });

  test('work that is recorded late before the first week takes the next number', async () => {
    const { site, carpenter, maria } = await signableSite();
    await signWeek(site, WEEK_END);
    await paidWeek(site, maria, carpenter, -1);
    const before = addDays(WEEK_END, -7);
    await approveWeek(site, maria, before);
    expect((await weeksOf(site))[0]).toMatchObject({ week_end: before, state: 'ready' });
    await expect(
      signWeek(site, addDays(WEEK_END, 7), { statements: [1, 2, 3, 6] }),
    ).rejects.toMatchObject({ hint: 'earlier_week_missing' });
    expect(await signWeek(site, before)).toMatchObject({ number: 2, revision: 0 });
  });

  test('a final report with work after it is refused', async () => {
    const { site, carpenter, maria } = await signableSite();
    await paidWeek(site, maria, carpenter, 1);
    await expect(signWeek(site, WEEK_END, { final: true })).rejects.toMatchObject({
      hint: 'work_after_final',
    });
    expect(await storedOf(site)).toEqual([]);
  });

  test('two people who sign at once: one does, the other reads who did', async () => {
    const { site } = await signableSite();
    const manager = await site.hire('manager');
    const results = await Promise.allSettled([
      signWeek(site, WEEK_END),
      signWeek(site, WEEK_END, { who: manager, name: 'Max Manager', title: 'Office manager' }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [stored, ...more] = await storedOf(site);
    expect(more).toEqual([]);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({
      hint: 'already_signed',
      message: `${stored?.['signed_name']} signed number 1 of this week already. Correct it if something is wrong.`,
    });
  });

  test('time that is recorded while somebody signs waits, and is a correction then', async () => {
    const { site, carpenter, maria } = await signableSite();
    const late = await site.worker('30.00', { first: 'Lee' });
    const signed = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const signing = as(db.sql, site.owner, async (tx) => {
      await tx`select sign_certified_payroll(${site.project}, ${WEEK_END}, 'Ann Owner', 'President', ${FRINGE_STATEMENTS})`;
      signed.resolve();
      await release.promise;
    });
    await signed.promise;
    const written = site.work(late, 5, '8', { class: carpenter });
    // It waits for the lock of the signature, which is there for all to see.
    await expect
      .poll(async () => {
        const [waiting] =
          await db.sql`select count(*)::int as count from pg_locks l join pg_database d on d.oid = l.database
            where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`;
        return waiting?.['count'];
      })
      .toBe(1);
    release.resolve();
    await signing;
    await written;
    const [stored] = await storedOf(site);
    expect(stored?.['employee_ids']).toEqual([maria]);
    const report = (await site.report()) as never as { rows: object[]; version: string };
    expect(report.rows).toHaveLength(2);
    expect(report.version).not.toBe(stored?.['content'].report.version);
  });
});

describe('a correction', () => {
  test('says what changed in words and figures, and again in the next one', async () => {
    const { site, carpenter, maria } = await signableSite();
    const first = await signWeek(site, WEEK_END, { remarks: 'Two crews.' });
    await as(
      db.sql,
      site.owner,
      (tx) => tx`select unapprove_time(${maria}, '2026-03-09', ${WEEK_END}, 'Forgotten Saturday')`,
    );
    await site.work(maria, 5, '4', { class: carpenter });
    await db.sql`update payroll_facts set gross_all = 1930.00, net = 1699.95 where employee_id = ${maria}`;
    await approveWeek(site, maria, WEEK_END);
    await expect(correct(site, first.id, ' ')).rejects.toMatchObject({
      hint: 'correction_reason_required',
    });
    const second = await correct(site, first.id, 'Saturday was missing');
    expect(second).toMatchObject({
      number: 1,
      revision: 1,
      corrects_id: first.id,
      status: 'signed',
    });
    expect(second.content).toMatchObject({
      reason: 'Saturday was missing',
      remarks: 'Two crews.',
      corrects: { id: first.id, revision: 0, sha256: first.sha256 },
    });
    const changes = second.content.changes as {
      cell: string;
      old: string;
      new: string;
      text: string;
    }[];
    expect(changes.map(({ cell, old, new: is }) => [cell, old, is])).toEqual([
      ['4 OT 2026-03-14', null, '4.00'],
      ['5', '40.00', '44.00'],
      ['6C', '500.00', '550.00'],
      ['7A', '1700.00', '1930.00'],
      ['7B', '1700.00', '1930.00'],
      ['9', '1469.95', '1699.95'],
    ]);
    expect(changes[3]?.text).toBe(
      'Maria Lopez, Carpenter, gross of this project (7A): 1700.00 → 1930.00',
    );
    await expect(correct(site, first.id, 'Again')).rejects.toMatchObject({
      hint: 'not_newest_revision',
      message: 'Sam Reed corrected this report already. Correct revision 1 instead.',
    });
    const third = await correct(site, second.id, 'Only the title', { title: 'CEO' });
    expect(third).toMatchObject({ revision: 2, signed_title: 'CEO', content: { changes: [] } });
    expect((await storedOf(site))[0]).toMatchObject({ sha256: first.sha256, revision: 0 });
    expect(await weeksOf(site)).toMatchObject([
      { week_end: WEEK_END, number: 1, revision: 2, certified_payroll_id: third.id },
      ...(await weeksOf(site)).slice(1),
    ]);
  });

  test('names rows that came and went', async () => {
    const { site, carpenter, maria } = await signableSite();
    const bob = await site.worker('30.00', { first: 'Bob', last: 'Adams' });
    await site.usual(bob, carpenter, null);
    await paidWeek(site, bob, carpenter, 0);
    await approveWeek(site, bob, WEEK_END);
    const first = await signWeek(site, WEEK_END);
    expect(first.employee_ids.toSorted()).toEqual([bob, maria].toSorted());
    await as(
      db.sql,
      site.owner,
      (tx) => tx`select unapprove_time(${bob}, '2026-03-09', ${WEEK_END}, 'Not on this site')`,
    );
    await db.sql`delete from time_entries where employee_id = ${bob}`;
    const second = await correct(site, first.id, 'Bob was on another site');
    const changes = second.content.changes as { name: string; cell: string; new: string | null }[];
    expect(changes.filter(({ name }) => name !== 'Bob Adams')).toEqual([]);
    expect(changes).toContainEqual(
      expect.objectContaining({ cell: '7A', old: '1700.00', new: null, name: 'Bob Adams' }),
    );
  });

  test('A-16: restitution stands in the report of the same number', async () => {
    const { site, carpenter, maria } = await signableSite({ topUp: false });
    const first = await signWeek(site, WEEK_END);
    await db.sql`update work_classifications set base_rate = 34.15 where id = ${carpenter}`;
    await expect(correct(site, first.id, 'Base was wrong')).rejects.toMatchObject({
      hint: 'report_has_errors',
      message: expect.stringContaining('166.00 less than due'),
    });
    const id = randomUUID();
    await as(db.sql, site.owner, async (tx) => {
      await tx`select post_restitution(${id}, ${maria}, ${site.project}, ${WEEK_END}, 'Wrong base', '2026-03-20')`;
      await tx`select record_restitution_payment(${id}, '2026-03-27', 'Check 1042')`;
    });
    const second = await correct(site, first.id, 'Base was wrong');
    expect(second).toMatchObject({ number: 1, revision: 1 });
    expect(second.content.report.restitutions).toMatchObject([
      { employee_id: maria, entry: 1, amount: '166.00', base: '166.00', paid_on: '2026-03-27' },
    ]);
    expect(second.content.report.header.remarks).toBe(
      `Restitution, week ending ${WEEK_END}: Maria Lopez, gross 166.00 (base 166.00, fringe 0.00, overtime premium 0.00), paid 2026-03-27, Check 1042.`,
    );
    expect(second.content.changes).toContainEqual(
      expect.objectContaining({ cell: 'restitution', old: null, new: '166.00' }),
    );
  });

  test('two at once: one is signed', async () => {
    const { site } = await signableSite();
    const first = await signWeek(site, WEEK_END);
    const results = await Promise.allSettled([
      correct(site, first.id, 'One'),
      correct(site, first.id, 'Two'),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({
      hint: 'not_newest_revision',
    });
    expect((await storedOf(site)).map(({ revision }) => revision)).toEqual([0, 1]);
  });
});

describe('handing in', () => {
  test('any number of times; the first counts, the latest reference shows', async () => {
    const { site } = await signableSite();
    const row = await signWeek(site, WEEK_END);
    await expect(deliver(site, row.id, 'pigeon', null)).rejects.toMatchObject({
      hint: 'delivery_channel_unknown',
    });
    await expect(deliver(site, randomUUID(), 'mail', null)).rejects.toMatchObject({
      hint: 'not_found',
    });
    const first = await deliver(site, row.id, 'mail', null);
    expect(first).toMatchObject({ status: 'delivered', delivery_reference: null });
    const second = await deliver(site, row.id, 'portal', ' DIR-778 ');
    expect(second).toMatchObject({
      delivered_at: first['delivered_at'],
      delivery_reference: 'DIR-778',
      sha256: row.sha256,
    });
    const deliveries =
      await db.sql`select channel, reference, created_by from certified_payroll_deliveries where certified_payroll_id = ${row.id} order by delivered_at`;
    expect(deliveries).toEqual([
      { channel: 'mail', reference: null, created_by: site.owner.userId },
      { channel: 'portal', reference: 'DIR-778', created_by: site.owner.userId },
    ]);
    // A corrected one is handed in anew; that the first was late stays.
    const corrected = await correct(site, row.id, 'Again');
    expect((await weeksOf(site))[0]).toMatchObject({ state: 'signed', is_late: true });
    await deliver(site, corrected.id, 'paper', null);
    expect((await weeksOf(site))[0]).toMatchObject({ state: 'delivered', is_late: true });
  });

  test('late is later than seven days after the pay day of most people', async () => {
    const { site, maria } = await signableSite();
    expect((await weeksOf(site))[0]).toMatchObject({ due_on: '2026-03-27', is_late: true });
    await db.sql`update payroll_facts set paid_on = '2026-03-18' where employee_id = ${maria}`;
    expect((await weeksOf(site))[0]).toMatchObject({ due_on: '2026-03-25' });
    const codes = async () => (await site.report()).checks.map(({ code }) => code);
    expect(await codes()).toContain('delivery_overdue');
    const row = await signWeek(site, WEEK_END);
    await deliver(site, row.id, 'paper', null);
    expect(await codes()).toContain('delivered_late');
    expect(await codes()).not.toContain('delivery_overdue');
  });

  test('a day is between the signature and today', async () => {
    const { site } = await signableSite();
    const row = await signWeek(site, WEEK_END);
    for (const day of ['2026-03-20', '2199-01-01'])
      await expect(deliver(site, row.id, 'paper', null, day)).rejects.toMatchObject({
        hint: 'delivery_day_wrong',
      });
  });
});

describe('weeks', () => {
  test('each says how far it is; the calendar has what is open', async () => {
    const { site, carpenter, maria } = await signableSite();
    await paidWeek(site, maria, carpenter, 1);
    // Over midnight into the third week.
    await site.work(maria, 13, '8', { class: carpenter, from: '20:00' });
    const states = async () =>
      (await weeksOf(site))
        .slice(0, 4)
        .map(({ week_end, state, has_work, number }) => [week_end, state, has_work, number]);
    expect(await states()).toEqual([
      [WEEK_END, 'ready', true, null],
      ['2026-03-22', 'not_approved', true, null],
      ['2026-03-29', 'not_approved', true, null],
      ['2026-04-05', 'missing', false, null],
    ]);
    const report = await site.report('2026-03-29');
    expect(report.header).toMatchObject({ number: 3, missing_weeks: [WEEK_END, '2026-03-22'] });
    expect(report.checks).toContainEqual(
      expect.objectContaining({
        code: 'payroll_number_gap',
        figures: [WEEK_END, '2026-03-22'],
      }),
    );
    const row = await signWeek(site, WEEK_END);
    expect((await states())[0]).toEqual([WEEK_END, 'signed', true, 1]);
    const calendar = () =>
      as(
        db.sql,
        site.owner,
        (tx) => tx`select *, week_end::text as week_end from certified_payroll_calendar()`,
      );
    expect((await calendar())[0]).toMatchObject({
      project_id: site.project,
      project_name: 'Harbor school',
      week_end: WEEK_END,
      state: 'signed',
    });
    await deliver(site, row.id, 'mail', null);
    expect((await calendar()).map(({ week_end }) => week_end)).not.toContain(WEEK_END);
    // The week that runs is there and cannot be signed yet.
    expect((await weeksOf(site)).at(-1)).toMatchObject({ is_over: false, state: 'not_approved' });
    await db.sql`update projects set status = 'completed' where id = ${site.project}`;
    expect((await weeksOf(site)).at(-1)).toMatchObject({ week_end: '2026-03-29' });
  });
});

describe('who', () => {
  test('foremen, workers, leavers, other companies, kiosks and visitors sign and see nothing', async () => {
    const { site } = await signableSite();
    const row = await signWeek(site, WEEK_END);
    const foreman = await site.hire('foreman');
    const employee = await site.hire('employee');
    const leaver = await site.hire('manager');
    await as(db.sql, site.owner, (tx) => tx`select deactivate_employee(${leaver.employeeId})`);
    const others = await makeCompany(db.sql, 'Others');
    const kiosk = { userId: randomUUID() } as Person;
    await db.sql`insert into auth.users (id, aud, role, is_anonymous) values (${kiosk.userId}, 'authenticated', 'authenticated', true)`;
    const people = [foreman, employee, leaver, kiosk, others.owner, 'anon'] as const;
    const attempts: readonly ((tx: Tx) => Promise<unknown>)[] = [
      (tx) =>
        tx`select sign_certified_payroll(${site.project}, '2026-03-22', 'Eve', 'Thief', '{1,2,3,6}')`,
      (tx) => tx`select correct_certified_payroll(${row.id}, 'Try', 'Eve', 'Thief')`,
      (tx) => tx`select record_certified_payroll_delivery(${row.id}, 'mail', 'X')`,
      (tx) => tx`select * from certified_payroll_weeks(${site.project})`,
      (tx) =>
        tx`insert into certified_payrolls (company_id, project_id, week_end, number, signed_text, signed_name, signed_title)
          values (${site.companyId}, ${site.project}, '2026-03-22', 2, '{}', 'Eve', 'Thief')`,
    ];
    for (const who of people) {
      for (const attempt of attempts) await expect(as(db.sql, who, attempt)).rejects.toBeDefined();
      for (const read of [
        (tx: Tx) => tx`select * from certified_payrolls`,
        (tx: Tx) => tx`select * from certified_payroll_deliveries`,
        (tx: Tx) => tx`select * from certified_payroll_calendar()`,
        (tx: Tx) => tx`select * from my_certified_payrolls()`,
      ])
        expect(await as(db.sql, who, read).catch(() => [])).toEqual([]);
    }
    const stored = await storedOf(site);
    expect(stored).toMatchObject([{ id: row.id, status: 'signed', revision: 0 }]);
  });

  test('a worker sees the reports with their own rows, and nobody else in them', async () => {
    const { site, carpenter } = await signableSite();
    const worker = await site.hire('employee');
    await db.sql`update employees set employee_number = '1042' where id = ${worker.employeeId}`;
    await site.usual(worker.employeeId, carpenter, null);
    await paidWeek(site, worker.employeeId, carpenter, 0);
    await approveWeek(site, worker.employeeId, WEEK_END);
    const mine = () =>
      as(
        db.sql,
        worker,
        (tx) => tx`select *, week_end::text as week_end from my_certified_payrolls()`,
      );
    expect(await mine()).toEqual([]);
    const row = await signWeek(site, WEEK_END);
    const [seen, ...more] = await mine();
    expect(more).toEqual([]);
    expect(seen).toMatchObject({
      certified_payroll_id: row.id,
      project_name: 'Harbor school',
      week_end: WEEK_END,
      number: 1,
      newest: true,
      signed_name: 'Ann Owner',
      sha256: row.sha256,
      own_rows: [{ employee_id: worker.employeeId, gross_project: '1700.00' }],
    });
    expect(JSON.stringify(seen)).not.toContain('Maria');
    await correct(site, row.id, 'Title');
    expect((await mine()).map(({ revision, newest }) => [revision, newest])).toEqual([
      [1, true],
      [0, false],
    ]);
    await db.sql`update companies set own_rate_visible = false where id = ${site.companyId}`;
    const [hidden] = await mine();
    expect(hidden?.['own_rows'][0]).toMatchObject({ total: '40.00', classification: 'Carpenter' });
    expect(JSON.stringify(hidden)).not.toMatch(/1700|30\.00|1469/);
  });

  test('managers sign, unless the owner named others', async () => {
    const { site } = await signableSite();
    const [first, second] = [await site.hire('manager'), await site.hire('manager')];
    await as(
      db.sql,
      site.owner,
      (tx) =>
        tx`insert into contractor_details (signers) values (array[${first.employeeId}]::uuid[])`,
    );
    await expect(signWeek(site, WEEK_END, { who: second })).rejects.toMatchObject({
      hint: 'not_a_signer',
    });
    expect(await signWeek(site, WEEK_END, { who: first })).toMatchObject({
      signed_by: first.userId,
    });
  });

  test('somebody with a second factor gives it again to sign', async () => {
    const { site } = await signableSite();
    await db.sql`insert into auth.mfa_factors (id, user_id, factor_type, status)
      values (${randomUUID()}, ${site.owner.userId}, 'totp', 'verified')`;
    const now = Math.floor(Date.now() / 1000);
    const signAs = (claims: object) =>
      db.sql.begin(async (tx) => {
        const all = { role: 'authenticated', sub: site.owner.userId, ...claims };
        await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify(all)}, true)`;
        return tx`select (sign_certified_payroll(${site.project}, ${WEEK_END}, 'Ann Owner', 'President', ${FRINGE_STATEMENTS})).number`;
      });
    await expect(signAs({ aal: 'aal1' })).rejects.toMatchObject({ hint: 'second_factor_required' });
    for (const amr of [
      undefined,
      'totp',
      [],
      [{ method: 'password', timestamp: now }],
      [{ method: 'totp', timestamp: now - 901 }],
    ])
      await expect(signAs({ aal: 'aal2', amr })).rejects.toMatchObject({
        hint: 'second_factor_again',
      });
    expect(await storedOf(site)).toEqual([]);
    expect(await signAs({ aal: 'aal2', amr: [{ method: 'totp', timestamp: now - 60 }] })).toEqual([
      { number: 1 },
    ]);
  });
});

test('details of the contractor are read by managers, written by owners, and stand in the header', async () => {
  const { site } = await signableSite();
  const manager = await site.hire('manager');
  const foreman = await site.hire('foreman');
  const details = {
    legal_name: 'Harbor Builders, Inc.',
    street: '1 Dock St',
    city: 'Salem',
    state: 'ma',
    zip: '01970',
    fein: '12-3456789',
    license_type: 'CSLB',
    license_number: '998877',
    pwcr: '1000012345',
  };
  const write = (who: Person) =>
    as(
      db.sql,
      who,
      (tx) => tx`insert into contractor_details ${tx(details as never)} returning id`,
    );
  await expect(write(manager)).rejects.toMatchObject({ code: '42501' });
  await write(site.owner);
  expect(await as(db.sql, manager, (tx) => tx`select fein, state from contractor_details`)).toEqual(
    [{ fein: '123456789', state: 'MA' }],
  );
  const stranger = await signUp(db.sql);
  for (const who of [foreman, stranger])
    expect(await as(db.sql, who, (tx) => tx`select * from contractor_details`)).toEqual([]);
  for (const wrong of [
    { fein: '1234' },
    { pwcr: '12' },
    { zip: 'A1' },
    { state: 'Mass' },
    { email: 'nobody' },
    { license_type: 'X' },
  ])
    await expect(
      as(db.sql, site.owner, (tx) => tx`update contractor_details set ${tx(wrong as never)}`),
    ).rejects.toMatchObject({ code: '23514' });
  await expect(write(site.owner)).rejects.toMatchObject({ code: '23505' });
  expect((await site.report()).header).toMatchObject({
    business_name: 'Harbor Builders, Inc.',
    business_address: '1 Dock St, Salem, MA 01970',
    contractor: { fein: '123456789', pwcr: '1000012345', license_number: '998877' },
  });
});

test('managers are reminded before a report is due and when it is late, once each', async () => {
  const { site, maria } = await signableSite();
  const manager = await hire(db.sql, site.owner, 'manager');
  const foreman = await hire(db.sql, site.owner, 'foreman');
  await db.sql`update payroll_facts set paid_on = '2026-03-20' where employee_id = ${maria}`;
  const remind = (moment: string) => db.sql`select private.remind_of_certified_payrolls(${moment})`;
  const bell = (who: Person) =>
    db.sql`select template, data, path, read_at is not null as read from notifications where employee_id = ${who.employeeId}
      and event = 'certified_payroll_due' and data ->> 'week_end' = ${WEEK_END} order by created_at`;
  await remind('2026-03-24 09:00-04');
  await remind('2026-03-25 05:00-04');
  expect(await bell(manager)).toEqual([]);
  await remind('2026-03-25 09:00-04');
  await remind('2026-03-26 09:00-04');
  const due = {
    template: 'certified_payroll_due',
    data: { project_name: 'Harbor school', week: '03/15/2026', day: '03/27/2026', unsigned: true },
    path: `/public-work?tab=certified&project=${site.project}&week=${WEEK_END}`,
  };
  expect(await bell(manager)).toMatchObject([due]);
  const row = await signWeek(site, WEEK_END);
  await remind('2026-03-28 09:00-04');
  await remind('2026-03-29 09:00-04');
  expect(await bell(manager)).toMatchObject([
    due,
    { template: 'certified_payroll_late', data: { signed: true } },
  ]);
  expect(await bell(foreman)).toEqual([]);
  await deliver(site, row.id, 'mail', null);
  expect((await bell(manager)).map(({ read }) => read)).toEqual([true, true]);
  await remind('2026-03-30 09:00-04');
  expect(await bell(manager)).toHaveLength(2);
});
