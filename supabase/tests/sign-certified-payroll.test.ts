import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CertifiedStage, WEEK_END } from './certified-payroll-stage.ts';
import { as, openDatabase } from './world.ts';

const db = await openDatabase();

test('signs a week', async () => {
  const site = await CertifiedStage.open(db.sql);
  const carpenter = await site.classOf({ base: '30.00', fringe: '12.50' });
  const maria = await site.worker('30.00');
  await site.usual(maria, carpenter, null);
  await site.week(maria, ['8', '8', '8', '8', '8'], { class: carpenter });
  await site.facts(maria, {
    gross_all: '1700.00',
    federal_tax: '100.00',
    fica: '130.05',
    net: '1469.95',
  });
  await as(
    db.sql,
    site.owner,
    (tx) => tx`select approve_time(${maria}, '2026-03-09', ${WEEK_END})`,
  );
  const [row] = await as(
    db.sql,
    site.owner,
    (tx) =>
      tx`select * from sign_certified_payroll(${site.project}, ${WEEK_END}, 'Ann Owner', 'President', '{1,2,3,5,6}')`,
  );
  expect(createHash('sha256').update(row?.['signed_text']).digest('hex')).toBe(row?.['sha256']);
});
