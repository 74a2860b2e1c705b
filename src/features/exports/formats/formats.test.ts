import { describe, expect, it } from 'vitest';
import { sage300 } from '@/features/exports/formats/accounting-systems';
import type { FileData } from '@/features/exports/formats/file-data';
import { FORMAT_IDS, type FormatId } from '@/features/exports/formats/format-ids';
import { makePayrollFile } from '@/features/exports/formats/formats';
import { goldenWeek } from '@/features/exports/formats/golden-week.fixture';
import { gusto } from '@/features/exports/formats/gusto';
import { payLeftOut } from '@/features/exports/formats/machine-format';

/** The golden week with the codes usual for the format. */
function week(settings: Record<string, string> = {}, changes: Partial<FileData> = {}): FileData {
  return { ...goldenWeek, ...changes, settings: { ...goldenWeek.settings, ...settings } };
}
const codes = (regularCode: string, overtimeCode: string, doubleCode: string) => ({
  regularCode,
  overtimeCode,
  doubleCode,
});
const USUAL =
  'Co Code,Batch ID,File #,Temp Dept,Rate Code,Reg Hours,O/T Hours,Hours 3 Code,Hours 3 Amount,Hours 4 Code,Hours 4 Amount';
const crlf = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join('');
const tabs = (...lines: string[]) => crlf(...lines).replaceAll('⇥', '\t');

/** The same hours, all at the general rate. */
const oneRate: Partial<FileData> = {
  lines: goldenWeek.lines.map((line) => ({ ...line, rate: 32.5 })),
};

function made(id: FormatId, data: FileData) {
  const outcome = makePayrollFile(id, data);
  if (outcome.kind !== 'file') throw new Error(JSON.stringify(outcome));
  return outcome;
}

describe('the golden week, byte for byte', () => {
  it('as QuickBooks Desktop IIF', () => {
    const file = made('quickbooks-iif', week(codes('Hourly Wage', 'Overtime', 'Double Time')));
    expect(file.name).toBe('payroll_2026-03-09_to_2026-03-15.iif');
    const row = (date: string, job: string, item: string, pay: string, duration: string) =>
      `TIMEACT⇥03/${date}/26⇥${job}⇥Lopez, Maria R⇥${item}⇥${pay}⇥${duration}⇥⇥⇥Y⇥0`;
    expect(file.text).toBe(
      tabs(
        '!TIMERHDR⇥VER⇥REL⇥COMPANYNAME⇥IMPORTEDBEFORE⇥FROMTIMER⇥COMPANYCREATETIME',
        'TIMERHDR⇥8⇥0⇥Acme Builders⇥N⇥Y⇥1243092298',
        '!TIMEACT⇥DATE⇥JOB⇥EMP⇥ITEM⇥PITEM⇥DURATION⇥PROJ⇥NOTE⇥XFERTOPAYROLL⇥BILLINGSTATUS',
        row('09', 'City Hall:Annex', 'Rough carpentry', 'Hourly Wage', '5:00'),
        row('09', 'City Hall:Annex', 'Sheathing', 'Hourly Wage', '3:17'),
        row('10', 'City Hall:Annex', 'Rough carpentry', 'Hourly Wage', '8:00'),
        row('11', 'Depot', 'Cleaning', 'Hourly Wage', '9:33'),
        row('12', 'Depot', 'Concrete forming', 'Hourly Wage', '9:30'),
        row('13', 'City Hall:Annex', 'Rough carpentry', 'Hourly Wage', '4:40'),
        row('13', 'City Hall:Annex', 'Rough carpentry', 'Overtime', '3:10'),
        row('14', 'Depot', 'Cleaning', 'Overtime', '4:10'),
      ),
    );
  });

  it('as ADP Workforce Now', () => {
    const file = made('adp-wfn', week({ doubleCode: 'D', columns: USUAL }, oneRate));
    expect(file.name).toBe('PRABCEPI.csv');
    expect(file.text).toBe(crlf(USUAL, 'ABC,WK260315,000101,,,40.00,7.33,,,,'));
  });

  it('as ADP RUN', () => {
    const file = made('adp-run', week(codes('REG', 'OVT', 'DBL'), oneRate));
    expect(file.name).toBe('Weekly-03092026-03152026.csv');
    expect(file.text).toBe(
      crlf(
        '##GENERIC## V1.0',
        'IID,Pay Frequency,Pay Period Start Date,Pay Period End Date,Employee ID,Earnings Code,Pay Hours,Dollars,Separate Check,Worked In Dept,Rate Code',
        'R1ABC,W,03/09/2026,03/15/2026,000101,REG,40.00,,0,,BASE',
        'R1ABC,W,03/09/2026,03/15/2026,000101,OVT,7.33,,0,,BASE',
      ),
    );
  });

  it('as Gusto hours', () => {
    expect(made('gusto', week({}, oneRate)).text).toBe(
      crlf(
        'last_name,first_name,title,gusto_employee_id,regular_hours,overtime_hours,double_overtime_hours',
        'Lopez,Maria,Carpenter,5G9934,40.00,7.33,',
      ),
    );
  });

  it('as Paychex SPI', () => {
    expect(made('paychex-spi', week(codes('Hourly', 'Overtime', 'Double Time'))).text).toBe(
      crlf(
        'Client ID,Worker ID,Org,Job Number,Pay Component,Rate,Rate Number,Hours,Units,Line Date,Amount,Check Seq Number,Override State,Override Local,Override Local Jurisdiction,Labor Assignment',
        '12345678,101,,P100,Hourly,32.5000,,20.95,,,,,,,,',
        '12345678,101,,P200,Hourly,24.0000,,9.55,,,,,,,,',
        '12345678,101,,P200,Hourly,32.5000,,9.50,,,,,,,,',
        '12345678,101,,P100,Overtime,,,3.17,,,,,,,,',
        '12345678,101,,P200,Overtime,,,4.16,,,,,,,,',
      ),
    );
  });

  it('as Sage 300 CRE', () => {
    expect(made('sage-300', week(codes('REG', 'OT', 'DT'))).text).toBe(
      crlf(
        '3/9/2026,101,P100,,06 10 00,,,,,REG,5,32.5,162.5,',
        '3/9/2026,101,P100,,06 16 00,,,,,REG,3.28,32.5,106.71,',
        '3/10/2026,101,P100,,06 10 00,,,,,REG,8,32.5,260,',
        '3/11/2026,101,P200,,01 74 00,,,,,REG,9.55,24,229.2,',
        '3/12/2026,101,P200,,03 11 00,,,,,REG,9.5,32.5,308.75,',
        '3/13/2026,101,P100,,06 10 00,,,,,REG,4.67,32.5,151.67,',
        '3/13/2026,101,P100,,06 10 00,,,,,OT,3.17,32.5,150.48,',
        '3/14/2026,101,P200,,01 74 00,,,,,OT,4.16,24,162.58,',
      ),
    );
  });

  it('as Spectrum pre-time cards', () => {
    expect(made('spectrum', week(codes('R', 'O', 'D'))).text).toBe(
      crlf(
        'WK260315,101,10,R,5.00,P100,06 10 00,L,03/09/26,Rough carpentry',
        'WK260315,101,10,R,3.28,P100,06 16 00,L,03/09/26,Sheathing',
        'WK260315,101,10,R,8.00,P100,06 10 00,L,03/10/26,Rough carpentry',
        'WK260315,101,10,R,9.55,P200,01 74 00,L,03/11/26,Cleaning',
        'WK260315,101,10,R,9.50,P200,03 11 00,L,03/12/26,Concrete forming',
        'WK260315,101,10,R,4.67,P100,06 10 00,L,03/13/26,Rough carpentry',
        'WK260315,101,10,O,3.17,P100,06 10 00,L,03/13/26,Rough carpentry',
        'WK260315,101,10,O,4.16,P200,01 74 00,L,03/14/26,Cleaning',
      ),
    );
  });

  it('as generic CSV', () => {
    const start = '000101,Lopez,Maria,2026-03';
    const end = 'N,Dan Whitlock,2026-03-16T15:00:00Z,entry';
    expect(made('generic', week()).text).toBe(
      crlf(
        'employee_no,last_name,first_name,work_date,project_no,project_name,cost_code,cost_code_name,classification,pay_code,minutes,hours,rate,straight_pay,premium_pay,total_pay,certified,approved_by,approved_at,entry_id',
        `${start}-09,P100,Annex,06 10 00,Rough carpentry,Carpenter,REG,300,5.00,32.50,162.50,,162.50,${end}-09`,
        `${start}-09,P100,Annex,06 16 00,Sheathing,Carpenter,REG,197,3.28,32.50,106.71,,106.71,${end}-09`,
        `${start}-10,P100,Annex,06 10 00,Rough carpentry,Carpenter,REG,480,8.00,32.50,260.00,,260.00,${end}-10`,
        `${start}-11,P200,Depot,01 74 00,Cleaning,Carpenter,REG,573,9.55,24.00,229.20,,229.20,${end}-11`,
        `${start}-12,P200,Depot,03 11 00,Concrete forming,Carpenter,REG,570,9.50,32.50,308.75,,308.75,${end}-12`,
        `${start}-13,P100,Annex,06 10 00,Rough carpentry,Carpenter,REG,280,4.67,32.50,151.67,,151.67,${end}-13`,
        `${start}-13,P100,Annex,06 10 00,Rough carpentry,Carpenter,OT,190,3.17,32.50,102.92,47.56,150.48,${end}-13`,
        `${start}-14,P200,Depot,01 74 00,Cleaning,Carpenter,OT,250,4.16,24.00,100.00,62.58,162.58,${end}-14`,
      ),
    );
  });
});

describe('what stops a file', () => {
  const everything = { ...codes('R', 'O', 'D') };

  it.each(FORMAT_IDS.filter((id) => id !== 'generic'))(
    'a missing id names the person: %s',
    (id) => {
      const people = goldenWeek.people.map((person) => ({ ...person, externalIds: {} }));
      expect(makePayrollFile(id, week(everything, { people }))).toMatchObject({
        kind: 'missing-ids',
        people: [{ lastName: 'Lopez' }],
      });
    },
  );

  it('a person without hours needs no id', () => {
    const idle = { ...goldenWeek.people[0], id: 'idle', externalIds: {} };
    const people = [...goldenWeek.people, idle] as FileData['people'];
    expect(makePayrollFile('gusto', week({}, { people, ...oneRate })).kind).toBe('file');
  });

  it('a missing setting', () => {
    expect(makePayrollFile('adp-run', week())).toEqual({
      kind: 'missing-settings',
      names: ['regularCode', 'overtimeCode', 'doubleCode'],
    });
  });

  it('words a spreadsheet would run, and words too long for the layout', () => {
    const [person] = goldenWeek.people;
    const people = [{ ...person, lastName: '=cmd()' }] as FileData['people'];
    expect(makePayrollFile('gusto', week({}, { people, ...oneRate }))).toEqual({
      kind: 'bad-fields',
      fields: ['=cmd()'],
    });
    expect(makePayrollFile('spectrum', week({ ...everything, batch: 'WEEK260315' }))).toEqual({
      kind: 'bad-fields',
      fields: ['WEEK260315'],
    });
  });

  it('a number that no such system gives out', () => {
    const [person] = goldenWeek.people;
    const numbered = (externalIds: Record<string, string>) => ({
      people: [{ ...person, externalIds }] as FileData['people'],
    });
    const adp = (id: string) =>
      makePayrollFile('adp-wfn', week({ doubleCode: 'D' }, numbered({ adp_file_number: id })));
    expect(adp('50')).toEqual({ kind: 'bad-fields', fields: ['000050'] });
    expect(adp('A101')).toEqual({ kind: 'bad-fields', fields: ['00A101'] });
    expect(adp('51').kind).toBe('file');
    const company = makePayrollFile('adp-wfn', week({ doubleCode: 'D', companyCode: 'A' }));
    expect(company).toEqual({ kind: 'bad-fields', fields: ['A'] });
    const paychex = week(codes('H', 'O', 'D'), numbered({ paychex_worker_id: '10-1' }));
    expect(makePayrollFile('paychex-spi', paychex)).toMatchObject({ fields: ['10-1'] });
  });

  it('work without the job or phase that Spectrum requires', () => {
    const [first, ...others] = goldenWeek.lines;
    const lines = [{ ...first, costCodeId: null }, ...others] as FileData['lines'];
    const projects = {
      ...goldenWeek.projects,
      'project-200': { number: null, name: 'Depot', client: null },
    };
    expect(makePayrollFile('spectrum', week(everything, { lines, projects }))).toEqual({
      kind: 'lacking',
      items: ['Maria Lopez 03/09/26', 'Depot'],
    });
  });

  it('nothing to tell', () => {
    expect(makePayrollFile('gusto', week({}, { lines: [] }))).toEqual({ kind: 'nothing' });
    expect(makePayrollFile('generic', week({}, { lines: [] }))).toEqual({ kind: 'nothing' });
  });
});

describe('as the customer has it', () => {
  it('ADP RUN with a row per rate: the general one is BASE, also before a raise', () => {
    const [first, ...others] = goldenWeek.lines;
    const lines = [{ ...first, rate: 31 }, ...others] as FileData['lines'];
    const settings = { ...codes('REG', 'OVT', 'DBL'), rateRows: 'each' };
    const rows = made('adp-run', week(settings, { lines })).text.split('\r\n').slice(2, -1);
    expect(rows.map((row) => row.split(',').slice(5))).toEqual([
      ['REG', '30.45', '', '0', '', 'BASE'],
      ['REG', '9.55', '', '0', '', 'RATE_2'],
      ['OVT', '3.17', '', '0', '', 'BASE'],
      ['OVT', '4.16', '', '0', '', 'RATE_2'],
    ]);
  });

  it('Gusto with a row per title: the general rate has the job title, others must get theirs', () => {
    const settings = { titleRows: 'each' };
    expect(makePayrollFile('gusto', week(settings))).toMatchObject({
      kind: 'missing-ids',
      key: 'gusto_title_2',
      people: [{ lastName: 'Lopez' }],
    });
    const people = goldenWeek.people.map((person) => ({
      ...person,
      externalIds: { ...person.externalIds, gusto_title_2: 'Laborer' },
    }));
    expect(made('gusto', week(settings, { people })).text).toBe(
      crlf(
        'last_name,first_name,title,gusto_employee_id,regular_hours,overtime_hours,double_overtime_hours',
        'Lopez,Maria,Carpenter,5G9934,30.45,3.17,',
        'Lopez,Maria,Laborer,5G9934,9.55,4.16,',
      ),
    );
  });

  it('ADP Workforce Now with its own columns: one row per rate and job', () => {
    const columns = 'Pay Date,Temp Rate,Temp Cost Num,Employee Name';
    const { text } = made('adp-wfn', week({ doubleCode: 'D', columns }));
    expect(text).toBe(
      crlf(
        'Co Code,Batch ID,File #,Reg Hours,O/T Hours,Hours 3 Code,Hours 3 Amount,Employee Name,Temp Rate,Temp Cost Num,Pay Date',
        'ABC,WK260315,000101,20.95,3.17,,,Lopez Maria,32.5000,P100,',
        'ABC,WK260315,000101,9.55,4.16,,,Lopez Maria,24.0000,P200,',
        'ABC,WK260315,000101,9.50,,,,Lopez Maria,32.5000,P200,',
      ),
    );
  });

  it('Sage 300 CRE in the order of another time entry view, certified work marked', () => {
    const lines = goldenWeek.lines.map((line) => ({
      ...line,
      origin: line.origin && { ...line.origin, certified: line.projectId === 'project-200' },
    }));
    const columns = 'Employee,Date,Certified?,Job,Cost Code,Pay ID,Units';
    const { text } = made('sage-300', week({ ...codes('REG', 'OT', 'DT'), columns }, { lines }));
    expect(text.split('\r\n').slice(2, 4)).toEqual([
      '101,3/10/2026,,P100,06 10 00,REG,8',
      '101,3/11/2026,Y,P200,01 74 00,REG,9.55',
    ]);
  });
});

describe('people with several rates', () => {
  // By hours times the base rate the week would pay 1663.71, payroll pays 1531.89.
  it.each([
    ['adp-run', { ...codes('R', 'O', 'D'), rateRows: 'one' }, 'rateRows'],
    ['gusto', { titleRows: 'one' }, 'titleRows'],
    ['adp-wfn', { doubleCode: 'D', columns: USUAL }, 'tempRate'],
  ] as const)(
    '%s is refused with one row each, by name, with what fixes it',
    (id, settings, fix) => {
      expect(makePayrollFile(id, week(settings))).toMatchObject({
        kind: 'mixed-rates',
        people: [{ lastName: 'Lopez' }],
        fix,
      });
    },
  );

  it('ADP Workforce Now has a row per rate by default, the rest of the overtime as an amount', () => {
    const rows = made('adp-wfn', week({ doubleCode: 'D', premiumCode: 'OTP' })).text.split('\r\n');
    expect(rows[0]).toBe(`${USUAL},Temp Rate,Earnings 3 Code,Earnings 3 Amount`);
    expect(rows.slice(1, -1)).toEqual([
      'ABC,WK260315,000101,,,30.45,3.17,,,,,32.5000,,',
      'ABC,WK260315,000101,,,9.55,4.16,,,,,24.0000,,',
      // 110.14 on the average, of which ADP pays 51.46 and 50.00.
      'ABC,WK260315,000101,,,,,,,,,,OTP,8.68',
    ]);
  });

  it('what ADP RUN does not learn by rates goes into Dollars', () => {
    const settings = { ...codes('REG', 'OVT', 'DBL'), premiumCode: 'OTP' };
    expect(made('adp-run', week(settings)).text).toContain(
      'R1ABC,W,03/09/2026,03/15/2026,000101,OTP,,8.68,0,,\r\n',
    );
  });

  it('Paychex takes overtime at the base rate, so the amount is below zero', () => {
    const settings = { ...codes('Hourly', 'Overtime', 'Double Time'), premiumCode: 'Rate Diff' };
    expect(made('paychex-spi', week(settings)).text).toContain(
      '12345678,101,,,Rate Diff,,,,,,-44.45,,,,,\r\n',
    );
  });

  it('a raise within the period is told as an amount', () => {
    const [first, ...others] = goldenWeek.lines.map((line) => ({ ...line, rate: 32.5 }));
    const lines = [{ ...first, rate: 31, totalCents: 15_500 }, ...others] as FileData['lines'];
    const left = payLeftOut(gusto, week({}, { lines }));
    expect(left).toMatchObject([{ kind: 'rates', person: { lastName: 'Lopez' } }]);
  });

  it('people with one rate need no amount, and Sage is told amounts line by line', () => {
    const lines = goldenWeek.lines
      .filter(({ payCode }) => payCode === 'REG')
      .filter(({ rate }) => rate === 32.5);
    expect(payLeftOut(gusto, week({}, { lines }))).toEqual([]);
    expect(payLeftOut(sage300, week())).toEqual([]);
  });
});

describe('pay that is not for hours', () => {
  const [line] = goldenWeek.lines;
  const beside = (payCode: string, totalCents: number, workDate: string) =>
    ({ ...line, payCode, minutes: 0, totalCents, workDate, origin: null }) as FileData['lines'][0];
  const lines = [
    ...(oneRate.lines ?? []),
    beside('MEAL_PREM', 3250, '2026-03-10'),
    beside('ADJUSTMENT', -1250, '2026-03-13'),
  ].map((one) => (one.payCode === 'OT' ? { ...one, totalCents: null } : one));

  it('goes under the codes the customer gave', () => {
    const settings = { ...codes('REG', 'OT', 'DT'), breakCode: 'MEAL', adjustmentCode: 'ADJ' };
    const data = week(settings, { lines });
    expect(made('sage-300', data).text).toContain(
      '3/10/2026,101,,,,,,,,MEAL,,,32.50,\r\n3/13/2026,101,,,,,,,,ADJ,,,-12.50,\r\n',
    );
    expect(payLeftOut(sage300, data)).toEqual([]);
  });

  it('is listed with its day where the layout has no code for it', () => {
    expect(payLeftOut(gusto, week({}, { lines }))).toMatchObject([
      { kind: 'breaks', workDate: '2026-03-10', cents: 3250 },
      { kind: 'adjustment', workDate: '2026-03-13', cents: -1250 },
    ]);
  });

  it('somebody who is only adjusted needs an id too', () => {
    const idle = { ...goldenWeek.people[0], id: 'idle', externalIds: {} };
    const people = [...goldenWeek.people, idle] as FileData['people'];
    const own = [...lines, { ...beside('ADJUSTMENT', 500, '2026-03-13'), employeeId: 'idle' }];
    const settings = { ...codes('REG', 'OT', 'DT'), adjustmentCode: 'ADJ' };
    expect(makePayrollFile('sage-300', week(settings, { people, lines: own }))).toMatchObject({
      kind: 'missing-ids',
      people: [{ id: 'idle' }],
    });
  });
});

describe('QuickBooks on Windows', () => {
  it('gets the encoding it reads, and no name it cannot write', () => {
    const settings = codes('Hourly Wage', 'Overtime', 'Double Time');
    expect(made('quickbooks-iif', week(settings)).encoding).toBe('windows-1252');
    const people = goldenWeek.people.map((person) => ({
      ...person,
      externalIds: { quickbooks_name: 'Wałęsa, Jan' },
    }));
    expect(makePayrollFile('quickbooks-iif', week(settings, { people }))).toEqual({
      kind: 'bad-fields',
      fields: ['Wałęsa, Jan'],
    });
    const named = week({ ...settings, companyName: 'Łódź Concrete' });
    expect(makePayrollFile('quickbooks-iif', named)).toEqual({
      kind: 'bad-fields',
      fields: ['Łódź Concrete'],
    });
  });
});

describe('a day of the clock change', () => {
  it('is cut into lines that QuickBooks takes', () => {
    const [line] = goldenWeek.lines;
    const lines = [{ ...line, minutes: 25 * 60 }] as FileData['lines'];
    const { text } = made('quickbooks-iif', week(codes('H', 'O', 'D'), { lines }));
    expect(text.match(/\d+:\d\d/g)).toEqual(['23:59', '1:01']);
  });
});

describe('double time', () => {
  const [line] = goldenWeek.lines;
  const lines = [
    { ...line, payCode: 'REG', minutes: 200 },
    { ...line, payCode: 'OT', minutes: 200 },
    { ...line, payCode: 'DT', minutes: 200 },
  ] as FileData['lines'];

  it('goes to the Hours 3 code, and the three add up to the whole', () => {
    const { text } = made('adp-wfn', week({ doubleCode: 'D' }, { lines }));
    expect(text).toContain('ABC,WK260315,000101,,,3.34,3.33,D,3.33,,,32.5000\r\n');
  });
});
