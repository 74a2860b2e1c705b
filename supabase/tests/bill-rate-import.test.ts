import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openCompany } from './world.ts';

const { db, us, act } = await openCompany();

const bring = async (rows: object[]) => {
  const results = await act(
    us.manager,
    (tx) =>
      tx`select * from import_rows('bill_rates', ${tx.json(rows as never)}, false, ${randomUUID()})`,
  );
  return results.map((row) => row['result']);
};

test('a list of bill rates is imported by names, once', async () => {
  await db.sql`insert into equipment_classes (company_id, name) values (${us.id}, 'Lift')`;
  const rows = [
    { trade: 'Mason', rate: '66', overtime_rate: '99', from_date: '2026-01-01' },
    { equipment_class: 'lift', rate: '64.00', from_date: '2026-01-01' },
    { trade: 'Mason', project: 'Harbor Point', rate: '70', from_date: '2026-01-01' },
  ];
  expect(await bring(rows)).toEqual(['new', 'new', 'new']);
  expect(await bring(rows)).toEqual(['same', 'same', 'same']);
  expect(await bring([{ trade: 'Mason', rate: '-1' }, { rate: '5' }])).toEqual(['error', 'error']);
  expect(await db.sql`select from bill_rates where company_id = ${us.id}`).toHaveLength(3);
});
