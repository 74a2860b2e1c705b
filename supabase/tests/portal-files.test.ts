import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCertifiedPayroll } from '@/entities/certified-payroll/certified-payroll';
import { californiaFile } from '@/features/public-work/report/files/california';
import type { FileResult } from '@/features/public-work/report/files/made-file';
import { newYorkFile } from '@/features/public-work/report/files/new-york';
import { washingtonFile } from '@/features/public-work/report/files/washington';
import { signed } from '@/testing/certified-payroll';
import { extrasFor, IDS, mixedWeek, person, record } from '@/testing/portal-files';
import { findXmllint } from '../../scripts/find-xmllint.ts';
import { CertifiedStage } from './certified-payroll-stage.ts';
import { openDatabase } from './world.ts';

const db = await openDatabase();
const run = promisify(execFile);
const SCHEMAS = path.join(import.meta.dirname, 'agency-schemas');
const FILES = { california: californiaFile, 'new-york': newYorkFile, washington: washingtonFile };
type Portal = keyof typeof FILES;

let xmllint = '';
let folder = '';
beforeAll(async () => {
  xmllint = await findXmllint();
  folder = await mkdtemp(path.join(tmpdir(), 'portal-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
/** What xmllint says against the schema; nothing: the file is valid. */
async function faults(portal: Portal, xml: string): Promise<string> {
  count += 1;
  const file = path.join(folder, `${count}.xml`);
  await writeFile(file, xml);
  const schema = path.join(SCHEMAS, `${portal}.xsd`);
  try {
    await run(xmllint, ['--noout', '--nonet', '--schema', schema, file]);
    return '';
  } catch (error) {
    return String((error as { stderr?: string }).stderr ?? error);
  }
}
const xmlOf = ({ lacks, files }: FileResult): string[] => {
  expect(lacks).toEqual([]);
  return files.map(({ content }) => String(content));
};

describe.each(Object.keys(FILES) as Portal[])('the file for %s', (portal) => {
  const make = FILES[portal];

  test('is as its schema says, with two classes, double time, an apprentice and odd characters', async () => {
    const rows = mixedWeek();
    for (const xml of xmlOf(make(record(rows), extrasFor(rows))))
      expect(await faults(portal, xml)).toBe('');
  });

  test('the schema refuses what the portal would', async () => {
    const rows = mixedWeek();
    const [xml = ''] = xmlOf(make(record(rows), extrasFor(rows)));
    const broken = {
      california: xml.replace('<CPR:projectName/>', ''),
      'new-york': xml.replaceAll('New York', 'NY'),
      washington: xml.replaceAll('<trade>CARP', '<trade>carp'),
    }[portal];
    expect(broken).not.toBe(xml);
    expect(await faults(portal, broken)).toContain('fails to validate');
  });

  test('600 workers', async () => {
    const many = Array.from({ length: 600 }, (_, at) => person(at + 1));
    const files = xmlOf(make(record(many), extrasFor(many)));
    expect(files).toHaveLength(portal === 'washington' ? 1 : 2);
    for (const xml of files) expect(await faults(portal, xml)).toBe('');
  });

  test('a week without work', async () => {
    const made = make(record([]), extrasFor([]));
    expect(made.files).toHaveLength(portal === 'new-york' ? 0 : 1);
    for (const xml of xmlOf(made)) expect(await faults(portal, xml)).toBe('');
  });
});

describe('of a week as the database reports it', () => {
  test('each figure of the files is one of certified_payroll()', async () => {
    const stage = await CertifiedStage.open(db.sql);
    const carpenter = await stage.classOf({ base: '30.00', fringe: '12.50' });
    const laborer = await stage.classOf({ base: '24.00', fringe: '8.00', name: 'Laborer' });
    const worker = await stage.worker('30.00');
    await stage.week(worker, ['8', '8', '8', '8', '8', '6'], { class: carpenter });
    const second = await stage.worker('24.00');
    await stage.plan(second, { cost: '8.00' });
    await stage.week(second, ['10', '10:35', '8', '8:15', '8'], { class: laborer });
    await db.sql`update public_contracts set external_ids = ${db.sql.json(IDS)}, agency = 'Port District', county = 'King'
      where company_id = ${stage.companyId}`;
    const taken = { federal_tax: 100, state_tax: 40.5, fica: 60, medicare: 14.25, sdi: 5 };
    const other = db.sql.json([{ name: 'Union dues', amount: 10 }]);
    await stage.facts(worker, {
      ...taken,
      gross_all: 2045,
      net: 1815.25,
      check_number: '77',
      other,
    });
    await stage.facts(second, {
      ...taken,
      gross_all: 1300,
      net: 1070.25,
      check_number: '78',
      other,
    });
    const report = readCertifiedPayroll(await stage.report());
    const content = signed(report);
    const extras = extrasFor(report.rows);
    const [california = '', newYork = '', washington = ''] = [
      californiaFile(content, extras),
      newYorkFile(content, extras),
      washingtonFile(content, extras),
    ].map((made) => xmlOf(made)[0]);
    expect(await faults('california', california)).toBe('');
    expect(await faults('new-york', newYork)).toBe('');
    expect(await faults('washington', washington)).toBe('');
    const all = (xml: string, name: string) =>
      [...xml.matchAll(new RegExp(`<(?:CPR:)?${name}(?:\\s[^>]*)?>([^<]*)</`, 'g'))].map(
        ([, found]) => found,
      );
    const rows = report.rows;
    expect(rows.length).toBeGreaterThanOrEqual(2);
    const days = (kind: 'st' | 'ot' | 'dt') =>
      rows.flatMap((row) => row.days.map((day) => day[kind]));
    expect(all(california, 'straightTime')).toEqual(days('st'));
    expect(all(california, 'overtime')).toEqual(days('ot'));
    expect(all(california, 'thisProject')).toEqual(rows.map((row) => row.gross_project));
    expect(all(california, 'allWork')).toEqual(rows.map((row) => row.gross_all));
    expect(all(california, 'netWagePaidWeek')).toEqual(rows.map((row) => row.net));
    expect(all(california, 'hrlyPayRateOvertime')).toEqual(rows.map((row) => row.rate_ot));
    expect(all(california, 'total')).toEqual(rows.map((row) => row.deductions?.total));
    expect(all(california, 'dues')).toEqual(rows.map(() => '10.00'));
    expect(all(newYork, 'standardTimeHours')).toEqual(days('st'));
    expect(all(newYork, 'overTimeHours')).toEqual(days('ot'));
    expect(all(newYork, 'deductionsGrossEarnings')).toEqual(rows.map((row) => row.gross_all));
    const regular = [1, 2, 3, 4, 5, 6, 7].map((day) => all(washington, `regularDay${day}Hours`));
    expect(rows.flatMap((_, at) => regular.map((values) => values[at]))).toEqual(days('st'));
    expect(all(washington, 'grossPay')).toEqual(rows.map((row) => row.gross_all));
  });
});
