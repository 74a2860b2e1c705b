import { callAs } from '../rpc.ts';

const PERIOD_DAYS = 14;
const DAY_MS = 86_400_000;
/** What a person is paid for a period, by the names that every release has. */
const COLUMNS = [
  'regular_minutes',
  'overtime_minutes',
  'double_time_minutes',
  'paid_break_minutes',
  'total_earnings',
] as const;

type Owner = Parameters<typeof callAs>;

/** What payroll says of each person for the periods of the last days that are over, by period and person. */
export async function payOfPeriods(
  environment: Owner[0],
  ownerId: Owner[1],
  days: number,
): Promise<Map<string, string>> {
  const call = await callAs(environment, ownerId);
  const pay = new Map<string, string>();
  // The week that the crew works in while it is updated is not over.
  const end = lastSaturday();
  for (let at = end; end - at < days * DAY_MS; at -= PERIOD_DAYS * DAY_MS) {
    const period = {
      start_date_param: dateOf(at - (PERIOD_DAYS - 1) * DAY_MS),
      end_date_param: dateOf(at),
    };
    const rows = (await call('payroll_overview', period)) as Record<string, unknown>[];
    for (const row of rows) {
      const key = `${period.start_date_param} to ${period.end_date_param}, ${row['employee_id']}`;
      pay.set(key, COLUMNS.map((column) => `${column} ${Number(row[column])}`).join(', '));
    }
  }
  return pay;
}

export function comparePay(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => `pay of ${key}: ${before.get(key)} before, ${after.get(key)} after the update`);
}

function lastSaturday(): number {
  const today = new Date();
  return (
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()) -
    (today.getUTCDay() + 1) * DAY_MS
  );
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
