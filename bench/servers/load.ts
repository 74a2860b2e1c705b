import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../server/database/sql/sql.ts';
import { Crew } from '../chaos/crew.ts';
import { Ledger } from '../chaos/ledger.ts';
import type { HeadersFor } from '../chaos/lines.ts';
import { type OpenOffice, openOffice } from '../chaos/open-office.ts';
import { generateLoad } from '../generate.ts';
import type { Fleet } from './fleet.ts';
import { Once } from './once.ts';
import { Watcher } from './watcher.ts';

const WORKERS = 12;
const WATCHERS = 4;
const RECOVERY_MS = 120_000;

/** Everything that goes on while something is done to the servers or their database. */
export class Load {
  readonly ledger = new Ledger();
  readonly #fleet: Fleet;
  readonly #sql: Sql;
  readonly #before: ReadonlySet<string>;
  readonly #once: Once;
  readonly #crew: Crew;
  readonly #watchers: readonly Watcher[];
  readonly #headersFor: HeadersFor;
  #office: OpenOffice | undefined;

  /** `release`: whose schema the database has. */
  static async begin(fleet: Fleet, sql: Sql, release?: string): Promise<Load> {
    await generateLoad(sql, 1, 100, 1, release);
    const entries = await sql<{ id: string }[]>`select id from public.time_entries`;
    const people = await sql<{ userId: string; employeeId: string; projectId: string }[]>`
      select private.generate_id('user 1 ' || n) as "userId",
        private.generate_id('employee 1 ' || n) as "employeeId",
        private.generate_id('project 1 ' || 1 + n % 5) as "projectId"
      from generate_series(10, ${9 + WORKERS}) as n`;
    const headersFor = await fleet.headers(sql);
    const workers = await Promise.all(
      people.map(async ({ userId, ...person }) => ({
        ...person,
        headers: await headersFor(userId),
      })),
    );
    const [manager] = await sql<{ id: string }[]>`select private.generate_id('user 1 2') as id`;
    const { apikey = '', authorization = '' } = await headersFor(manager?.id ?? '');
    const token = authorization.replace('Bearer ', '');
    const watchers = Array.from({ length: WATCHERS }, () => new Watcher(fleet.url, apikey, token));
    const before = new Set(entries.map(({ id }) => id));
    const once = await Once.begin(sql, fleet.smtp);
    return new Load(fleet, sql, { before, once, workers, watchers, headersFor });
  }

  private constructor(
    fleet: Fleet,
    sql: Sql,
    made: {
      readonly before: ReadonlySet<string>;
      readonly once: Once;
      readonly workers: ConstructorParameters<typeof Crew>[1];
      readonly watchers: readonly Watcher[];
      readonly headersFor: HeadersFor;
    },
  ) {
    this.#fleet = fleet;
    this.#sql = sql;
    this.#before = made.before;
    this.#once = made.once;
    this.#watchers = made.watchers;
    this.#headersFor = made.headersFor;
    this.#crew = new Crew(fleet.url, made.workers, this.ledger);
  }

  /** All the work beside the clock, which an old release may not know. */
  async openOffice(): Promise<void> {
    const { url, channels } = this.#fleet;
    const [sql, headersFor, ledger] = [this.#sql, this.#headersFor, this.ledger];
    this.#office = await openOffice({ url, sql, ledger, channels, headersFor });
  }

  /** Until a call is answered and every screen hears a new change: seconds in which nobody was answered. */
  async untilWorking(): Promise<number> {
    const begun = performance.now();
    const { acknowledged } = this.ledger;
    while (this.ledger.acknowledged === acknowledged) {
      if (performance.now() - begun > RECOVERY_MS) throw new Error('Nobody is answered.');
      await sleep(20);
    }
    await Promise.all(this.#watchers.map((watcher) => watcher.untilHeard(RECOVERY_MS)));
    return this.ledger.takeMaxGap();
  }

  /** Everyone goes home; answers what differs from what was acknowledged, after so many kills. */
  async end(kills: number): Promise<string[]> {
    await Promise.all([this.#crew.goHome(), this.#office?.goHome()]);
    const mails = await this.#once.finish(kills);
    const rejoined = this.#watchers.reduce((sum, { joined }) => sum + joined - 1, 0);
    console.log(`${this.ledger.summary()}; screens came back ${rejoined} times`);
    await Promise.all(this.#watchers.map((watcher) => watcher.close()));
    const totals = await this.#sql`select * from private.work_totals_differences()`;
    return [
      ...this.ledger.complaints,
      ...mails,
      ...((await this.#office?.compare(kills)) ?? []),
      ...(await this.ledger.compare(this.#sql, this.#before)),
      ...(await this.#compareFiles()),
      ...totals.map((row) => `work_totals: ${JSON.stringify(row)}`),
    ];
  }

  async #compareFiles(): Promise<string[]> {
    const [manager] = await this.#sql<{ id: string }[]>`
      select private.generate_id('user 1 2') as id`;
    const headers = await this.#headersFor(manager?.id ?? '');
    const broken: string[] = [];
    for (const [file, sha256] of this.ledger.files) {
      const address = `${this.#fleet.url}/storage/v1/object/photos/${file}`;
      const answer = await fetch(address, { headers });
      const hash = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()));
      if (hash.digest('hex') !== sha256) broken.push(`${file}: ${answer.status}, other bytes`);
    }
    return broken;
  }
}
