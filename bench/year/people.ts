import type { Random } from '../../testing/random.ts';
import type { BenchEnvironment } from '../environment.ts';
import { type Period, plusDays } from './calendar.ts';
import { type Office, openAccount } from './company.ts';
import { asDollars, CRAFTS, type Facts, type Person, type Site, toE4 } from './facts.ts';

/** Every so many-th person is an apprentice. */
export const APPRENTICE_EVERY = 6;
const PHONE_PERCENT = 50;
const NIGHT_PERCENT = 4;

/** Somebody new with a rate, for some with plans, cash in lieu of them and an apprenticeship; their phone is known at once. */
export async function hire(
  environment: BenchEnvironment,
  office: Office,
  facts: Facts,
  random: Random,
  hiredOn: string,
): Promise<Person> {
  const number = facts.people.length + 1;
  const id = random.uuid();
  const trade = random.pick(CRAFTS);
  await office.manager.add('employees', {
    ...{ id, first_name: 'Pat', last_name: `Nr ${String(number).padStart(4, '0')}` },
    ...{ job_title: trade, hired_on: hiredOn, employee_number: String(number) },
  });
  const { api } = await openAccount(environment, random, id);
  const roll = random.below(100);
  const person: Person = {
    ...{ id, number, api, trade, hiredOn, leftOn: null, unsent: [], sequence: 0 },
    habit:
      roll < NIGHT_PERCENT ? 'night' : roll < NIGHT_PERCENT + PHONE_PERCENT ? 'phone' : 'office',
    rates: [{ from: plusDays(hiredOn, -30), rate: toE4(22 + random.below(160_000) / 10_000) }],
    plans: office.plans
      .filter(() => random.chance(0.3))
      .map(({ credit }) => ({
        credit,
        from: plusDays(hiredOn, random.below(60)),
        to: plusDays(hiredOn, 90 + random.below(200)),
      })),
    cash: facts.sites
      .filter(({ contract }) => contract && random.chance(0.25))
      .map((site) => ({
        site: site.id,
        from: plusDays(hiredOn, random.below(60)),
        cash: random.chance(0.5) ? null : toE4(random.below(1200) / 100),
      })),
    steps: number % APPRENTICE_EVERY === 0 ? stepsFrom(facts, random) : [],
    timeOff: [],
    adjustments: [],
    paid: new Map(),
  };
  await writeDown(office, facts, person);
  await api.call('register_device', { device_id_param: `phone-${id}` });
  facts.people.push(person);
  return person;
}

function stepsFrom({ periods }: Facts, random: Random): Person['steps'] {
  const first = (periods[0] as Period).start;
  const change = plusDays(
    (periods[Math.floor(periods.length / 2)] as Period).start,
    random.below(5),
  );
  return [
    { from: plusDays(first, -200), to: plusDays(change, -1), percent: 60, fringePercent: null },
    { from: change, to: plusDays(change, 400), percent: 75.5, fringePercent: 75.5 },
  ];
}

async function writeDown(office: Office, facts: Facts, person: Person): Promise<void> {
  const { manager } = office;
  for (const { from, rate } of person.rates)
    await manager.add('employee_rates', {
      ...{ employee_id: person.id, hourly_rate: asDollars(rate), effective_from: from },
    });
  for (const { credit, from, to } of person.plans)
    await manager.add('employee_fringe_plans', {
      plan_id: office.plans.find((plan) => plan.credit === credit)?.id,
      ...{ employee_id: person.id, from_date: from, to_date: to },
    });
  for (const { site, from, cash } of person.cash)
    await manager.add('employee_classifications', {
      ...{ employee_id: person.id, project_id: site, from_date: from },
      classification_id: facts.sites.find(({ id }) => id === site)?.classes['Laborer']?.[0]?.id,
      cash_in_lieu: cash === null ? null : asDollars(cash),
    });
  for (const { from, to, percent, fringePercent } of person.steps)
    await manager.add('apprenticeships', {
      ...{ employee_id: person.id, program_id: office.program, from_date: from, to_date: to },
      ...{ level: 'step', percent, fringe_percent: fringePercent },
    });
}

export const isThere = ({ hiredOn, leftOn }: Person, date: string): boolean =>
  hiredOn <= date && (leftOn === null || date < leftOn);

export async function leave(office: Office, person: Person, today: string): Promise<void> {
  await office.manager.call('deactivate_employee', { employee_id_param: person.id });
  person.leftOn = today;
}

export async function raise(
  office: Office,
  person: Person,
  from: string,
  rate: number,
): Promise<void> {
  await office.manager.add('employee_rates', {
    ...{ employee_id: person.id, hourly_rate: asDollars(rate), effective_from: from },
  });
  person.rates.push({ from, rate });
}

/** Class of the series that a phone or a list would show that day. */
export const classOn = (site: Site, craft: string | null, date: string): string | null =>
  craft === null
    ? null
    : ((site.classes[craft] ?? []).findLast(({ from }) => from <= date)?.id ?? null);
