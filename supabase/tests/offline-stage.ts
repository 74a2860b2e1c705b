import { randomUUID } from 'node:crypto';
import type { Sql } from '../../server/database/sql/sql.ts';
import { as, type Company, hire, type Person } from './world.ts';

export interface OfflineEvent {
  readonly id: string;
  readonly device_id: string;
  readonly sequence: number;
  readonly kind: string;
  readonly happened_at: string;
  readonly offset_ms: number;
  readonly employee_id?: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The zone of these tests: it has no clock changes, so every local time is one instant on any day. */
export const ZONE = 'America/Phoenix';

const KINDS: Record<string, string> = {
  in: 'clock_in',
  out: 'clock_out',
  switch: 'switch',
  break: 'start_break',
  end: 'end_break',
};

/** The server has known these devices of the account for a year. */
export async function knowDevices(
  sql: Sql,
  { companyId, userId }: Person,
  ...devices: string[]
): Promise<void> {
  await sql`insert into private.known_devices (company_id, user_id, device_id, first_seen_at)
    select ${companyId}, ${userId}, device, now() - interval '1 year' from unnest(${devices}::text[]) as device
    on conflict do nothing`;
}

/** One worker's stage: local times of a day that is over, short names for entries and projects. */
export class OfflineStage {
  readonly ids = new Map<string, string>();
  readonly #events = new Map<string, OfflineEvent>();
  readonly #sql: Sql;
  readonly us: Company;
  readonly worker: Person;
  readonly #midnight: number;
  readonly #projects: Readonly<Record<string, string>>;

  constructor(
    sql: Sql,
    us: Company,
    worker: Person,
    midnight: number,
    projects: Record<string, string>,
  ) {
    this.#sql = sql;
    this.us = us;
    this.worker = worker;
    this.#midnight = midnight;
    this.#projects = projects;
  }

  static async make(sql: Sql, us: Company): Promise<OfflineStage> {
    const worker = await hire(sql, us.owner, 'employee');
    const devices = ['A', 'B', 'C', 'F', 'X'].map((name) => `${name}-${worker.employeeId}`);
    await knowDevices(sql, worker, ...devices);
    await knowDevices(sql, us.foreman, ...devices);
    const [row] = await sql`select extract(epoch from
      (date_trunc('day', now() at time zone ${ZONE}) - interval '3 days') at time zone ${ZONE}) * 1000 as midnight`;
    const [q] =
      await sql`insert into projects (company_id, name) values (${us.id}, 'Q') returning id`;
    const projects = { P: us.project, Q: q?.['id'] as string };
    return new OfflineStage(sql, us, worker, Number(row?.['midnight']), projects);
  }

  /** `7:00`, or `Tue 7:01` for the day after. */
  at(text: string): Date {
    const [day, time] = text.startsWith('Tue ')
      ? [1, text.slice(4)]
      : [0, text.replace('Mon ', '')];
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return new Date(this.#midnight + (day * 1440 + hours * 60 + minutes) * 60_000);
  }

  id(name: string): string {
    const id = this.ids.get(name) ?? randomUUID();
    this.ids.set(name, id);
    return id;
  }

  project(name: string): string {
    return this.#projects[name] as string;
  }

  /** `A1 in 7:00 P e1`: device and sequence, kind, time, project, entry. The same word is the same event. */
  event(text: string, offset = 0): OfflineEvent {
    const [, name = '', kind = '', time = '', project, entry] =
      /^(\w+) (\w+) ((?:Mon |Tue )?[\d:]+)(?: ([PQ]))?(?: (\w+))?$/.exec(text) ?? [];
    const known = this.#events.get(name);
    if (known) return known;
    const starts = kind === 'in' || kind === 'switch';
    const made: OfflineEvent = {
      id: randomUUID(),
      device_id: `${name[0]}-${this.worker.employeeId}`,
      sequence: Number(name.slice(1)),
      kind: KINDS[kind] as string,
      happened_at: this.at(time).toISOString(),
      offset_ms: offset,
      payload: {
        ...(entry ? { entry_id: this.id(entry) } : {}),
        ...(starts ? { project_id: this.project(project ?? 'P') } : {}),
      },
    };
    this.#events.set(name, made);
    return made;
  }

  /** Sends a batch as the worker, or as someone else; the results in words. */
  async send(
    texts: readonly string[],
    offset = 0,
    sender: Person = this.worker,
  ): Promise<string[]> {
    const events = texts.map((text) => this.event(text, offset));
    return (await this.sendRaw(events, sender)).map(({ result }) => result as string);
  }

  async sendRaw(events: readonly object[], sender: Person = this.worker) {
    return as(
      this.#sql,
      sender,
      (tx) => tx`select * from sync_events(${tx.json(events as never)})`,
    );
  }

  /** An entry that is there before. */
  async entry(name: string, from: string, to: string | null): Promise<void> {
    await as(
      this.#sql,
      this.us.manager,
      (tx) => tx`insert into time_entries (id, employee_id, clock_in, clock_out, project_id)
        values (${this.id(name)}, ${this.worker.employeeId}, ${this.at(from)}, ${to && this.at(to)}, ${this.us.project})`,
    );
  }

  /** `e1 P 7:00-13:00 (0:30)`, in order; an end is missing while it runs. */
  async entries(): Promise<string[]> {
    const rows = await this.#sql`
      select e.id, e.project_id, to_char(e.clock_in at time zone ${ZONE}, 'FMHH24:MI') as starts,
        to_char(e.clock_out at time zone ${ZONE}, 'FMHH24:MI') as ends,
        (select sum(extract(epoch from b.ended_at - b.started_at)) / 60 from time_entry_breaks b
          where b.company_id = e.company_id and b.time_entry_id = e.id) as pause
      from time_entries e where e.employee_id = ${this.worker.employeeId} order by e.clock_in`;
    const names = new Map([...this.ids].map(([name, id]) => [id, name]));
    return rows.map(({ id, project_id, starts, ends, pause }) =>
      [
        names.get(id as string) ?? '?',
        project_id === this.project('Q') ? 'Q' : 'P',
        `${starts}-${ends ?? ''}`,
        ...(pause === null ? [] : [`(0:${String(Number(pause)).padStart(2, '0')})`]),
      ].join(' '),
    );
  }

  held() {
    return this
      .#sql`select * from held_events where employee_id = ${this.worker.employeeId} order by device_id, sequence`;
  }

  async heldReasons(): Promise<string[]> {
    const rows = await this.held();
    return rows.filter(({ status }) => status === 'held').map(({ reason }) => reason as string);
  }
}
