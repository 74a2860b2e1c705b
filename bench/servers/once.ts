import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../server/database/sql/sql.ts';
import type { SmtpServer } from '../../testing/smtp-server.ts';

const JOB_SECONDS = 3;
/** On a busy machine what waits at the end takes a while. */
const MAX_DRAIN_MS = 300_000;
/** A server that is killed keeps its mail for five minutes; freed are only those nobody sends any more. */
const FREE_CLAIMS = `update mail.outbox set claimed_until = now()
  where sent_at is null and claimed_until < now() + interval '4 minutes 40 seconds'`;

/** Mails without end and a job every few seconds: each mail is to arrive once, no run to happen twice. */
export class Once {
  readonly #sql: Sql;
  readonly #smtp: SmtpServer;
  readonly #line: Promise<void>;
  #sent = 0;
  #working = true;

  static async begin(sql: Sql, smtp: SmtpServer): Promise<Once> {
    await sql`create schema if not exists bench`;
    await sql`create table bench.job_runs (at timestamptz not null default clock_timestamp())`;
    // A run may be late on a busy machine: what tells runs apart is the turn that a server took for it.
    await sql`create table bench.job_turns (next_run_at timestamptz not null)`;
    await sql`
      create function bench.note_turn() returns trigger language plpgsql security definer as $$
      begin
        insert into bench.job_turns values (new.next_run_at);
        return null;
      end $$`;
    await sql`
      create trigger bench_turn after update of next_run_at on cron.job for each row
      when (new.jobname = 'bench' and old.next_run_at is not null) execute function bench.note_turn()`;
    await sql`
      select cron.schedule('bench', ${`${JOB_SECONDS} seconds`}, 'insert into bench.job_runs default values')`;
    return new Once(sql, smtp);
  }

  private constructor(sql: Sql, smtp: SmtpServer) {
    this.#sql = sql;
    this.#smtp = smtp;
    this.#line = this.#write();
  }

  async #write(): Promise<void> {
    let id = randomUUID();
    while (this.#working) {
      const to = `person-${this.#sent + 1}@example.com`;
      try {
        await this.#sql`
          insert into mail.outbox (id, to_address, template, language, data)
          values (${id}, ${to}, 'auth_password_changed', 'en', '{}') on conflict do nothing`;
        this.#sent++;
        id = randomUUID();
      } catch {
        // The database is away; tried again with the same id.
      }
      await sleep(150);
    }
  }

  /** Waits for what is under way, and names every mail that is missing or came twice, and double runs. */
  async finish(kills: number): Promise<string[]> {
    this.#working = false;
    await this.#line;
    await this.#sql`select cron.unschedule('bench')`;
    const begun = performance.now();
    let waiting = Number.POSITIVE_INFINITY;
    while (waiting > 0 && performance.now() - begun < MAX_DRAIN_MS) {
      await this.#sql.unsafe(FREE_CLAIMS);
      const [row] = await this.#sql<{ count: number }[]>`
        select count(*)::int from mail.outbox where sent_at is null`;
      waiting = row?.count ?? 0;
      await sleep(1_000);
    }
    const arrived = Map.groupBy(this.#mine(), (to) => to);
    const missing = this.#sent - arrived.size;
    const twice = [...arrived.values()].filter((mails) => mails.length > 1).length;
    const [jobs] = await this.#sql<{ runs: number; turns: number; shortest: number }[]>`
      select (select count(*)::int from bench.job_runs) as runs, count(*)::int as turns, coalesce(min(gap), 99)::float8 as shortest
        from (select extract(epoch from next_run_at - lag(next_run_at) over (order by next_run_at)) as gap from bench.job_turns) t`;
    const { runs = 0, turns = 0, shortest = 0 } = jobs ?? {};
    console.log(
      `${this.#sent} mails, ${missing} missing (${waiting} still wait), ${twice} twice; ${runs} runs in ${turns} turns of a job every ${JOB_SECONDS} s, at least ${shortest.toFixed(1)} s apart`,
    );
    const isTwice = runs === 0 || runs > turns || shortest < JOB_SECONDS;
    return [
      ...(missing > 0 ? [`${missing} mails are missing`] : []),
      // Killed after the mail server took one and before that was noted: nobody can know.
      ...(twice > kills ? [`${twice} mails came twice`] : []),
      ...(isTwice ? ['a job ran twice, or never'] : []),
    ];
  }

  #mine(): string[] {
    return this.#smtp.received.flatMap(({ to }) => to).filter((to) => to.startsWith('person-'));
  }
}
