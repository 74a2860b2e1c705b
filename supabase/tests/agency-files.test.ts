import { describe, expect, test } from 'vitest';
import { as, openCompanies, type Person } from './world.ts';

const { db, us, them } = await openCompanies();

type Who = Person | 'anon';

const template = { version: 1, columns: [{ header: 'Name', value: 'name' }] };
const addTemplate = (who: Who, name: string, content: unknown = template) =>
  as(
    db.sql,
    who,
    (tx) =>
      tx`insert into file_templates (name, content) values (${name}, ${tx.json(content as never)}) returning id`,
  );
const addCodes = (who: Who, codes: unknown, projectId = us.project, classification = 'Carpenter') =>
  as(
    db.sql,
    who,
    (tx) =>
      tx`insert into portal_codes (project_id, format, classification, codes) values (${projectId}, 'lcptracker', ${classification}, ${tx.json(codes as never)}) returning id`,
  );
const stored = async (table: 'file_templates' | 'portal_codes') =>
  db.sql`select * from ${db.sql(table)} where company_id in (${us.id}, ${them.id}) order by id`;

describe('templates of agency files', () => {
  test('managers add, change and delete them; others neither read nor write', async () => {
    const [row] = await addTemplate(us.manager, 'Tollway sheet');
    const id = row?.['id'] as string;
    for (const who of [us.foreman, us.employee, us.deactivated, them.owner, 'anon'] as const) {
      const read = as(db.sql, who, (tx) => tx`select id from file_templates where id = ${id}`);
      await (who === 'anon'
        ? expect(read).rejects.toMatchObject({ code: '42501' })
        : expect(read).resolves.toEqual([]));
    }
    for (const who of [us.foreman, us.employee, us.deactivated, 'anon'] as const)
      await expect(addTemplate(who, 'Mine')).rejects.toMatchObject({ code: '42501' });
    const before = await stored('file_templates');
    for (const who of [us.foreman, us.employee, them.manager]) {
      await as(db.sql, who, (tx) => tx`update file_templates set name = 'Theirs' where id = ${id}`);
      await as(db.sql, who, (tx) => tx`delete from file_templates where id = ${id}`);
    }
    expect(await stored('file_templates')).toEqual(before);
    await as(
      db.sql,
      us.owner,
      (tx) => tx`update file_templates set agency = 'Illinois Tollway' where id = ${id}`,
    );
    expect((await stored('file_templates'))[0]).toMatchObject({ agency: 'Illinois Tollway' });
    await as(db.sql, us.manager, (tx) => tx`delete from file_templates where id = ${id}`);
    expect(await stored('file_templates')).toEqual([]);
  });

  test('a name is there once, and content is a list of columns', async () => {
    await addTemplate(us.manager, 'Once');
    await expect(addTemplate(us.owner, 'Once')).rejects.toMatchObject({
      constraint: 'file_templates_name_once',
    });
    await addTemplate(them.owner, 'Once');
    for (const content of [
      [],
      'text',
      {},
      { columns: {} },
      { columns: [] },
      { columns: new Array(201).fill({}) },
      { columns: [{ header: 'x'.repeat(60_001) }] },
    ])
      await expect(addTemplate(us.manager, 'Wrong', content)).rejects.toMatchObject({
        constraint: 'file_templates_content_form',
      });
  });
});

describe('codes of portals', () => {
  test('managers of the company write them, for projects of the company', async () => {
    await addCodes(us.manager, { class_code: 'CARP-J' });
    for (const who of [us.foreman, us.employee, us.deactivated])
      await expect(addCodes(who, {}, us.project, 'Laborer')).rejects.toMatchObject({
        code: '42501',
      });
    for (const [who, projectId] of [
      [them.owner, us.project],
      [us.manager, them.project],
    ] as const)
      await expect(addCodes(who, {}, projectId, 'Laborer')).rejects.toMatchObject({
        code: '23503',
      });
    for (const who of [us.foreman, us.employee, them.owner]) {
      expect(await as(db.sql, who, (tx) => tx`select id from portal_codes`)).toEqual([]);
      await as(db.sql, who, (tx) => tx`update portal_codes set codes = '{}'`);
      await as(db.sql, who, (tx) => tx`delete from portal_codes`);
    }
    expect(await stored('portal_codes')).toMatchObject([{ codes: { class_code: 'CARP-J' } }]);
  });

  test('a class has its codes once, and codes are short texts', async () => {
    await expect(addCodes(us.manager, {})).rejects.toMatchObject({
      constraint: 'portal_codes_once',
    });
    for (const codes of [{ trade: 7 }, { trade: null }, { trade: {} }, { trade: 'x'.repeat(301) }])
      await expect(addCodes(us.manager, codes, us.project, 'Roofer')).rejects.toMatchObject({
        hint: 'portal_code_invalid',
      });
    await expect(addCodes(us.manager, [], us.project, 'Roofer')).rejects.toMatchObject({
      constraint: 'portal_codes_codes_object',
    });
  });

  test('two people at once: the second is told, and one row is left', async () => {
    const both = await Promise.allSettled([
      addCodes(us.manager, { class_code: 'A' }, us.project, 'Mason'),
      addCodes(us.owner, { class_code: 'B' }, us.project, 'Mason'),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const rows = await db.sql`select id from portal_codes where classification = 'Mason'`;
    expect(rows).toHaveLength(1);
  });
});
