import type { Random } from '../../testing/random.ts';
import { forEach, type Row } from './api.ts';
import { MINUTE_MS } from './calendar.ts';
import type { Office } from './company.ts';
import type { Facts, Person, Shift } from './facts.ts';
import { classOn } from './people.ts';
import { lengthOf } from './plan.ts';

const LOST_PERCENT = 20;
const iso = (at: number): string => new Date(at).toISOString();

/** The time of a period reaches the server: from phones that had no signal, and typed from paper. */
export async function enterTime(
  office: Office,
  facts: Facts,
  random: Random,
  shifts: readonly Shift[],
  mayLose: boolean,
): Promise<void> {
  const byPerson = [...Map.groupBy(shifts, ({ person }) => person)];
  // Decided before, so that the order in which answers come changes nothing.
  const lost = new Set(
    byPerson
      .filter(
        ([person]) => mayLose && person.habit === 'phone' && random.chance(LOST_PERCENT / 100),
      )
      // Late work is private: a later journeyworker would change what an apprentice is worth.
      .filter(([, own]) => own.every(({ site }) => !site.contract))
      .map(([person]) => person),
  );
  for (const [person, own] of byPerson) {
    if (lost.has(person)) person.unsent = own;
    else for (const shift of own) facts.shifts.set(shift.id, shift);
  }
  const arrived = byPerson.filter(([person]) => !lost.has(person));
  const isPhone = ({ habit }: Person) => habit === 'phone';
  await forEach(
    arrived.filter(([person]) => isPhone(person)),
    ([person, own]) => send(person, own),
  );
  // Afterwards: beside many people an account that types without end is made to wait for them.
  await forEach(
    arrived.filter(([person]) => !isPhone(person)),
    async ([, own]) => {
      for (const shift of own) await typeIn(office, shift);
    },
  );
}

async function typeIn({ manager }: Office, shift: Shift): Promise<void> {
  await manager.call('save_time_entry', entryOf(shift));
}

export const entryOf = (shift: Shift): Row => ({
  id_param: shift.id,
  employee_id_param: shift.person.id,
  clock_in_param: iso(shift.from),
  clock_out_param: iso(shift.to),
  project_id_param: shift.site.id,
  cost_code_id_param: shift.code,
  classification_id_param: classOn(shift.site, shift.craft, shift.date),
  breaks_param: shift.breaks.map(({ from, to, paid }) => ({
    ...{ started_at: iso(from), ended_at: iso(to), kind: paid ? 'rest' : 'meal', paid },
  })),
  reason_param: 'Time sheet',
});

/** All punches of a phone in one call, in order; what is held of them is returned. */
async function send(person: Person, shifts: readonly Shift[]): Promise<void> {
  const answers = await person.api.call<Row[]>('sync_events', {
    events_param: shifts.toSorted((a, b) => a.from - b.from).flatMap(punchesOf),
  });
  const refused = answers.find(({ result }) => result !== 'applied' && result !== 'held');
  if (refused) throw new Error(`${person.number}: ${JSON.stringify(refused)}`);
  const held = answers.filter(
    ({ result, reason }) => result === 'held' && !/hours later/.test(String(reason)),
  );
  if (held.length > 0) throw new Error(`Nr ${person.number}: ${JSON.stringify(held.slice(0, 2))}`);
}

function punchesOf(shift: Shift): Row[] {
  const { id, person, site, code, craft, date, breaks } = shift;
  const punch = (kind: string, at: number, payload: Row): Row => ({
    id: kind === 'clock_in' ? id : crypto.randomUUID(),
    ...{ device_id: `phone-${person.id}`, sequence: ++person.sequence, kind },
    ...{ happened_at: iso(at), offset_ms: 0, payload: { entry_id: id, ...payload } },
  });
  return [
    punch('clock_in', shift.from, {
      ...{ project_id: site.id, cost_code_id: code, classification_id: classOn(site, craft, date) },
    }),
    ...breaks.flatMap(({ from, to, paid }) => {
      const pause = { break_id: crypto.randomUUID(), break_kind: paid ? 'rest' : 'meal', paid };
      return [punch('start_break', from, pause), punch('end_break', to, pause)];
    }),
    punch('clock_out', shift.to, {}),
  ];
}

/** Phones that found a signal a week later: their period is locked, a manager has it paid on its true day. */
export async function findPhones({ manager }: Office, facts: Facts): Promise<Person[]> {
  const people = facts.people.filter(({ unsent }) => unsent.length > 0);
  for (const person of people) {
    await send(person, person.unsent);
    for (const shift of person.unsent.toSorted((a, b) => a.from - b.from)) {
      await manager.call('resolve_held_event', {
        ...{ id_param: shift.id, action_param: 'adjust', reason_param: 'The phone was found' },
      });
      facts.shifts.set(shift.id, shift);
    }
    person.unsent = [];
  }
  return people;
}

/** Before approval: ends moved, work booked elsewhere, entries that were double. */
export async function edit(
  office: Office,
  facts: Facts,
  random: Random,
  shifts: readonly Shift[],
): Promise<void> {
  const entered = shifts.filter(({ id }) => facts.shifts.has(id));
  await editEach(
    office,
    facts,
    random,
    entered.filter(() => random.chance(0.04)),
  );
}

/** Decided before, so that the order in which answers come changes nothing. */
export async function editEach(
  office: Office,
  facts: Facts,
  random: Random,
  shifts: readonly Shift[],
): Promise<void> {
  for (const shift of shifts) {
    const roll = random.below(4);
    if (roll === 0) facts.shifts.delete(shift.id);
    else change(facts, random, shift, roll);
  }
  const byPerson = Map.groupBy(shifts, ({ person }) => person);
  await forEach([...byPerson.values()], async (own) => {
    for (const shift of own) {
      if (facts.shifts.has(shift.id)) await typeIn(office, shift);
      else await remove(office, shift);
    }
  });
}

async function remove({ manager }: Office, { id }: Shift): Promise<void> {
  await manager.call('delete_time_entry', { id_param: id, reason_param: 'Was there twice' });
}

export function change(facts: Facts, random: Random, shift: Shift, roll: number): void {
  if (roll === 1) shift.code = random.pick(facts.codes);
  else if (roll === 2 && !shift.craft)
    shift.site = random.pick(facts.sites.filter(({ contract }) => !contract));
  else {
    shift.to -= random.below(Math.min(90, lengthOf(shift) - 60)) * MINUTE_MS;
    shift.breaks = shift.breaks.filter(({ to }) => to < shift.to);
  }
}
