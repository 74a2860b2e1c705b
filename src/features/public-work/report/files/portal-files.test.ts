import { describe, expect, test } from 'vitest';
import { draftRecord } from '@/entities/certified-payroll/certified-payroll';
import { californiaFile } from '@/features/public-work/report/files/california';
import { FORMATS, formatsFor } from '@/features/public-work/report/files/formats';
import { LCP_COLUMNS, lcptrackerFile } from '@/features/public-work/report/files/lcptracker';
import { newYorkFile } from '@/features/public-work/report/files/new-york';
import { washingtonFile } from '@/features/public-work/report/files/washington';
import { splitRows } from '@/lib/delimited-text';
import { extrasFor, localWorker, mixedWeek, person, record } from '@/testing/portal-files';

const rows = mixedWeek();
const text = (result: { files: readonly { content: unknown }[] }, at = 0) =>
  String(result.files[at]?.content);
const all = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<(?:CPR:)?${name}(?:\\s[^>]*)?>([^<]*)<`, 'g'))].map(
    ([, found]) => found,
  );

describe('California', () => {
  const result = californiaFile(record(rows), extrasFor(rows));
  const xml = text(result);

  test('is called by the last four of the FEIN, the project and the week', () => {
    expect(result.files.map(({ name }) => name)).toEqual(['6789_100045_031526.xml']);
  });

  test('elements that the DIR fills in are there and empty', () => {
    for (const name of [
      'awardingBody',
      'contractAgencyID',
      'projectName',
      'payrollNum',
      'amendmentNum',
      'description',
      'county',
    ])
      expect(xml).toContain(`<CPR:${name}/>`);
  });

  test('an element for each worker and class, with one number', () => {
    const number = localWorker(1).ssn;
    expect(all(xml, 'ssn')).toEqual([number, number, localWorker(2).ssn]);
    expect(all(xml, 'workClass')).toEqual(['Carpenter', 'Laborer', 'Carpenter']);
    expect(xml).toContain(`id="${number}::JOSÉ &quot;PEPE&quot; O’NEIL &amp; &lt;SÖHNE&gt;"`);
  });

  test('deductions add up to the total, and net is gross less it', () => {
    const block = xml.slice(xml.indexOf('<CPR:deductionsContribPay>'), xml.indexOf('<CPR:total>'));
    const cents = [...block.matchAll(/>(\d+\.\d\d)</g)].map(([, amount]) =>
      Math.round(Number(amount) * 100),
    );
    expect(cents.reduce((sum, value) => sum + value, 0)).toBe(30_230);
    expect(all(xml, 'dues')[0]).toBe('20.50');
    expect(all(xml, 'total')[0]).toBe('302.30');
    expect(all(xml, 'netWagePaidWeek')[0]).toBe('897.70');
    expect(all(xml, 'notes')[0]).toContain('health and welfare 300.00, pension 200.00');
  });

  test('a subcontractor names the prime, a week without work says so', () => {
    const sub = record([], { contractor_role: 'sub', prime_name: 'Big Build Inc' });
    const made = text(californiaFile(sub, extrasFor([])));
    expect(all(made, 'contractAgency')).toEqual(['Big Build Inc']);
    expect(all(made, 'statementOfNP')).toEqual(['true']);
    expect(made).toContain('<CPR:employees/>');
  });

  test('600 workers are two files of at most 500', () => {
    const many = Array.from({ length: 600 }, (_, at) => person(at + 1));
    const made = californiaFile(record(many), extrasFor(many));
    expect(made.files.map(({ name }) => name)).toEqual([
      '6789_100045_031526_1of2.xml',
      '6789_100045_031526_2of2.xml',
    ]);
    expect(made.notes).toContain('split');
    expect([0, 1].map((at) => all(text(made, at), 'ssn').length)).toEqual([500, 100]);
  });

  test('says all that is lacking, and makes nothing', () => {
    const made = californiaFile(
      record([person(1, { deductions: null, net: null, check_number: null })], {
        external_ids: {},
      }),
      {},
    );
    expect(made.files).toEqual([]);
    expect(made.lacks).toEqual(
      expect.arrayContaining([
        { place: 'contractor', field: 'fein' },
        { place: 'contractor', field: 'license_number' },
        { place: 'contract', field: 'dir_project_id' },
        { place: 'workers', field: 'ssn', who: 'Maria Núñez 1' },
        { place: 'workers', field: 'exemptions', who: 'Maria Núñez 1' },
        { place: 'facts', field: 'deductions', who: 'Maria Núñez 1' },
        { place: 'facts', field: 'checkNumber', who: 'Maria Núñez 1' },
      ]),
    );
  });

  test('a number that nobody can have is lacking, and a draft is called one', () => {
    const one = [person(1)];
    const workers = new Map([[one[0]?.employee_id ?? '', { ...localWorker(1), ssn: '666121234' }]]);
    expect(californiaFile(record(one), { ...extrasFor(one), workers }).lacks).toEqual([
      { place: 'workers', field: 'ssn', who: 'Maria Núñez 1' },
    ]);
    const draft = californiaFile(draftRecord(record(one).report), extrasFor(one));
    expect(draft.files[0]?.name).toBe('DRAFT_6789_100045_031526.xml');
  });
});

describe('New York', () => {
  const xml = text(newYorkFile(record(rows), extrasFor(rows)));

  test('full names of states, dates as they want them, no namespace', () => {
    expect(all(xml, 'state')).toEqual(['New York', 'New York']);
    expect(all(xml, 'weekEndingDate')).toEqual(['2026-03-15T00:00:00.000Z']);
    expect(xml).not.toContain('xmlns=');
    expect(all(xml, 'nysRegisteredApprentice')).toEqual(['false', 'true']);
  });

  test('the last four digits, or the date of birth where only an employee number is known', () => {
    expect(all(xml, 'ssnLast4')).toEqual(['1001', '1002']);
    const one = [person(1, { is_last_four: false })];
    const born = { ...localWorker(1), ssn: undefined } as never;
    const made = text(
      newYorkFile(record(one), {
        ...extrasFor(one),
        workers: new Map([[one[0]?.employee_id ?? '', born]]),
      }),
    );
    expect(all(made, 'ssnLast4')).toEqual([]);
    expect(all(made, 'dateOfBirth')).toEqual(['1988-02-29']);
  });

  test('double time is a work week at its own rate', () => {
    expect(all(xml, 'otHourlyRate')).toEqual(['45.00', '42.00', '56.00', '45.00']);
    const hours = all(xml, 'overTimeHours').map(Number);
    expect(hours.reduce((sum, value) => sum + value, 0)).toBe(6.25);
  });

  test('no file for a week without work or a correction, with the reason', () => {
    expect(newYorkFile(record([]), {})).toMatchObject({ refused: 'nyNoWork', files: [] });
    expect(newYorkFile(record(rows, { revision: 1 }), extrasFor(rows))).toMatchObject({
      refused: 'nyCorrection',
      files: [],
    });
  });

  test('a class without its category is named once', () => {
    const made = newYorkFile(record(rows), { ...extrasFor(rows), codes: {} });
    expect(made.lacks).toEqual([
      { place: 'codes', field: 'work_category', who: 'Carpenter' },
      { place: 'codes', field: 'work_category', who: 'Laborer' },
    ]);
  });
});

describe('Washington', () => {
  const xml = text(washingtonFile(record(rows), extrasFor(rows)));

  test('county by its name, trade by its code, benefits by the hour', () => {
    expect(all(xml, 'county')).toEqual(['King', 'King', 'King']);
    expect(all(xml, 'trade')).toEqual(['CARP', 'LABO', 'CARP']);
    expect(all(xml, 'hourlyMedicalAmt')).toEqual(['7.50', '0.00', '7.50']);
    expect(all(xml, 'benefitHourlyAmt')).toEqual(['10.00']);
    expect(all(xml, 'apprenticeFlg')).toEqual(['false', 'false', 'true']);
    expect(all(xml, 'doubletimeDay7Hours')).toEqual(['0.00', '4.00', '0.00']);
    expect(all(xml, 'taxWitholding')).toEqual(['165.00', '165.00']);
  });

  test('a week without work has no employees', () => {
    const made = text(washingtonFile(record([]), {}));
    expect(all(made, 'noWorkPerformFlag')).toEqual(['true']);
    expect(made).not.toContain('<employees');
  });
});

describe('LCPtracker', () => {
  test('a line for each worker and class, read back as it was', async () => {
    const made = await lcptrackerFile(record(rows), extrasFor(rows), 'csv');
    const [headings, ...lines] = splitRows(text(made).trimEnd(), ',').map(({ cells }) => cells);
    expect(headings).toEqual(LCP_COLUMNS);
    const cell = (line: number, name: string) => lines[line]?.[LCP_COLUMNS.indexOf(name)];
    expect(lines).toHaveLength(3);
    expect(cell(0, 'week_end_date')).toBe('03/15/2026');
    expect(cell(1, 'ov_hrsx2_date7')).toBe('4.00');
    expect(cell(1, 'wages_paid_in_lieu_of_fringes')).toBe('62.50');
    expect(cell(0, 'ep_haw')).toBe('300.00');
    expect(cell(0, 'last_name')).toBe('O’Neil & <Söhne>');
    expect(cell(2, 'apprentice_id')).toBe('MA-2231');
    expect(cell(0, 'dts_other')).toBe('25.00');
  });

  test('needs no list where people have numbers, and no file where nobody worked', async () => {
    const { workers: _list, ...extras } = extrasFor(rows);
    const numbers = new Map(rows.map(({ employee_id }) => [employee_id, 'E-7']));
    const made = await lcptrackerFile(
      record(rows),
      { ...extras, employeeNumbers: numbers },
      'xlsx',
    );
    expect(made.lacks).toEqual([]);
    expect((await lcptrackerFile(record(rows), extras, 'csv')).lacks).toContainEqual({
      place: 'workers',
      field: 'ssnOrNumber',
      who: 'Maria Núñez 2',
    });
    expect(await lcptrackerFile(record([]), extras, 'csv')).toMatchObject({ refused: 'lcpNoWork' });
  });
});

test('files of the contract’s own state are offered, and LCPtracker everywhere', () => {
  expect(FORMATS.map(({ id }) => id)).toEqual(['ca', 'ny', 'wa', 'lcp-xlsx', 'lcp-csv']);
  expect(formatsFor('ca').map(({ id }) => id)).toEqual(['ca', 'lcp-xlsx', 'lcp-csv']);
  expect(formatsFor('federal').map(({ id }) => id)).toEqual(['lcp-xlsx', 'lcp-csv']);
});
