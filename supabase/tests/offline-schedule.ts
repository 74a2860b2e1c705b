import type { Sql } from '../../server/database/sql/sql.ts';
import { Random } from '../../testing/random.ts';
import { type Kind, type ModelEntry, type ModelEvent, OfflineModel } from './offline-model.ts';
import { as, type Company, type Person } from './world.ts';

const MINUTE = 60_000;

/** A phone: what it has not sent, and what it believes about the clock. */
interface Phone {
  readonly name: string;
  sequence: number;
  /** Its clock minus the true one. */
  skew: number;
  /** The difference it measured last. */
  offset: number;
  queue: ModelEvent[];
  running: string | null;
  pause: string | null;
}

export interface Stage {
  readonly sql: Sql;
  readonly us: Company;
  readonly projects: readonly [string, string];
  readonly midnight: number;
  /** As companies.late_punch_hours. */
  readonly lateAfterHours: number;
}

const DAY_OFF = 1440 * MINUTE;

/** One person's days with phones, played against the model and the database side by side. */
export class Schedule {
  readonly model: OfflineModel;
  readonly worker: Person;
  readonly #stage: Stage;
  readonly #random: Random;
  readonly #phones: Phone[];
  #at: number;

  constructor(stage: Stage, worker: Person, seed: number) {
    this.#stage = stage;
    this.worker = worker;
    this.#random = new Random(seed);
    this.model = new OfflineModel(stage.midnight, Date.now, stage.lateAfterHours * 60 * MINUTE);
    this.#at = stage.midnight + (5 * 60 + this.#random.below(180)) * MINUTE;
    this.#phones = (this.#random.chance(0.3) ? ['A', 'B'] : ['A']).map((name) => this.#phone(name));
  }

  #phone(name: string): Phone {
    const skew = this.#skew();
    const phone = `${name}-${this.worker.employeeId}`;
    return { name: phone, sequence: 0, skew, offset: -skew, queue: [], running: null, pause: null };
  }

  /** Mostly seconds to minutes off, now and then up to more than a day. */
  #skew(): number {
    const most = this.#random.chance(0.12) ? 1.2 * DAY_OFF : 4 * MINUTE;
    return Math.round((this.#random.next() * 2 - 1) * most);
  }

  /** Plays it to the end; an answer of the database that differs from the model's is thrown. */
  async play(): Promise<void> {
    const steps = 3 + this.#random.below(7);
    for (let step = 0; step < steps; step += 1) {
      const phone = this.#random.pick(this.#phones);
      this.#at += (1 + (this.#random.chance(0.04) ? 1500 : this.#random.below(200))) * MINUTE;
      this.#punch(phone);
      if (this.#random.chance(0.06)) phone.skew = this.#skew();
      if (this.#random.chance(0.12)) await this.#office();
      if (this.#random.chance(0.35)) await this.#connect(phone);
    }
    for (const phone of this.#phones) await this.#send(phone, true);
  }

  #punch(phone: Phone): void {
    const kind: Kind = !phone.running
      ? 'clock_in'
      : this.#random.pick(
          phone.pause
            ? (['end_break', 'end_break', 'clock_out'] as const)
            : (['clock_out', 'switch', 'start_break'] as const),
        );
    const from = kind === 'switch' ? { from: phone.running as string } : {};
    const starts = kind === 'clock_in' || kind === 'switch';
    const entry = starts ? this.#random.uuid() : (phone.running as string);
    if (kind === 'start_break') phone.pause = this.#random.uuid();
    const pause = kind.endsWith('break') ? { pause: phone.pause as string } : {};
    phone.sequence += 1;
    phone.queue.push({
      id: this.#random.uuid(),
      device: phone.name,
      sequence: phone.sequence,
      kind,
      happenedAt: this.#at + phone.skew + this.#random.below(60_000),
      offset: phone.offset,
      sentOffset: phone.offset,
      entry,
      ...from,
      ...pause,
      ...(starts ? { project: this.#random.pick(this.#stage.projects) } : {}),
      state: 'received',
    });
    if (starts) phone.running = entry;
    if (kind === 'clock_out') phone.running = null;
    if (kind !== 'start_break') phone.pause = null;
  }

  /** A short signal: it may bring nothing, lose the answer, or find the session ended. */
  async #connect(phone: Phone): Promise<void> {
    const luck = this.#random.next();
    if (luck < 0.15) return;
    if (luck < 0.25) return this.#sendSignedOut(phone);
    await this.#send(phone, luck > 0.45);
  }

  async #sendSignedOut(phone: Phone): Promise<void> {
    const refused = await as(
      this.#stage.sql,
      'anon',
      (tx) => tx`select * from sync_events(${tx.json(this.#wire(phone.queue) as never)})`,
    ).then(
      () => false,
      () => true,
    );
    if (!refused) throw new Error('A phone without a session was heard.');
  }

  async #send(phone: Phone, answered: boolean): Promise<void> {
    if (phone.queue.length > 0) {
      const batch = phone.queue.map((event) => ({ ...event, sentOffset: -phone.skew }));
      const said = await as(
        this.#stage.sql,
        this.worker,
        (tx) => tx`select id, result from sync_events(${tx.json(this.#wire(batch) as never)})`,
      );
      const wanted = this.model.receive(batch).join();
      const got = said.map(({ result }) => result).join();
      if (got !== wanted) throw new Error(`The database said ${got}, the model ${wanted}.`);
    }
    if (!answered) return;
    phone.queue = [];
    phone.offset = -phone.skew;
    phone.running = this.model.running?.id ?? null;
    phone.pause = this.model.running?.breaks.find(({ ends }) => ends === null)?.id ?? null;
  }

  #wire(events: readonly ModelEvent[]): object[] {
    return events.map((event) => ({
      id: event.id,
      device_id: event.device,
      sequence: event.sequence,
      kind: event.kind,
      happened_at: new Date(event.happenedAt).toISOString(),
      offset_ms: event.offset,
      sent_offset_ms: event.sentOffset,
      payload: {
        entry_id: event.entry,
        ...(event.from ? { from_entry_id: event.from } : {}),
        ...(event.project ? { project_id: event.project } : {}),
        ...(event.pause ? { break_id: event.pause, break_kind: 'meal', paid: false } : {}),
      },
    }));
  }

  /** Meanwhile in the office: a day is locked, a project closed, time entered by hand. */
  async #office(): Promise<void> {
    const { sql, us, projects } = this.#stage;
    const what = this.#random.below(3);
    if (what === 0) {
      const day = this.model.day(this.#at) - this.#random.below(2);
      if (day < 0 || this.model.locked.has(day)) return;
      await sql`insert into pay_periods (company_id, start_date, end_date, status, locked_at)
        select ${us.id}, day, day, 'locked', now() from (select (to_timestamp(${
          (this.#stage.midnight + day * DAY_OFF) / 1000
        }) at time zone 'America/Phoenix')::date as day) d`;
      this.model.locked.add(day);
    } else if (what === 1) {
      await sql`update projects set archived_at = now() where id = ${projects[1]}`;
      this.model.archived.add(projects[1]);
    } else {
      await this.#addByHand();
    }
  }

  async #addByHand(): Promise<void> {
    const { sql, us, projects } = this.#stage;
    const starts = this.#at - this.#random.below(300) * MINUTE;
    const ends = starts + (10 + this.#random.below(60)) * MINUTE;
    const entry: ModelEntry = {
      id: this.#random.uuid(),
      project: projects[0],
      starts,
      ends,
      breaks: [],
    };
    if (ends > Date.now() || !this.model.add(entry)) return;
    await as(
      sql,
      us.manager,
      (tx) => tx`insert into time_entries (id, employee_id, clock_in, clock_out, project_id)
        values (${entry.id}, ${this.worker.employeeId}, ${new Date(starts)}, ${new Date(ends)}, ${entry.project})`,
    );
  }

  /** What the office closed is open again for the next schedule. */
  async reopen(): Promise<void> {
    const { sql, us, projects } = this.#stage;
    if (this.model.locked.size > 0) await sql`delete from pay_periods where company_id = ${us.id}`;
    if (this.model.archived.size > 0) {
      await sql`update projects set archived_at = null where id = ${projects[1]}`;
    }
  }

  /** Every event once: applied, repeated or held, as the model has it. */
  expectedEvents(): string[] {
    return this.model.events
      .map(({ id, state, problem }) => `${id} ${state} ${problem ?? ''}`)
      .sort();
  }

  expectedEntries(): string[] {
    const time = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());
    return this.model.entries.map(({ id, starts, ends, breaks }) =>
      [
        id,
        time(starts),
        time(ends),
        ...breaks
          .toSorted((a, b) => a.starts - b.starts)
          .map((pause) => `${time(pause.starts)}-${time(pause.ends)}`),
      ].join(' '),
    );
  }
}
