import type { ReservedSql } from '../database/sql/sql.ts';

/** Jobs are SQL that the server runs: those a backup brings beside the program's own wait for somebody to read them. */
export class KnownJobs {
  readonly #sql: ReservedSql;
  readonly #sources: readonly string[];
  readonly #commands: readonly string[];
  readonly #roles: readonly string[];

  private constructor(sql: ReservedSql, sources: readonly string[], jobs: readonly Job[]) {
    this.#sql = sql;
    this.#sources = sources;
    this.#commands = jobs.map(({ command }) => command);
    this.#roles = jobs.map(({ username }) => username);
  }

  /** Before the data is loaded: what platform and migrations made, and what the other statements will make. */
  static async read(sql: ReservedSql, statements: readonly string[]): Promise<KnownJobs> {
    return new KnownJobs(sql, statements, await readJobs(sql));
  }

  /** The names of those that were switched off. */
  async switchOffOthers(): Promise<string[]> {
    const others = (await readJobs(this.#sql)).filter((job) => !this.#isKnown(job));
    if (others.length === 0) return [];
    await this.#sql`
      update cron.job set active = false where jobid = any(${others.map(({ jobid }) => jobid)}::bigint[])`;
    return others.filter(({ active }) => active).map(({ jobname, jobid }) => jobname ?? jobid);
  }

  #isKnown({ username, command }: Job): boolean {
    if (!this.#roles.includes(username)) return false;
    const quoted = `'${command.replaceAll("'", "''")}'`;
    return (
      this.#commands.includes(command) || this.#sources.some((source) => source.includes(quoted))
    );
  }
}

interface Job {
  readonly jobid: string;
  readonly jobname: string | null;
  readonly username: string;
  readonly command: string;
  readonly active: boolean;
}

const readJobs = (sql: ReservedSql) =>
  sql<Job[]>`select jobid::text, jobname, username::text, command, active from cron.job`;
