import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import {
  type CertifiedPayroll,
  draftRecord,
  readCertifiedPayroll,
} from '@/entities/certified-payroll/certified-payroll';
import { payrollCsv } from '@/features/exports/files/payroll-csv';
import { payrollWorkbook } from '@/features/exports/files/payroll-workbook';
import { FORMAT_IDS } from '@/features/exports/formats/format-ids';
import { machineFormat, makePayrollFile } from '@/features/exports/formats/formats';
import { goldenWeek } from '@/features/exports/formats/golden-week.fixture';
import { payLeftOut, reconcile } from '@/features/exports/formats/machine-format';
import {
  HOUR_CODES,
  paidByReceiver,
  ratesOnFile,
  SHORT_HOUR_CODES,
} from '@/features/exports/formats/receiving-system.fixture';
import { recordToFileData } from '@/features/exports/formats/record-to-file-data';
import type { RecordedExport } from '@/features/exports/payroll-record';
import { wh347Pdf } from '@/features/public-work/report/files/wh347-pdf';
import { pdfFonts, readPdf } from '@/testing/read-pdf';
import { type NaiveRule, type NaiveShift, naiveWeek } from './naive-pay.ts';
import { PayrollStage } from './payroll-stage.ts';
import { as, hire, openDatabase, type Person } from './world.ts';

const DENVER = 'America/Denver';
const PACIFIC = 'America/Los_Angeles';

const db = await openDatabase();

interface Worker {
  readonly person: Person;
  readonly name: string;
  readonly rule: NaiveRule;
  /** Cents an hour, of the class where that is more. */
  rate: number;
  /** Fringe of public work that no plan pays, in cents an hour. */
  readonly cash: number;
  readonly shifts: NaiveShift[][];
}

/** A contractor in Denver with a job in Sacramento, three weeks that are over and the one of today. */
class Story {
  readonly stage: PayrollStage;
  readonly home: string;
  readonly site: string;
  readonly pier: string;
  readonly code: string;
  readonly today: string;
  readonly workers: Worker[] = [];

  private constructor(
    stage: PayrollStage,
    places: [string, string, string, string],
    today: string,
  ) {
    this.stage = stage;
    [this.home, this.site, this.pier, this.code] = places;
    this.today = today;
  }

  static async open(): Promise<Story> {
    const stage = await PayrollStage.open(db.sql, { timeZone: DENVER, policy: 'FLSA' });
    const home = await stage.project('Ridge School');
    const site = await stage.project('Sacramento Depot', PACIFIC);
    const pier = await stage.project('Federal Pier');
    await db.sql`update projects set number = 'P' || left(id::text, 4) where company_id = ${stage.companyId}`;
    await stage.policy('CA', undefined, { project: site });
    const [row] = await db.sql`select private.company_today(${stage.companyId})::text as today`;
    const code = await stage.code('03 30 00');
    return new Story(stage, [home, site, pier, code], String(row?.['today']));
  }

  /** Monday of week 0, 1 or 2; week 3 is that of today. */
  date(week: number, day: number): string {
    const today = Temporal.PlainDate.from(this.today);
    const monday = today.subtract({ days: today.dayOfWeek - 1 + (3 - week) * 7 });
    return monday.add({ days: day }).toString();
  }

  range(week: number): [string, string] {
    return [this.date(week, 0), this.date(week, 6)];
  }

  async hire(
    name: string,
    rate: number,
    rule: NaiveRule,
    of?: { class: string; base: number; fringe: number },
  ): Promise<Worker> {
    const person = await hire(db.sql, this.stage.owner, 'employee');
    await db.sql`delete from employee_rates where employee_id = ${person.employeeId}`;
    const id = String(100_001 + this.workers.length);
    await db.sql`update employees set first_name = ${name}, last_name = 'Story', employee_number = ${id}, job_title = 'Carpenter',
      external_ids = ${db.sql.json({
        adp_run_id: id,
        adp_file_number: id,
        gusto_employee_id: id,
        paychex_worker_id: id,
        quickbooks_name: `Story, ${name}`,
        sage_employee: id,
        spectrum_employee: id,
        sage_100_employee: id,
        vista_employee: id,
        foundation_employee: id,
        computerease_employee: id,
        acumatica_employee: id,
      })} where id = ${person.employeeId}`;
    await this.stage.rate(person.employeeId, rate / 100);
    if (rule === 'exempt')
      await this.stage.policy('NONE', undefined, { employee: person.employeeId });
    if (of)
      await db.sql`insert into employee_classifications (company_id, employee_id, project_id, classification_id, from_date)
        values (${this.stage.companyId}, ${person.employeeId}, ${this.pier}, ${of.class}, '2026-01-01')`;
    const worker = {
      person,
      name,
      rule,
      rate: of?.base ?? rate,
      cash: of?.fringe ?? 0,
      shifts: [[], [], [], []] as NaiveShift[][],
    };
    this.workers.push(worker);
    return worker;
  }

  shift(
    worker: Worker,
    week: number,
    day: number,
    from: string,
    to: string,
    away = false,
  ): NaiveShift {
    const next = to === '24:00';
    const shift = {
      zone: away ? PACIFIC : DENVER,
      site: away ? this.site : worker.cash > 0 ? this.pier : this.home,
      from: `${this.date(week, day)} ${from}`,
      to: next ? `${this.date(week, day + 1)} 00:00` : `${this.date(week, day)} ${to}`,
    };
    worker.shifts[week]?.push(shift);
    return shift;
  }

  async work(worker: Worker, week: number, day: number, from: string, to: string, away = false) {
    const shift = this.shift(worker, week, day, from, to, away);
    const at = (text: string) => this.stage.instant(text, shift.zone);
    await this.stage.entry(worker.person.employeeId, at(shift.from), at(shift.to), {
      project: shift.site,
      code: this.code,
    });
  }

  /** A shift that the phone sends only when its week is locked, paid by the owner. */
  async late(worker: Worker, week: number, day: number, from: string, to: string, away = false) {
    const shift = this.shift(worker, week, day, from, to, away);
    const entry = randomUUID();
    const events = [shift.from, shift.to].map((text, place) => ({
      id: randomUUID(),
      device_id: `phone-${worker.person.employeeId}`,
      sequence: week * 100 + day * 10 + place,
      kind: place === 0 ? 'clock_in' : 'clock_out',
      happened_at: this.stage.instant(text, shift.zone),
      offset_ms: 0,
      payload: { entry_id: entry, project_id: shift.site, cost_code_id: this.code },
    }));
    await as(
      db.sql,
      worker.person,
      (tx) => tx`select * from sync_events(${tx.json(events as never)})`,
    );
    await this.act("select resolve_held_event($1, 'adjust', 'No signal')", [events[0]?.id]);
  }

  /** A federal contract for the pier, whose weeks are those of the company, and one class of its determination. */
  async publicClass(base: number, fringe: number): Promise<string> {
    await db.sql`insert into public_contracts (company_id, project_id, regime, cwhssa, top_up, week_ends_on)
      values (${this.stage.companyId}, ${this.pier}, 'federal', 'applies', true, 0)`;
    const [list] =
      await db.sql`insert into wage_determinations (company_id, project_id, number, effective_from)
      values (${this.stage.companyId}, ${this.pier}, 'CO20260001', '2026-01-01') returning id`;
    const [row] = await db.sql`insert into work_classifications
        (company_id, determination_id, code, name, base_rate, fringe_rate)
      values (${this.stage.companyId}, ${list?.['id']}, 'CARP', 'Carpenter', ${base / 100}, ${fringe / 100}) returning id`;
    return row?.['id'];
  }

  /** The certified payroll of the pier. */
  async report(week: number): Promise<CertifiedPayroll> {
    const [row] = await this.act('select certified_payroll($1, $2) as report', [
      this.pier,
      this.date(week, 6),
    ]);
    return readCertifiedPayroll(row?.['report']);
  }

  act(query: string, values: readonly unknown[] = []) {
    return as(db.sql, this.stage.owner, (tx) => tx.unsafe(query, values as never));
  }

  lock(week: number) {
    return this.act('select lock_pay_period($1, $2)', this.range(week));
  }

  pay(worker: Worker, week: number, rate = worker.rate) {
    const pay = naiveWeek(worker.shifts[week] ?? [], rate, worker.rule);
    const hours = (pay.regular + pay.overtime + pay.double) / 60;
    return { ...pay, cents: pay.cents + hours * worker.cash };
  }

  async record(week: number, format: string): Promise<RecordedExport> {
    const settings = {
      version: 2,
      language: 'en',
      company: 'Story',
      preparedBy: 'Owner',
      createdAt: '2026-01-01T00:00:00Z',
      timeZone: DENVER,
      provider: {},
    };
    const [row] = await as(
      db.sql,
      this.stage.owner,
      (tx) => tx`select to_jsonb(x) as record from record_payroll_export(
        ${this.date(week, 0)}, ${this.date(week, 6)}, ${format}, null, ${tx.json(settings)}) x`,
    );
    return row?.['record'] as RecordedExport;
  }
}

/** Cells of a CSV line; nothing in the story needs quotes inside quotes. */
const cells = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map((cell) => cell[1] ?? cell[2] ?? '');

/** `7:30` */
function clockHours(text = ''): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours + minutes / 60;
}

/** Hours and dollars of adjustments that a file hands over. */
const READ: Record<string, (text: string) => { hours: number; amounts: number }> = {
  'quickbooks-iif': (text) => ({
    hours: sum(
      rows(text, '\t').filter(([kind]) => kind === 'TIMEACT'),
      (row) => clockHours(row[6]),
    ),
    amounts: 0,
  }),
  'adp-wfn': (text) =>
    byHeading(
      text,
      ['Reg Hours', 'O/T Hours', 'Hours 3 Amount', 'Hours 4 Amount'],
      ['Earnings 3 Code', 'Earnings 3 Amount'],
    ),
  'adp-run': (text) =>
    byHeading(
      text.split('\r\n').slice(1).join('\r\n'),
      ['Pay Hours'],
      ['Earnings Code', 'Dollars'],
    ),
  gusto: (text) =>
    byHeading(text, ['regular_hours', 'overtime_hours', 'double_overtime_hours'], ['', '']),
  'paychex-spi': (text) => byHeading(text, ['Hours'], ['Pay Component', 'Amount']),
  'sage-300': (text) => ({
    hours: sum(rows(text), (row) => Number(row[10] || 0)),
    amounts: sum(
      rows(text).filter((row) => row[9] === 'ADJ'),
      (row) => Number(row[12] || 0),
    ),
  }),
  spectrum: (text) => ({ hours: sum(rows(text), (row) => Number(row[4] || 0)), amounts: 0 }),
  'sage-100': (text) => byHeading(text, ['payhrs'], ['', '']),
  vista: (text) => ({
    hours: sum(rows(text), (row) => Number(row[14] || 0)),
    amounts: sum(
      rows(text).filter((row) => row[12] === 'ADJ'),
      (row) => Number(row[16] || 0),
    ),
  }),
  foundation: (text) => byHeading(text, ['Hours'], ['Earn Code', 'Amount']),
  computerease: (text) => byHeading(text, ['Hours'], ['Pay Type', 'Amount']),
  acumatica: (text) => ({
    hours: sum(rows(text).slice(1), (row) => clockHours(row[10])),
    amounts: 0,
  }),
};

const rows = (text: string, separator = ',') =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) => (separator === ',' ? cells(line) : line.split(separator)));

const sum = <Item>(items: readonly Item[], value: (item: Item) => number) =>
  items.reduce((total, item) => total + value(item), 0);

function byHeading(text: string, hours: readonly string[], [code, amount]: [string, string]) {
  const [heading = [], ...body] = rows(text);
  const at = (row: readonly string[], name: string) => row[heading.indexOf(name)] ?? '';
  return {
    hours: sum(hours, (name) => sum(body, (row) => Number(at(row, name) || 0))),
    amounts: sum(
      body.filter((row) => at(row, code) === 'ADJ'),
      (row) => Number(at(row, amount) || 0),
    ),
  };
}

test('three periods with two zones, an exempt person, late punches, late leave and a late raise agree with a clerk to the cent', async () => {
  const story = await Story.open();
  const ana = await story.hire('Ana', 3000, 'california');
  const omar = await story.hire('Omar', 2800, 'exempt');
  const hugo = await story.hire('Hugo', 2310, 'weekly');
  const dana = await story.hire('Dana', 2400, 'weekly');
  const rex = await story.hire('Rex', 2000, 'weekly');
  // 28.00 an hour, and the determination of the pier has more; nobody pays a plan for him.
  const carpenter = await story.publicClass(3825, 1000);
  const carl = await story.hire('Carl', 2800, 'weekly', {
    class: carpenter,
    base: 3825,
    fringe: 1000,
  });
  for (const week of [0, 1, 2]) {
    for (const day of [0, 1, 2, 3, 4]) {
      await story.work(omar, week, day, '07:00', '17:00', true);
      await story.work(hugo, week, day, '07:00', day === 4 ? '17:15' : '15:00');
      if (day !== 2 || week > 0) await story.work(dana, week, day, '08:00', '16:00');
      await story.work(rex, week, day, '06:30', '15:47');
      await story.work(carl, week, day, '07:00', week === 1 ? '17:00' : '15:00');
    }
    // Up to midnight in Sacramento, an hour later in Denver; and a Sunday evening there.
    await story.work(ana, week, 1, '14:00', '24:00', true);
    await story.work(ana, week, 2, '09:00', '21:30', true);
    await story.work(ana, week, 6, '15:00', '23:30', true);
  }
  const late = (worker: Worker, week: number) => story.pay(worker, week).cents;
  const totals = new Map<string, number>();
  const expectPaid = (worker: Worker, week: number, cents: number) =>
    totals.set(`${worker.name} ${week}`, cents);

  await story.lock(0);
  for (const worker of story.workers) expectPaid(worker, 0, story.pay(worker, 0).cents);
  // What each person gets later for weeks that were locked.
  const adjusted = new Map<Worker, number>();
  const differ = (worker: Worker, before: number, after: number) =>
    adjusted.set(worker, (adjusted.get(worker) ?? 0) + after - before);

  const hugoBefore = late(hugo, 0);
  await story.late(hugo, 0, 5, '07:00', '11:15');
  differ(hugo, hugoBefore, late(hugo, 0));
  const anaBefore = late(ana, 0);
  await story.late(ana, 0, 1, '10:00', '12:30', true);
  differ(ana, anaBefore, late(ana, 0));

  const carlBefore = late(carl, 0);
  await story.late(carl, 0, 5, '07:00', '11:00');
  differ(carl, carlBefore, late(carl, 0));

  const [type] = await story.act(
    "insert into time_off_types (name, pay_code) values ('Vacation', 'PTO') returning id",
  );
  await story.act(
    'insert into time_off_grants (employee_id, type_id, date, hours) values ($1, $2, $3, 40)',
    [dana.person.employeeId, type?.['id'], story.date(0, 0)],
  );
  const [request] = await as(
    db.sql,
    dana.person,
    (tx) =>
      tx`select id from request_time_off(${type?.['id']}, ${story.date(0, 2)}, ${story.date(0, 2)}, 8)`,
  );
  await story.act('select decide_time_off($1, true, null)', [request?.['id']]);
  differ(dana, 0, 8 * dana.rate);

  await story.lock(1);
  for (const worker of story.workers) expectPaid(worker, 1, story.pay(worker, 1).cents);
  // Rex gets a raise back to the first week, posted in the third, which is still open.
  await story.stage.rate(rex.person.employeeId, 21.5, { from: story.date(0, 0) });
  await story.act('select post_payroll_adjustments($1, $2, $3, $4)', [
    story.date(0, 0),
    story.date(1, 6),
    'Raise',
    story.date(2, 0),
  ]);
  const raise = sum(
    [0, 1],
    (week) => story.pay(rex, week, 2150).cents - story.pay(rex, week).cents,
  );
  rex.rate = 2150;
  await story.lock(2);
  for (const worker of story.workers)
    expectPaid(worker, 2, story.pay(worker, 2).cents + (worker === rex ? raise : 0));
  for (const worker of story.workers) expectPaid(worker, 3, adjusted.get(worker) ?? 0);

  for (const week of [0, 1, 2, 3]) {
    const overview = await story.act('select * from payroll_overview($1, $2)', story.range(week));
    const record = await story.record(week, 'generic');
    const csv = rows(payrollCsv(record.rows).replace(/^\uFEFF/, ''));
    const dataFor = (codes: Record<string, string>) =>
      recordToFileData(
        record.rows,
        { start: record.start_date, end: record.end_date },
        {
          ...goldenWeek.settings,
          premiumCode: 'PRM',
          breakCode: 'BRK',
          adjustmentCode: 'ADJ',
          ...codes,
        },
      );
    const generic = makePayrollFile('generic', dataFor({}));
    const lines = generic.kind === 'file' ? rows(generic.text.replace(/^\uFEFF/, '')) : [];
    for (const worker of story.workers) {
      const at = `${worker.name}, week ${week}`;
      const cents = totals.get(`${worker.name} ${week}`) ?? 0;
      const seen = overview.find((row) => row['employee_id'] === worker.person.employeeId);
      expect([at, Math.round(Number(seen?.['total_earnings']) * 100)]).toEqual([at, cents]);
      // Hours of a locked week stay as they were paid; the late ones are in the reports of their day.
      const paidLate = week === 0 && [hugo, ana, carl].includes(worker);
      const hours = naiveWeek(
        (worker.shifts[week] ?? []).slice(0, paidLate ? -1 : undefined),
        worker.rate,
        worker.rule,
      );
      expect([
        at,
        seen?.['regular_minutes'],
        seen?.['overtime_minutes'],
        seen?.['double_time_minutes'],
      ]).toEqual([at, hours.regular, hours.overtime, hours.double]);
      const ofCsv = csv.find(([name]) => name === `${worker.name} Story`);
      expect([at, Math.round(Number(ofCsv?.[3] ?? 0) * 100)]).toEqual([at, cents]);
      const own = lines.filter((row) => row[2] === worker.name);
      expect([at, Math.round(sum(own, (row) => Number(row[15] || 0)) * 100)]).toEqual([at, cents]);
    }
    const whole = sum(story.workers, (worker) => totals.get(`${worker.name} ${week}`) ?? 0);
    const sheets = unzipSync(payrollWorkbook(record, ((key: string) => key) as never));
    const detail = strFromU8(sheets['xl/worksheets/sheet2.xml'] as Uint8Array);
    // A column further where the work has classes.
    const column = record.rows.classifications ? 'L' : 'K';
    const cell = new RegExp(`<c r="${column}\\d+"[^>]*><v>([-\\d.]+)</v>`, 'g');
    const earnings = [...detail.matchAll(cell)].map(([, value]) => Number(value));
    expect(Math.round(sum(earnings, Number) * 100)).toBe(whole);

    if (week === 3) continue; // Its file is made when it is locked.
    const minutes = overview.map(
      (row) => row['regular_minutes'] + row['overtime_minutes'] + row['double_time_minutes'],
    );
    const adjustments = sum(
      record.rows.lines.filter((line) => line.pay_code === 'ADJUSTMENT'),
      (line) => line.total_cents ?? 0,
    );
    expect(adjustments).toBe(week === 2 ? raise : 0);
    for (const id of FORMAT_IDS) {
      const format = machineFormat(id);
      if (!format) continue;
      const data = dataFor(id === 'spectrum' ? SHORT_HOUR_CODES : HOUR_CODES);
      const file = makePayrollFile(id, data);
      if (file.kind !== 'file') throw new Error(`${id}: ${JSON.stringify(file)}`);
      const handed = READ[id]?.(file.text);
      const hours =
        id === 'quickbooks-iif' || id === 'acumatica'
          ? Math.round((sum(minutes, Number) * 100) / 60)
          : sum(minutes, (own) => Math.round((own * 100) / 60));
      expect([id, Math.round((handed?.hours ?? 0) * 100)]).toEqual([id, hours]);
      const byHand = payLeftOut(format, data).filter(({ kind }) => kind === 'adjustment');
      const left = sum(byHand, ({ cents }) => cents ?? 0);
      expect([id, Math.round((handed?.amounts ?? 0) * 100) + left]).toEqual([id, adjustments]);
      const idAt = (person: { external_ids: Record<string, string> }) =>
        person.external_ids[format.externalId ?? ''] ?? '';
      const paid = paidByReceiver(id, file.text, (who) => {
        const person = record.rows.people.find((one) => idAt(one) === who);
        return person ? ratesOnFile(person, record.end_date) : [];
      });
      const { rounding } = reconcile(format, data);
      for (const worker of story.workers) {
        const at = `${worker.name}, week ${week}, ${id}`;
        const isOwn = ({ person }: { person: { id: string } }) =>
          person.id === worker.person.employeeId;
        const person = record.rows.people.find((one) => one.id === worker.person.employeeId);
        const beside = [...payLeftOut(format, data).filter(isOwn), ...rounding.filter(isOwn)];
        const received =
          (paid.get(person ? idAt(person) : '') ?? 0) + sum(beside, ({ cents }) => cents ?? 0);
        expect([at, received]).toEqual([at, totals.get(`${worker.name} ${week}`)]);
      }
    }
  }

  // The certified payroll and the form say what was paid for the pier, the late hours on their day.
  for (const week of [0, 1, 2]) {
    const report = await story.report(week);
    const own = story.pay(carl, week);
    expect(report.rows).toMatchObject([
      {
        last_name: 'Story',
        total_st: (own.regular / 60).toFixed(2),
        total_ot: (own.overtime / 60).toFixed(2),
        gross_project: (own.cents / 100).toFixed(2),
        cash_in_lieu: (((own.regular + own.overtime) / 60) * (carl.cash / 100)).toFixed(2),
      },
    ]);
    expect(report.due).toMatchObject([{ short: '0.00' }]);
    const options = { layout: '2025', paper: 'letter' } as const;
    const form = await readPdf(await wh347Pdf(draftRecord(report), options, pdfFonts));
    expect(JSON.stringify(form)).toContain((own.cents / 100).toFixed(2));
  }

  // Late hours are on their day in every report, and nothing is owed any more.
  for (const worker of story.workers)
    for (const week of [0, 1, 2]) {
      const days =
        await db.sql`select work_date::text, sum(seconds)::int / 60 as minutes from work_totals
        where employee_id = ${worker.person.employeeId} and work_date between ${story.date(week, 0)} and ${story.date(week, 6)}
        group by work_date order by work_date`;
      expect(days.map((row) => [row['work_date'], row['minutes']])).toEqual(
        [...story.pay(worker, week).days].toSorted(([a], [b]) => a.localeCompare(b)),
      );
    }
  expect(
    await story.act('select * from payroll_adjustments_owed($1, $2)', [
      story.date(0, 0),
      story.date(2, 6),
    ]),
  ).toEqual([]);
  const balance = await as(
    db.sql,
    dana.person,
    (tx) =>
      tx`select hours::float8 from time_off_balance(${dana.person.employeeId}, ${story.today})`,
  );
  expect(balance[0]?.['hours']).toBe(32);
});
