import { expect, test } from 'vitest';
import { draftRecord, readCertifiedPayroll } from '@/entities/certified-payroll/certified-payroll';
import { wh347Pdf } from '@/features/public-work/report/files/wh347-pdf';
import { partsOf, pdfFonts, readPdf, tableRows } from '@/testing/read-pdf';
import { CertifiedStage } from './certified-payroll-stage.ts';
import { openDatabase } from './world.ts';

const db = await openDatabase();

/** docs/rules/public-work.md: base, fringe, rate, cash, plan; overtime hours; 6A, 6B, 6C, 7A. */
const VECTORS = {
  'A-01': ['30.00', '12.50', '30.00', '0', '12.50', 0, '30.00/45.00', '500.00', '0.00', '1200.00'],
  'A-02': ['30.00', '12.50', '30.00', '0', '12.50', 6, '30.00/45.00', '575.00', '0.00', '1470.00'],
  'A-03': ['30.00', '12.50', '30.00', '12.50', '0', 6, '30.00/45.00', '0.00', '575.00', '2045.00'],
  'A-05a': ['27.00', '14.00', '35.00', '0', '6.00', 4, '35.00/52.50', '264.00', '0.00', '1610.00'],
  'A-06a': ['12.00', '2.50', '12.00', '0', '2.50', 4, '12.00/18.00', '110.00', '0.00', '552.00'],
  'A-06b': ['12.00', '2.50', '10.00', '0', '4.50', 4, '10.00/16.00', '198.00', '0.00', '464.00'],
  'A-07a': ['22.00', '5.00', '22.00', '0', '5.00', 4, '22.00/33.00', '220.00', '0.00', '1012.00'],
  'A-07b': ['22.00', '5.00', '20.00', '7.00', '0', 4, '20.00/31.00', '0.00', '308.00', '1232.00'],
  'A-08': ['27.00', '18.00', '27.00', '0', '18.00', 4, '27.00/40.50', '792.00', '0.00', '1242.00'],
  'A-09a': ['21.93', '6.27', '21.93', '0', '6.27', 0, '21.93/32.90', '250.80', '0.00', '877.20'],
  'A-09b': ['21.93', '6.27', '21.93', '6.27', '0', 0, '21.93/32.90', '0.00', '250.80', '1128.00'],
  'A-09c': [
    '21.93',
    '6.27',
    '21.93',
    '3.07',
    '3.20',
    0,
    '21.93/32.90',
    '128.00',
    '122.80',
    '1000.00',
  ],
  'A-18': ['33.00', '12.50', '33.00', '0', '12.50', 4, '33.00/49.50', '550.00', '0.00', '1518.00'],
} as const;

const FORTY = ['8', '8', '8', '8', '8'];

test('a report of every vector, printed and read back', async () => {
  const site = await CertifiedStage.open(db.sql);
  for (const [id, [base, fringe, rate, cash, plan, over]] of Object.entries(VECTORS)) {
    const craft = await site.classOf({ base, fringe, name: `Craft ${id}` });
    const person = await site.worker(rate, { last: id });
    await site.usual(person, craft, cash);
    if (plan !== '0') await site.plan(person, { cost: plan, name: `Plan ${id}` });
    await site.week(person, over > 0 ? [...FORTY, String(over)] : FORTY, { class: craft });
  }
  // A-10 in one worker with two crafts, A-13a beside somebody paid as a journeyworker (A-13c), A-12 and A-19.
  const painter = await site.classOf({ base: '10.00', fringe: '3.00', name: 'Painter' });
  const electrician = await site.classOf({ base: '12.00', fringe: '2.50', name: 'Electrician' });
  const both = await site.worker('10.00', { last: 'A-10' });
  await site.plan(both, { cost: '3.00', to: '2026-03-11', name: 'Painters' });
  await site.plan(both, { cost: '2.50', from: '2026-03-12', name: 'Electricians' });
  await site.week(both, ['8', '8', '8'], { class: painter });
  await site.week(both, ['0', '0', '0', '8', '8', '4'], { class: electrician });
  const carpenter = await site.classOf({ base: '40.00', fringe: '15.00' });
  for (const [last, rate, cost] of [
    ['A-13c', '40.00', '15.00'],
    ['A-13a', '24.00', '9.00'],
  ] as const) {
    const person = await site.worker(rate, { last });
    await site.plan(person, { cost, name: last });
    await site.week(person, [...FORTY, '2'], { class: carpenter });
    if (last === 'A-13a') await site.apprentice(person, { percent: 60, fringe: 60 });
  }
  const uneven = await site.worker('36.8525', { last: 'A-12' });
  const mason = await site.classOf({ base: '30.00', name: 'Mason' });
  await site.week(uneven, ['9:27', '9:27', '9:27', '9:27', '9:27'], { class: mason });

  const report = readCertifiedPayroll(await site.report());
  const file = await wh347Pdf(draftRecord(report), { layout: '2025', paper: 'letter' }, pdfFonts);
  const pages = await readPdf(file);
  const rows = pages
    .flatMap(({ root }) => partsOf(root, 'Table').slice(0, 1))
    .flatMap(tableRows)
    .map((cells) => cells.map(({ text }) => text));
  // The upper line of a worker begins with the number, the lower one with OT.
  const printed = rows.flatMap((upper, index) => {
    const lower = rows[index + 1];
    if (upper[7] !== 'ST' || lower?.[0] !== 'OT') return [];
    const [entry, last, , , , kind, craft] = upper;
    const cells = [`${upper[16]}/${lower[9]}`, ...upper.slice(17, 20)];
    return [{ entry, last, kind, craft, hours: [upper[15], lower[8]], cells }];
  });
  expect(
    printed.map(({ entry, craft, hours }) => [entry, craft?.replaceAll(' ', ''), ...hours]),
  ).toEqual(
    report.rows.map((row) => [
      String(row.entry),
      row.classification?.replaceAll(' ', ''),
      row.total_st,
      row.total_ot,
    ]),
  );
  for (const [id, vector] of Object.entries(VECTORS)) {
    expect([id, printed.find(({ last }) => last === id)?.cells]).toEqual([id, vector.slice(6)]);
  }
  const cellsOf = (id: string) =>
    printed.filter(({ last }) => last === id).map(({ cells }) => cells);
  expect(cellsOf('A-10')).toEqual([
    ['10.00/15.00', '72.00', '0.00', '240.00'],
    ['12.00/17.46', '50.00', '0.00', '261.82'],
  ]);
  expect(cellsOf('A-13c')).toEqual([['40.00/60.00', '630.00', '0.00', '1720.00']]);
  expect(cellsOf('A-13a')).toEqual([['24.00/36.00', '378.00', '0.00', '1032.00']]);
  expect(printed.find(({ last }) => last === 'A-13a')?.kind).toBe('RA 3rd period 60 %');
  expect(cellsOf('A-12')).toEqual([['36.85/55.28', '0.00', '0.00', '1874.87']]);
});
