import type { Random } from '../../testing/random.ts';
import type { Row } from './api.ts';
import { dayOfWeek, type Period } from './calendar.ts';
import type { Office } from './company.ts';
import type { Facts, Shift } from './facts.ts';
import { halfUp, minutesOf } from './naive.ts';
import type { PaidLine } from './pay.ts';

/** Dollars of a number in JSON, which may be a text. */
const cents = (amount: unknown): number => Math.round(Number(amount) * 100);

/** Hours of every project and code since the beginning, and what they cost by the lines that were paid. */
export async function compareBudgets(
  { manager }: Office,
  facts: Facts,
  paid: ReadonlyMap<string, number>,
  period: Period,
): Promise<string[]> {
  const minutes = new Map<string, number>();
  for (const shift of facts.shifts.values()) {
    const key = `${shift.site.id} ${shift.code}`;
    minutes.set(key, (minutes.get(key) ?? 0) + minutesOf(shift));
  }
  const differences: string[] = [];
  for (const { id } of facts.sites) {
    const rows = await manager.call<Row[]>('budget_report', { project_id_param: id });
    for (const code of facts.codes) {
      const key = `${id} ${code}`;
      const row = rows.find(({ cost_code_id }) => cost_code_id === code);
      const hours = Number(row?.['actual_hours'] ?? 0);
      if (Math.abs(hours * 60 - (minutes.get(key) ?? 0)) > 1e-6)
        differences.push(
          `Budget ${key}, ${period.start}: ${hours * 60} minutes, counted ${minutes.get(key) ?? 0}`,
        );
      const amount = cents(row?.['actual_amount'] ?? 0);
      if (amount !== (paid.get(key) ?? 0))
        differences.push(
          `Budget ${key}, ${period.start}: ${amount} cents, paid ${paid.get(key) ?? 0}`,
        );
    }
  }
  return differences;
}

interface ReportRow {
  readonly employee_id: string;
  readonly total_st: string;
  readonly total_ot: string;
  readonly total_dt: string;
  readonly gross_project: string | null;
}

/** Certified payrolls of a week: everybody's hours by kind, and the pay of the project as its lines have it. */
export async function compareCertified(
  { manager }: Office,
  facts: Facts,
  lines: readonly PaidLine[],
  period: Period,
): Promise<{ reports: number; differences: string[] }> {
  const differences: string[] = [];
  const sites = facts.sites.filter(({ contract }) => contract);
  for (const { id } of sites) {
    const report = await manager.call<{ rows: ReportRow[] }>('certified_payroll', {
      ...{ project_id_param: id, week_end_param: period.end },
    });
    const own = Map.groupBy(
      lines.filter(({ project_id }) => project_id === id),
      ({ employee_id }) => employee_id,
    );
    const rows = Map.groupBy(report.rows, ({ employee_id }) => employee_id);
    for (const { id: person, number } of facts.people) {
      const found = certifiedDifferences(rows.get(person) ?? [], own.get(person) ?? []);
      differences.push(
        ...found.map((text) => `Nr ${number}, ${period.start}: certified payroll, ${text}`),
      );
    }
  }
  return { reports: sites.length, differences };
}

function certifiedDifferences(rows: readonly ReportRow[], lines: readonly PaidLine[]): string[] {
  const found: string[] = [];
  for (const [column, code] of [
    ['total_st', 'REG'],
    ['total_ot', 'OT'],
    ['total_dt', 'DT'],
  ] as const) {
    const worked = lines
      .filter(({ pay_code }) => pay_code === code)
      .reduce((sum, { minutes }) => sum + minutes, 0);
    const hundredths = rows.reduce((sum, row) => sum + cents(row[column]), 0);
    // Each row is rounded to a hundredth.
    const isEqual =
      rows.length === 1
        ? hundredths === halfUp(worked * 100, 60)
        : Math.abs(hundredths - (worked * 100) / 60) <= rows.length / 2;
    if (!isEqual) found.push(`${column} ${hundredths / 100}, ${worked} minutes`);
  }
  const pay = lines
    .filter(({ pay_code }) => pay_code !== 'ADJUSTMENT')
    .reduce((sum, line) => sum + line.total_cents, 0);
  const gross = rows.reduce((sum, row) => sum + cents(row.gross_project), 0);
  if (gross !== pay) found.push(`gross ${gross}, paid ${pay}`);
  return found;
}

/** A ticket of extra work on a private site: drafted from its time, signed and priced. */
export async function compareTicket(
  office: Office,
  facts: Facts,
  random: Random,
  period: Period,
): Promise<string[]> {
  const days = [
    ...Map.groupBy(
      [...facts.shifts.values()].filter(
        ({ site, date, person }) =>
          !site.contract &&
          date >= period.start &&
          date <= period.end &&
          dayOfWeek(date) > 0 &&
          person.habit !== 'night',
      ),
      ({ site, date }) => `${site.id} ${date}`,
    ).values(),
  ];
  if (days.length === 0) return [];
  const shifts = random.pick(days).slice(0, 12);
  const [{ site, date }] = shifts as [Shift];
  const id = random.uuid();
  await office.manager.call('draft_ticket', {
    ...{ id_param: id, project_id_param: site.id, work_date_param: date },
    time_entry_ids_param: shifts.map((shift) => shift.id),
  });
  await office.manager.call('save_ticket', {
    ...{
      id_param: id,
      ticket_param: { description: 'Move the wall', directed_by: 'Gail Contractor' },
    },
  });
  await office.manager.call('sign_ticket', {
    id_param: id,
    name_param: 'Gail Contractor',
    details_param: { signature_id: random.uuid(), signature_path: 'M10 10L90 40L150 20' },
  });
  const priced = await office.manager.call<{ total: number; lines: unknown[] }>('price_ticket', {
    id_param: id,
  });
  const expected = priceOf(facts, shifts, date);
  return cents(priced.total) === expected
    ? []
    : [`Ticket ${id}, ${period.start}: ${cents(priced.total)} cents, counted ${expected}`];
}

function priceOf(facts: Facts, shifts: readonly Shift[], date: string): number {
  let total = 0;
  for (const shift of shifts) {
    const hundredths = halfUp(minutesOf(shift) * 100, 60);
    const rate =
      facts.billRates
        .filter(({ trade, from }) => trade === shift.person.trade && from <= date)
        .toSorted((a, b) => (a.from < b.from ? 1 : -1))[0]?.cents ?? 0;
    const amount = halfUp(hundredths * rate, 100);
    total += amount + halfUp(amount * facts.markupPercent, 100);
  }
  return total;
}
