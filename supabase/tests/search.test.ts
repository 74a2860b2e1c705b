import { describe, expect, test } from 'vitest';
import { repeats } from '../../testing/test-length.ts';
import { as, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();

const find = async (who: Person, words: string, limit = 6) =>
  (await act(who, (tx) => tx`select * from search_records(${words}, ${limit})`)) as unknown as {
    kind: string;
    id: string;
    title: string;
    project_name: string | null;
    folder_id: string | null;
    happened_on: string | null;
  }[];
const titles = async (who: Person, words: string) =>
  (await find(who, words)).map(({ kind, title }) => `${kind} ${title}`);

const project = async (name: string) =>
  (
    await act(us.manager, (tx) => tx`insert into projects (name) values (${name}) returning id`)
  )[0]?.['id'] as string;
const document = async (name: string, fields: object = {}, who = us.manager) =>
  (
    await act(
      who,
      (tx) => tx`insert into documents ${tx({ name, ...fields } as never)} returning id`,
    )
  )[0]?.['id'] as string;

test('finds documents, machines, bulletins, customers and reports by all the words, accents or not', async () => {
  await document('Plan de protección, nivel 2');
  await act(us.manager, async (tx) => {
    await tx`insert into equipment (name, number) values ('Excavator 320', 'E-4')`;
    await tx`insert into customers (name, contact_name) values ('Harborview Health', 'Ana Núñez')`;
    await tx`insert into bulletins (title, body, audience, publish_at) values ('Tower crane inspection', 'Read', '{"everyone": true}', now())`;
    await tx`insert into saved_reports (name, definition) values ('Overtime by crew', '{"rows": ["employee"], "measures": ["hours"], "start_date": "2026-01-01", "end_date": "2026-01-31"}')`;
  });
  expect(await titles(us.manager, 'proteccion NIVEL')).toEqual([
    'document Plan de protección, nivel 2',
  ]);
  expect(await titles(us.employee, 'e-4')).toEqual(['equipment Excavator 320']);
  expect(await titles(us.employee, 'crane tower')).toEqual(['bulletin Tower crane inspection']);
  expect(await titles(us.manager, 'nunez')).toEqual(['customer Harborview Health']);
  expect(await titles(us.manager, 'overtime')).toEqual(['saved_report Overtime by crew']);
  expect(await titles(us.manager, 'proteccion level')).toEqual([]);
  expect(await find(us.manager, '   ')).toEqual([]);
  expect(await find(us.manager, '%')).toEqual([]);
});

test('the newest comes first, and no more than asked for', async () => {
  for (const name of ['Slab pour one', 'Slab pour two', 'Slab pour three']) await document(name);
  expect((await find(us.manager, 'slab pour', 2)).map(({ title }) => title)).toEqual([
    'Slab pour three',
    'Slab pour two',
  ]);
});

test('field reports by number and project, for foremen and above', async () => {
  const site = await project('Quarry Bridge');
  const day = '2026-11-02';
  await act(us.foreman, (tx) => tx`select draft_field_report(${site}, ${day})`);
  const [report] = await find(us.foreman, 'quarry fr-2026');
  expect(report).toMatchObject({ kind: 'field_report', project_name: 'Quarry Bridge' });
  expect(await titles(us.manager, report?.title ?? '')).toContain(`field_report ${report?.title}`);
  expect(await find(us.employee, 'quarry')).toEqual([]);
  expect(await find(them.owner, 'quarry')).toEqual([]);
});

test('nobody finds what they could not open', async () => {
  const site = await project('Closed Yard');
  await act(
    us.manager,
    (tx) =>
      tx`insert into project_members (project_id, employee_id) values (${site}, ${us.colleague.employeeId})`,
  );
  const [folder] = await act(
    us.manager,
    (tx) =>
      tx`insert into folders (name, audience) values ('Office', '{"roles": ["manager"]}') returning id`,
  );
  const gone = await document('Blasting permit, old');
  await document('Blasting permit of the yard', { project_id: site });
  await document('Blasting permit of the office', { folder_id: folder?.['id'] });
  await act(us.manager, (tx) => tx`update documents set deleted_at = now() where id = ${gone}`);
  await act(us.owner, (tx) => tx`select draft_field_report(${site}, '2026-11-03')`);
  await act(
    us.manager,
    (tx) =>
      tx`insert into bulletins (title, body, audience, publish_at) values ('Blasting at noon', 'Read', ${{ employees: [us.colleague.employeeId] } as never}, now())`,
  );
  const foundBy = async (who: Person) => (await titles(who, 'blasting')).sort();
  expect(await foundBy(us.manager)).toEqual([
    'bulletin Blasting at noon',
    'document Blasting permit of the office',
    'document Blasting permit of the yard',
  ]);
  expect(await foundBy(us.colleague)).toEqual([
    'bulletin Blasting at noon',
    'document Blasting permit of the yard',
  ]);
  expect(await foundBy(us.employee)).toEqual([]);
  expect(await foundBy(them.owner)).toEqual([]);
  expect(await titles(us.foreman, 'closed yard')).toEqual([]);
  expect(await titles(us.employee, 'harborview')).toEqual([]);
  await expect(
    as(db.sql, 'anon', (tx) => tx`select * from search_records('blasting')`),
  ).rejects.toThrow(/permission denied/);
});

const ROWS = repeats(1_000_000, 30_000);

describe('with very many documents and reports', () => {
  test('a rare word, a common one and a number read few pages', { timeout: 600_000 }, async () => {
    await db.sql`alter table documents disable trigger user`;
    await db.sql`alter table field_reports disable trigger user`;
    await db.sql`insert into documents (company_id, name, updated_at)
      select ${us.id}, 'Drawing sheet ' || md5(n::text), now() - make_interval(mins => n) from generate_series(1, ${ROWS}::integer) n`;
    const site = await project('Long Viaduct');
    await db.sql`insert into field_reports (company_id, project_id, report_date, number)
      select ${us.id}, ${site}, date '2020-01-01' - n, 'FR-' || extract(year from date '2020-01-01' - n) || '-' || lpad(n::text, 7, '0')
      from generate_series(1, ${Math.round(ROWS / 5)}::integer) n`;
    await db.sql`alter table documents enable trigger user`;
    await db.sql`alter table field_reports enable trigger user`;
    await document('Seismic joint detail');
    await db.sql`vacuum analyze documents, field_reports`;
    for (const [words, who] of [
      ['seismic joint', us.manager],
      ['drawing', us.manager],
      ['drawing sheet', us.employee],
      ['0004711', us.manager],
      ['viaduct', us.foreman],
      ['fr-201', us.manager],
    ] as const) {
      const [row] = await as(db.sql, who, (tx) =>
        tx.unsafe(
          `explain (analyze, buffers, format json) select * from search_records('${words}')`,
        ),
      );
      const plan = row?.['QUERY PLAN'][0].Plan;
      expect(plan['Actual Rows'], words).toBeGreaterThan(0);
      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], words).toBeLessThan(2000);
    }
  });
});
