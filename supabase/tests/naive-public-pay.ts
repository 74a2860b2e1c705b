/** Pay of public work minute by minute, written apart from the database: docs/rules/public-work.md. */

export interface DatedRate {
  readonly from: string;
  /** 1/10000 of a dollar. */
  readonly rate: number;
}
export interface DayRules {
  readonly daily?: readonly { after: number; mult: number }[];
  readonly day_rules?: readonly { dow: number; mult: number }[];
}
export interface ClassTerm {
  readonly id: string;
  readonly from: string;
  base: number;
  readonly fringe: number;
  readonly overtime: DayRules | null;
}
export interface Contract {
  readonly regime: 'federal' | 'ca';
  cwhssa: 'applies' | 'does_not' | 'unknown';
  readonly topUp: boolean;
}
export interface Site {
  readonly id: string;
  readonly contract: Contract | null;
  /** By craft, oldest first: a craft is also the code of the class. */
  readonly classes: Readonly<Record<string, ClassTerm[]>>;
}
export interface Step {
  readonly from: string;
  readonly to: string;
  percent: number;
  readonly fringePercent: number | null;
}
export interface Worker {
  readonly id: string;
  readonly rates: DatedRate[];
  readonly plans: { readonly credit: number; readonly from: string; to: string }[];
  readonly cash: { readonly site: string; readonly from: string; readonly cash: number | null }[];
  /** Steps in the one program there is, for carpenters. */
  readonly steps: Step[];
}
export interface Entry {
  readonly id: string;
  readonly worker: Worker;
  readonly site: Site;
  craft: string | null;
  /** Private work is rounded by it, public work is not. */
  readonly code?: string;
  readonly date: string;
  /** Minutes of the local day. */
  readonly start: number;
  end: number;
}
export interface Policy {
  readonly from: string;
  readonly weeklyAfter: number | null;
  readonly daily: readonly { after: number; mult: number }[];
  readonly inEffect: boolean;
  readonly dolCents: boolean;
  readonly floor: boolean;
}
export interface World {
  readonly policies: readonly Policy[];
  readonly ratio: { readonly apprentices: number; readonly journeyworkers: number };
  readonly apprenticeCraft: string;
}

export interface WeekPay {
  /** "site class multiplier" → cents. */
  readonly straight: Map<string, number>;
  /** "site class" → cents. */
  readonly cash: Map<string, number>;
  /** Multiplier in percent → minutes. */
  readonly minutes: Map<string, number>;
  readonly premium: number;
  readonly adjustment: number;
}

const halfUp = (value: number, by: number): number => Math.floor((2 * value + by) / (2 * by));
const add = (map: Map<string, number>, key: string, value: number): void => {
  map.set(key, (map.get(key) ?? 0) + value);
};
const newest = <T extends { from: string }>(rows: readonly T[], date: string): T | undefined =>
  rows.filter(({ from }) => from <= date).sort((a, b) => (a.from < b.from ? 1 : -1))[0];
const dayOfWeek = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

function stepOf(worker: Worker, date: string): Step | undefined {
  return worker.steps.find(({ from, to }) => from <= date && date <= to);
}

/** "worker site date" of apprentices whom the ratio leaves no place: who came later is over. */
export function overRatio(entries: readonly Entry[], world: World): Set<string> {
  const over = new Set<string>();
  const days = Map.groupBy(
    entries.filter(({ site, craft }) => site.contract !== null && craft === world.apprenticeCraft),
    ({ site, date }) => `${site.id} ${date}`,
  );
  for (const [key, day] of days) {
    const date = key.split(' ')[1] ?? '';
    const arrivals = new Map<Worker, number>();
    for (const { worker, start } of day) {
      arrivals.set(worker, Math.min(arrivals.get(worker) ?? 1440, start));
    }
    const journeyworkers = [...arrivals.keys()].filter((worker) => !stepOf(worker, date)).length;
    const allowed = Math.floor(
      (journeyworkers * world.ratio.apprentices) / world.ratio.journeyworkers,
    );
    const apprentices = [...arrivals]
      .filter(([worker]) => stepOf(worker, date))
      .sort((a, b) => a[1] - b[1]);
    for (const [worker] of apprentices.slice(allowed)) over.add(`${worker.id} ${key}`);
  }
  return over;
}

interface Terms {
  readonly paid: number;
  readonly base: number;
  readonly cash: number;
  readonly classId: string;
}

/** What an hour earns: the rate paid, the base of overtime, the cash in lieu. */
function termsOf(entry: Entry, over: ReadonlySet<string>, world: World): Terms {
  const { worker, site, craft, date } = entry;
  const own = newest(worker.rates, date)?.rate ?? 0;
  if (!site.contract || craft === null) return { paid: own, base: own, cash: 0, classId: 'none' };
  const series = site.classes[craft] ?? [];
  const term = newest(series, date) ?? series[0];
  if (!term) throw new Error(`No class ${craft}.`);
  let { base, fringe } = term;
  const step = craft === world.apprenticeCraft ? stepOf(worker, date) : undefined;
  if (step && !over.has(`${worker.id} ${site.id} ${date}`)) {
    base = halfUp(base * step.percent, 100);
    fringe = step.fringePercent === null ? fringe : halfUp(fringe * step.fringePercent, 100);
  }
  const credit = worker.plans
    .filter(({ from, to }) => from <= date && date <= to)
    .reduce((sum, plan) => sum + plan.credit, 0);
  const agreed = newest(
    worker.cash.filter((row) => row.site === site.id),
    date,
  );
  let cash = agreed ? (agreed.cash ?? Math.max(0, fringe - credit)) : 0;
  let paid = own;
  // Without top-up and short, overtime is as agreed: of the rate.
  const isAsAgreed = !site.contract.topUp && paid + cash + credit < base + fringe;
  if (site.contract.topUp) {
    const short = Math.max(0, base + fringe - (paid + cash + credit));
    const raised = Math.min(short, Math.max(0, base - paid));
    paid += raised;
    cash += short - raised;
  }
  return { paid, base: isAsAgreed ? paid : Math.max(base, paid), cash, classId: term.id };
}

/** What the determination or the law asks for, by the how-manieth minute of public work of the day. */
function legalRules({ site, craft, date }: Entry): (nth: number) => number {
  if (!site.contract) return () => 100;
  const series = craft === null ? [] : (site.classes[craft] ?? []);
  const rules =
    (newest(series, date) ?? series[0])?.overtime ??
    (site.contract.regime === 'ca' ? { daily: [{ after: 480, mult: 1.5 }] } : {});
  const ofDay = (rules.day_rules ?? [])
    .filter(({ dow }) => dow === dayOfWeek(date))
    .map(({ mult }) => mult);
  const lowest = Math.max(1, ...ofDay) * 100;
  const daily = rules.daily ?? [];
  return (nth) => {
    let multiplier = lowest;
    for (const { after, mult } of daily) {
      if (nth >= after) multiplier = Math.max(multiplier, mult * 100);
    }
    return multiplier;
  };
}

/** The week of one person; entries do not reach over midnight. */
export function weekPay(
  week: string,
  entries: readonly Entry[],
  over: ReadonlySet<string>,
  world: World,
): WeekPay {
  const policy = newest(world.policies, week);
  if (!policy) throw new Error(`No policy on ${week}.`);
  const groups = new Map<string, { minutes: number; paid: number; based: number; extra: number }>();
  const cashed = new Map<string, number>();
  const workedOn = new Map<string, number>();
  const publicOn = new Map<string, number>();
  let [worked, plain, covered, weight] = [0, 0, 0, 0];
  const inOrder = entries.toSorted((a, b) =>
    a.date === b.date ? a.start - b.start : a.date < b.date ? -1 : 1,
  );
  for (const entry of inOrder) {
    const terms = termsOf(entry, over, world);
    const legal = legalRules(entry);
    const { contract } = entry.site;
    const part = contract ? `${entry.site.id} ${terms.classId}` : `${entry.site.id} none`;
    for (let minute = entry.start; minute < entry.end; minute++) {
      const ofDay = workedOn.get(entry.date) ?? 0;
      const ofPublic = publicOn.get(entry.date) ?? 0;
      workedOn.set(entry.date, ofDay + 1);
      if (contract) publicOn.set(entry.date, ofPublic + 1);
      let multiplier = legal(ofPublic);
      for (const { after, mult } of policy.daily) {
        if (ofDay >= after) multiplier = Math.max(multiplier, mult * 100);
      }
      if (multiplier === 100) {
        if (policy.weeklyAfter !== null && plain >= policy.weeklyAfter) multiplier = 150;
        plain += 1;
      }
      const overForty =
        contract?.regime === 'ca' ||
        contract?.cwhssa === 'applies' ||
        contract?.cwhssa === 'unknown';
      if (multiplier === 100 && overForty) {
        if (covered >= 2400) multiplier = 150;
        covered += 1;
      }
      worked += 1;
      weight += multiplier - 100;
      const key = `${part} ${multiplier} ${terms.paid} ${contract ? 'week' : `${entry.date} ${entry.code ?? ''}`}`;
      const group = groups.get(key) ?? { minutes: 0, paid: 0, based: 0, extra: 0 };
      group.minutes += 1;
      group.paid += terms.paid;
      group.based += terms.base;
      group.extra += terms.base * (multiplier - 100);
      groups.set(key, group);
      if (terms.cash > 0) add(cashed, part, terms.cash);
    }
  }
  const straight = new Map<string, number>();
  const minutes = new Map<string, number>();
  let [remuneration, inEffect] = [0, 0];
  for (const [key, group] of groups) {
    add(straight, key.split(' ').slice(0, 3).join(' '), halfUp(group.paid, 6000));
    add(minutes, key.split(' ')[2] ?? '', group.minutes);
    remuneration += halfUp(group.based, 6000);
    inEffect += halfUp(group.extra, 600_000);
  }
  const rate = halfUp(remuneration * 60, worked);
  const average = policy.dolCents
    ? halfUp(weight * rate, 6000)
    : halfUp(weight * remuneration, 100 * worked);
  const premium = policy.inEffect ? inEffect : average;
  const long = Math.max(0, worked - 2400);
  const need = policy.dolCents ? halfUp(long * rate, 120) : halfUp(long * remuneration, 2 * worked);
  return {
    straight,
    minutes,
    cash: new Map([...cashed].map(([key, value]) => [key, halfUp(value, 6000)])),
    premium,
    adjustment: policy.floor && !policy.inEffect ? Math.max(0, need - premium) : 0,
  };
}
