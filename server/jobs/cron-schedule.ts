/** The sets of values that a five-field cron expression, or pg_cron's `30 seconds`, stands for. */
export interface CronSchedule {
  readonly everySeconds: number | undefined;
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly daysOfMonth: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly daysOfWeek: ReadonlySet<number>;
  /** Cron's oldest quirk: with both day fields restricted, either one suffices. */
  readonly eitherDay: boolean;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const DAYS = 'sun mon tue wed thu fri sat'.split(' ');
const ALIASES: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};
const MINUTE_MS = 60_000;
const SEARCH_YEARS = 5;

export function parseCron(expression: string): CronSchedule {
  const text = expression.trim().toLowerCase();
  const interval = /^(\d{1,2}) seconds?$/.exec(text);
  const fields = (ALIASES[text] ?? text).split(/\s+/);
  const everySeconds = interval ? Number(interval[1]) : undefined;
  if (everySeconds !== undefined && (everySeconds < 1 || everySeconds > 59))
    throw wrong(expression);
  if (everySeconds === undefined && fields.length !== 5) throw wrong(expression);
  const [minute, hour, dayOfMonth, month, dayOfWeek] = everySeconds
    ? ['*', '*', '*', '*', '*']
    : fields;
  const field = (source: string | undefined, low: number, high: number, names: string[] = []) =>
    parseField(source ?? '*', { low, high, names, expression });
  return {
    everySeconds,
    minutes: field(minute, 0, 59),
    hours: field(hour, 0, 23),
    daysOfMonth: field(dayOfMonth === '$' ? '*' : dayOfMonth, 1, 31),
    months: field(month, 1, 12, ['', ...MONTHS]),
    daysOfWeek: new Set([...field(dayOfWeek, 0, 7, DAYS)].map((day) => day % 7)),
    eitherDay: !dayOfMonth?.startsWith('*') && !dayOfWeek?.startsWith('*'),
  };
}

/** The first time after `after` that the schedule names, in UTC as pg_cron counts. */
export function nextRun(schedule: CronSchedule, after: Date): Date {
  if (schedule.everySeconds !== undefined) {
    return new Date(after.getTime() + schedule.everySeconds * 1000);
  }
  const time = new Date(Math.floor(after.getTime() / MINUTE_MS) * MINUTE_MS + MINUTE_MS);
  const limit = new Date(after);
  limit.setUTCFullYear(limit.getUTCFullYear() + SEARCH_YEARS);
  while (time < limit) {
    if (!matchesDay(schedule, time)) time.setUTCHours(24, 0, 0, 0);
    else if (!schedule.hours.has(time.getUTCHours()))
      time.setUTCHours(time.getUTCHours() + 1, 0, 0, 0);
    else if (!schedule.minutes.has(time.getUTCMinutes())) time.setTime(time.getTime() + MINUTE_MS);
    else return time;
  }
  return limit;
}

function matchesDay(schedule: CronSchedule, time: Date): boolean {
  if (!schedule.months.has(time.getUTCMonth() + 1)) return false;
  const byMonth = schedule.daysOfMonth.has(time.getUTCDate());
  const byWeek = schedule.daysOfWeek.has(time.getUTCDay());
  return schedule.eitherDay ? byMonth || byWeek : byMonth && byWeek;
}

interface FieldRules {
  readonly low: number;
  readonly high: number;
  readonly names: readonly string[];
  readonly expression: string;
}

function parseField(source: string, rules: FieldRules): Set<number> {
  return new Set(source.split(',').flatMap((part) => parsePart(part, rules)));
}

function parsePart(part: string, rules: FieldRules): number[] {
  const match = /^(\*|[a-z0-9]+(?:-[a-z0-9]+)?)(?:\/(\d+))?$/.exec(part);
  if (!match) throw wrong(rules.expression);
  const [, range = '*', stepText] = match;
  const step = stepText === undefined ? 1 : Number(stepText);
  const [first, last] =
    range === '*' ? [rules.low, rules.high] : bounds(range, stepText !== undefined, rules);
  if (step < 1 || first < rules.low || last > rules.high || first > last)
    throw wrong(rules.expression);
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);
}

function bounds(range: string, stepped: boolean, rules: FieldRules): [number, number] {
  const [from = '', to] = range.split('-');
  const first = fieldValue(from, rules);
  if (to !== undefined) return [first, fieldValue(to, rules)];
  return [first, stepped ? rules.high : first];
}

function fieldValue(text: string, { names, expression }: FieldRules): number {
  if (/^\d+$/.test(text)) return Number(text);
  const index = names.indexOf(text);
  if (index < 0) throw wrong(expression);
  return index;
}

function wrong(expression: string): Error {
  return new Error(`invalid schedule: ${expression}`);
}
