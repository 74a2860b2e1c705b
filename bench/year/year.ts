import type { Random } from '../../testing/random.ts';
import type { BenchEnvironment } from '../environment.ts';
import { forEach } from './api.ts';
import { dayOfWeek, instantOf, type Period, plusDays } from './calendar.ts';
import type { ServerClock } from './clock.ts';
import type { Office } from './company.ts';
import type { Facts, Person, Shift } from './facts.ts';
import { change, edit, editEach, enterTime, entryOf, findPhones } from './field.ts';
import { compareBudgets, compareCertified, compareTicket } from './jobs.ts';
import { Clerk } from './naive.ts';
import { comparePay, owed, readLines } from './pay.ts';
import { hire, isThere, leave, raise } from './people.ts';
import { planShifts } from './plan.ts';
import { askForTimeOff, compareBalances } from './time-off.ts';

/** Before anybody comes in the morning, after the last of the night has gone. */
const OFFICE_OPENS_MINUTE = 370;
const STARTS_WITH_PERCENT = 85;
const RETRO_EVERY = 5;
const CORRECTED_EVERY = 3;

export class Year {
  readonly #environment: BenchEnvironment;
  readonly #clock: ServerClock;
  readonly #office: Office;
  readonly #facts: Facts;
  readonly #random: Random;
  readonly #clerk: Clerk;
  readonly #size: number;
  /** Cents by project and cost code, as locked. */
  readonly #paid = new Map<string, number>();
  readonly counts = { late: 0, raises: 0, retro: 0, corrections: 0, tickets: 0, certified: 0 };

  constructor(
    environment: BenchEnvironment,
    clock: ServerClock,
    office: Office,
    facts: Facts,
    random: Random,
    size: number,
  ) {
    this.#environment = environment;
    this.#clock = clock;
    this.#office = office;
    this.#facts = facts;
    this.#random = random;
    this.#clerk = new Clerk(facts);
    this.#size = size;
  }

  /** Plays a period up to its lock; what differs is returned. */
  async play(number: number): Promise<string[]> {
    const period = this.#period(number);
    await this.#changePeople(number, period);
    const shifts = planShifts(this.#facts, this.#random, period);
    await this.#clock.set(
      this.#environment,
      instantOf(plusDays(period.end, 1), OFFICE_OPENS_MINUTE),
    );
    await this.#workLate(number, period);
    const mayLose = this.#isFarFromMove(number) && number < this.#facts.periods.length - 1;
    await enterTime(this.#office, this.#facts, this.#random, shifts, mayLose);
    await edit(this.#office, this.#facts, this.#random, shifts);
    await this.#approve(period, shifts);
    await this.#raiseBackwards(number, period);
    const differences = await this.#compare(period);
    if (this.#facts.periods[number + 1]?.isCut) await this.#moveWeekStart();
    return differences;
  }

  #period(number: number): Period {
    return this.#facts.periods[number] as Period;
  }

  /** What is recorded for weeks before is about weeks of the same kind. */
  #isFarFromMove(number: number): boolean {
    return ![-2, -1, 0, 1, 2].some((far) => this.#facts.periods[number + far]?.isCut);
  }

  async #changePeople(number: number, { start }: Period): Promise<void> {
    const facts = this.#facts;
    const there = facts.people.filter((person) => isThere(person, start));
    const weeks = facts.periods.length;
    const wanted = Math.ceil(
      (this.#size * (STARTS_WITH_PERCENT + ((100 - STARTS_WITH_PERCENT) * number) / weeks)) / 100,
    );
    for (let count = there.length; count < wanted; count++)
      await hire(this.#environment, this.#office, facts, this.#random, start);
    for (const person of there) {
      const hasPlans =
        person.unsent.length > 0 ||
        person.timeOff.some(({ status, end }) => status === 'approved' && end >= start);
      if (number > 0 && !hasPlans && this.#random.next() < 0.25 / 52)
        await leave(this.#office, person, start);
      else if (this.#random.next() < 1.5 / 52)
        await this.#raise(person, plusDays(start, this.#random.below(10)));
    }
    await askForTimeOff(this.#office, facts, this.#random, start);
  }

  async #raise(person: Person, from: string): Promise<void> {
    if (person.rates.some((rate) => rate.from === from)) return;
    const last = person.rates.at(-1)?.rate ?? 0;
    await raise(this.#office, person, from, last + 2_500 + this.#random.below(15_000));
    this.counts.raises += 1;
  }

  /** Time of locked days: phones that were found, a mistake somebody noticed. */
  async #workLate(number: number, period: Period): Promise<void> {
    const before = this.#facts.periods[number - 1];
    if (!before) return;
    const today = plusDays(period.end, 1);
    const people = await findPhones(this.#office, this.#facts);
    this.counts.late += people.length;
    this.#post(before, people, today);
    if (number % CORRECTED_EVERY !== 1 || !this.#isFarFromMove(number)) return;
    const shift = this.#random.pick(
      [...this.#facts.shifts.values()].filter(
        ({ site, date, person }) =>
          !site.contract &&
          person.habit !== 'night' &&
          person.leftOn === null &&
          date >= before.start &&
          date <= before.end,
      ),
    ) as Shift | undefined;
    if (!shift) return;
    const { manager } = this.#office;
    const [stored] = await manager.read(
      `time_entries?id=eq.${shift.id}&select=*,breaks:time_entry_breaks(*)`,
    );
    change(this.#facts, this.#random, shift, 3);
    await manager.call('enter_late_time', { ...entryOf(shift), based_on_param: stored });
    this.counts.corrections += 1;
    this.#post(before, [shift.person], today);
  }

  #post(period: Period, people: readonly Person[], date: string): void {
    if (people.length === 0) return;
    for (const [person, cents] of owed(this.#clerk, [period])) {
      if (!people.includes(person))
        throw new Error(`Nr ${person.number} is owed ${cents} of ${period.start}.`);
      person.adjustments.push({ date, cents });
    }
  }

  async #approve({ start, end }: Period, shifts: readonly Shift[]): Promise<void> {
    const { manager } = this.#office;
    const range = { start_date_param: start, end_date_param: end };
    const approve = () => manager.call('approve_clean_time', range);
    await approve();
    // Seen afterwards: the days are opened, changed and approved again.
    const changed = shifts.filter(
      ({ id }) => this.#facts.shifts.has(id) && this.#random.chance(0.005),
    );
    await forEach([...new Set(changed.map(({ person }) => person))], (person) =>
      manager.call('unapprove_time', {
        ...range,
        employee_id_param: person.id,
        reason_param: 'Mistake',
      }),
    );
    await editEach(this.#office, this.#facts, this.#random, changed);
    await approve();
  }

  /** A raise from a day two weeks ago; what it owes is posted in the open period. */
  async #raiseBackwards(number: number, period: Period): Promise<void> {
    if (number % RETRO_EVERY !== 4 || !this.#isFarFromMove(number)) return;
    const [first, second] = [this.#period(number - 2), this.#period(number - 1)];
    const there = this.#facts.people.filter(
      (person) => isThere(person, period.end) && person.hiredOn <= first.start,
    );
    for (let count = 0; count < Math.max(1, this.#size / 50); count++)
      await this.#raise(this.#random.pick(there), plusDays(first.start, this.#random.below(12)));
    await this.#office.owner.call('post_payroll_adjustments', {
      ...{ start_date_param: first.start, end_date_param: second.end },
      ...{ reason_param: 'Raise from an earlier day', post_date_param: period.end },
    });
    for (const [person, cents] of owed(this.#clerk, [first, second]))
      person.adjustments.push({ date: period.end, cents });
    this.counts.retro += 1;
  }

  async #compare(period: Period): Promise<string[]> {
    const { lines, differences } = await comparePay(this.#office, this.#clerk, period);
    differences.push(...(await compareTicket(this.#office, this.#facts, this.#random, period)));
    this.counts.tickets += 1;
    if (!period.isCut) {
      const certified = await compareCertified(this.#office, this.#facts, lines, period);
      this.counts.certified += certified.reports;
      differences.push(...certified.differences);
    }
    await this.#office.owner.call('lock_pay_period', {
      ...{ start_date_param: period.start, end_date_param: period.end },
    });
    const frozen = await readLines(this.#office, period);
    const money = (some: typeof lines) =>
      JSON.stringify(
        some
          .map((line) => [
            line.employee_id,
            line.work_date,
            line.pay_code,
            line.minutes,
            line.total_cents,
          ])
          .sort(),
      );
    if (money(frozen) !== money(lines))
      differences.push(`${period.start}: locked lines differ from those before`);
    const open = await readLines(this.#office, {
      ...period,
      start: plusDays(period.end, 1),
      end: plusDays(period.end, 8),
    });
    const add = (sums: Map<string, number>, some: typeof lines) => {
      for (const { project_id, cost_code_id, total_cents } of some) {
        const key = `${project_id} ${cost_code_id}`;
        sums.set(key, (sums.get(key) ?? 0) + total_cents);
      }
      return sums;
    };
    add(this.#paid, frozen);
    const paid = add(new Map(this.#paid), open);
    differences.push(...(await compareBudgets(this.#office, this.#facts, paid, period)));
    differences.push(...(await compareBalances(this.#office, this.#facts, period.end)));
    return differences;
  }

  /** From Sunday to Monday, when the last week from Sunday is paid; reports of public work go along. */
  async #moveWeekStart(): Promise<void> {
    const last = this.#facts.periods.at(-1) as Period;
    await this.#office.owner.change('companies', 'id=not.is.null', {
      week_start: dayOfWeek(last.start),
    });
    await this.#office.manager.change('public_contracts', 'id=not.is.null', {
      week_ends_on: dayOfWeek(last.end),
    });
  }
}
