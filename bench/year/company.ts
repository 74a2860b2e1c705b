import type { Random } from '../../testing/random.ts';
import type { BenchEnvironment } from '../environment.ts';
import { Api } from './api.ts';
import { dayOfWeek, type Period, plusDays, ZONE } from './calendar.ts';
import {
  APPRENTICE_CRAFT,
  asDollars,
  CRAFTS,
  type Facts,
  type Policy,
  RATIO,
  type Site,
  type TimeOffType,
  toE4,
} from './facts.ts';

const MARKUP_PERCENT = 15;
const SITES = 8;

/** Valid for all of the simulated year, which the server's clock runs through within the hour. */
export async function openAccount(
  environment: BenchEnvironment,
  random: Random,
  employeeId?: string,
): Promise<{ api: Api; userId: string }> {
  const userId = random.uuid();
  const email = `${userId}@example.com`;
  // Mails confirm and invite accounts, so many an hour; nobody reads them here.
  await environment.sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data, aud, role)
    values (${userId}, ${email}, now(), '{"first_name": "Sam", "last_name": "Reed"}', 'authenticated', 'authenticated')`;
  if (employeeId)
    await environment.sql`update public.employees set user_id = ${userId} where id = ${employeeId}`;
  return { api: Api.as(environment, await environment.tokenFor(userId)), userId };
}

export interface Office {
  readonly owner: Api;
  readonly manager: Api;
  readonly program: string;
  readonly plans: readonly { readonly id: string; readonly credit: number }[];
}

/** A company with public and private sites, as its owner and a manager set it up. */
export async function openCompany(
  environment: BenchEnvironment,
  random: Random,
  periods: readonly Period[],
): Promise<{ office: Office; facts: Facts }> {
  const { api: owner } = await openAccount(environment, random);
  await owner.call('create_company', { name_param: 'Year Builders', time_zone_param: ZONE });
  const first = (periods[0] as Period).start;
  await owner.change('companies', 'id=not.is.null', {
    week_start: dayOfWeek(first),
    pay_period_kind: 'weekly',
    pay_period_anchor: first,
    late_punch_hours: 175,
    ask_forgotten_punches: false,
  });
  const managerId = random.uuid();
  await owner.add('employees', {
    id: managerId,
    first_name: 'Mia',
    last_name: 'Office',
    role: 'manager',
  });
  const { api: manager } = await openAccount(environment, random, managerId);
  const sites = makeSites(random, periods);
  const codes = await addCodes(manager, random);
  const plans = [3.75, 5.1, 2.49].map((credit) => ({ id: random.uuid(), credit: toE4(credit) }));
  const program = random.uuid();
  const facts: Facts = {
    periods,
    policies: policiesOf(periods),
    ...{ sites, codes, people: [], shifts: new Map() },
    types: timeOffTypes(random),
    holidays: holidaysOf(periods),
    billRates: CRAFTS.flatMap((trade) =>
      [0, Math.floor(periods.length / 2)].map((number) => ({
        trade,
        from: plusDays((periods[number] as Period).start, number === 0 ? -30 : 2),
        cents: 6_500 + random.below(4_000),
      })),
    ),
    markupPercent: MARKUP_PERCENT,
  };
  const office = { owner, manager, program, plans };
  await setRules(office, facts);
  for (const site of sites) await addSite(office, site, facts, random);
  return { office, facts };
}

function policiesOf(periods: readonly Period[]): Policy[] {
  const full = periods.filter(({ isCut }) => !isCut);
  const plain = { weeklyAfter: 2400, daily: [], inEffect: false, dolCents: false, floor: true };
  const at = (part: number): string => (full[Math.floor(full.length * part)] as Period).week;
  return [
    { from: plusDays((full[0] as Period).week, -364), ...plain },
    { from: at(0.2), ...plain, inEffect: true },
    { from: at(0.35), ...plain },
    { from: at(0.65), ...plain, daily: [{ after: 480, mult: 1.5 }], dolCents: true },
    { from: at(0.85), ...plain, weeklyAfter: 3000 },
  ];
}

function holidaysOf(periods: readonly Period[]): string[] {
  return periods.filter((_, number) => number % 9 === 4).map(({ start }) => plusDays(start, 3));
}

function timeOffTypes(random: Random): TimeOffType[] {
  const id = () => random.uuid();
  return [
    {
      id: id(),
      name: 'Paid leave',
      payCode: 'PTO',
      kind: 'per_hours_worked',
      hours: 1,
      worked: 26,
      cap: 60,
    },
    { id: id(), name: 'Sick leave', payCode: 'SICK', kind: 'per_year', hours: 40, carryOver: 16 },
    { id: id(), name: 'Vacation', payCode: 'PTO', kind: 'per_period', hours: 1.54, cap: 70 },
  ];
}

function makeSites(random: Random, periods: readonly Period[]): Site[] {
  const change = plusDays((periods[Math.floor(periods.length / 3)] as Period).start, 3);
  const contracts = [
    { regime: 'federal', cwhssa: 'applies', topUp: true },
    { regime: 'federal', cwhssa: 'does_not', topUp: false },
    { regime: 'federal', cwhssa: 'unknown', topUp: true },
  ] as const;
  return Array.from({ length: SITES }, (_, number) => {
    const contract = contracts[number] ?? null;
    const terms = (from: string) => ({
      ...{ id: random.uuid(), from, overtime: null },
      base: toE4(28 + random.below(1200) / 100),
      fringe: toE4(8 + random.below(800) / 100),
    });
    return {
      id: random.uuid(),
      contract,
      classes: Object.fromEntries(
        contract ? CRAFTS.map((craft) => [craft, [terms('2020-01-01'), terms(change)]]) : [],
      ),
    };
  });
}

async function addCodes(manager: Api, random: Random): Promise<string[]> {
  const rows = ['03 30 00', '06 10 00', '09 29 00', '31 23 00'].map((code) => ({
    ...{ id: random.uuid(), code, name: code },
  }));
  await manager.add('cost_codes', rows);
  return rows.map(({ id }) => id);
}

async function setRules({ owner, manager, program, plans }: Office, facts: Facts): Promise<void> {
  for (const { from, weeklyAfter, daily, inEffect, dolCents, floor } of facts.policies)
    await owner.call('set_overtime_policy', {
      preset_param: 'CUSTOM',
      effective_from_param: from,
      custom_param: {
        weekly_after: weeklyAfter,
        daily,
        rate_method: inEffect ? 'rate_in_effect' : 'weighted_average',
        agreement_7g2: inEffect,
        regular_rate: dolCents ? 'dol_cents' : 'exact',
        flsa_floor_check: floor,
      },
    });
  await owner.add(
    'holidays',
    facts.holidays.map((date) => ({ date, name: `Holiday ${date}` })),
  );
  for (const { id, name, payCode, kind, hours, worked, cap, carryOver } of facts.types)
    await manager.add('time_off_types', {
      ...{ id, name, pay_code: payCode },
      accrual: { kind, hours, worked, cap, carry_over: carryOver },
    });
  for (const { id, credit } of plans)
    await manager.add('fringe_plans', {
      ...{ id, name: `Plan ${credit}`, cost_amount: asDollars(credit), from_date: '2020-01-06' },
    });
  await manager.add('apprenticeship_programs', {
    ...{ id: program, name: 'Joint program', occupation: APPRENTICE_CRAFT, fringe_rule: 'program' },
    ratio_apprentices: RATIO.apprentices,
    ratio_journeyworkers: RATIO.journeyworkers,
  });
  for (const { trade, from, cents } of facts.billRates)
    await manager.add('bill_rates', { trade, rate: cents / 100, from_date: from });
  await manager.add('billing_terms', { labor_markup: facts.markupPercent });
}

async function addSite(
  { manager }: Office,
  site: Site,
  facts: Facts,
  random: Random,
): Promise<void> {
  const { id, contract, classes } = site;
  await manager.add('projects', { id, name: `Site ${id.slice(0, 8)}` });
  if (contract) {
    const { regime, cwhssa, topUp } = contract;
    const first = facts.periods[0] as Period;
    await manager.add('public_contracts', {
      ...{ project_id: id, regime, cwhssa, top_up: topUp, week_ends_on: dayOfWeek(first.end) },
    });
    for (const number of [0, 1]) {
      const determination = random.uuid();
      const from = Object.values(classes)[0]?.[number]?.from;
      await manager.add('wage_determinations', {
        ...{ id: determination, project_id: id, number: 'VA20250001' },
        ...{ modification: String(number), effective_from: from },
      });
      for (const [craft, terms] of Object.entries(classes)) {
        const term = terms[number];
        if (!term) continue;
        await manager.add('work_classifications', {
          ...{ id: term.id, determination_id: determination, code: craft, name: craft },
          ...{ base_rate: asDollars(term.base), fringe_rate: asDollars(term.fringe) },
        });
      }
    }
  }
  const budget = (await manager.call('save_budget', {
    project_id_param: id,
    name_param: 'Base',
    lines_param: facts.codes.map((code) => ({ cost_code_id: code, hours: 2_000 })),
  })) as { id: string };
  await manager.change('budgets', `id=eq.${budget.id}`, { status: 'approved' });
}
