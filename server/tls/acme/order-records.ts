import type { Sql } from '../../database/sql/sql.ts';
import { type ChallengeType, TooManyOrders } from './issuer-error.ts';

const MAX_ORDERS = 5;
const LIMIT_PERIOD_MS = 3600_000;
/** An issuer's limit may last a week; what lies farther ahead was written by a clock that was wrong. */
const MAX_PAUSE_MS = 8 * 24 * 3600_000;
/** "acme": one order at a time, among all servers on this database. */
export const ORDER_LOCK_ID = 0x61_63_6d_65;

/** How the tries went so far. */
export interface Attempts {
  /** Since the last success. */
  readonly failures: number;
  readonly problem: string | null;
  readonly nextTryAt: Date | null;
  /** What worked last, or is to be tried first. */
  readonly challengeType: ChallengeType;
}

export const NO_ATTEMPTS: Attempts = {
  failures: 0,
  problem: null,
  nextTryAt: null,
  challengeType: 'http-01',
};

/** What is remembered of orders over restarts and among servers. Moments are given, not the database's. */
export interface OrderRecords {
  read(now: Date): Promise<Attempts>;
  write(attempts: Attempts): Promise<void>;
  /** Notes an order that is about to be made; throws `TooManyOrders` instead of a sixth within an hour. */
  addOrder(now: Date): Promise<void>;
  /** Undefined: somebody else is at it. The lock ends with its connection, so nobody holds it for ever. */
  lock(): Promise<(() => Promise<void>) | undefined>;
}

export function openOrderRecords(sql: Sql, names: string): OrderRecords {
  return {
    async read(now) {
      const [row] = await sql<Attempts[]>`
        select failures, problem, next_try_at as "nextTryAt", challenge_type as "challengeType"
          from supabase_migrations.acme_attempts where names = ${names}`;
      if (!row) return NO_ATTEMPTS;
      const isCredible = (row.nextTryAt?.getTime() ?? 0) < now.getTime() + MAX_PAUSE_MS;
      return { ...row, nextTryAt: isCredible ? row.nextTryAt : null };
    },
    async write({ failures, problem, nextTryAt, challengeType }) {
      const values = {
        names,
        failures,
        problem,
        next_try_at: nextTryAt,
        challenge_type: challengeType,
      };
      await sql`
        insert into supabase_migrations.acme_attempts ${sql(values)}
        on conflict (names) do update set failures = excluded.failures, problem = excluded.problem,
          next_try_at = excluded.next_try_at, challenge_type = excluded.challenge_type`;
    },
    async addOrder(now) {
      const since = new Date(now.getTime() - LIMIT_PERIOD_MS);
      await sql`
        delete from supabase_migrations.acme_orders
         where ordered_at < ${since} or ordered_at > ${new Date(now.getTime() + LIMIT_PERIOD_MS)}`;
      const orders = await sql<{ ordered_at: Date }[]>`
        select ordered_at from supabase_migrations.acme_orders order by ordered_at desc limit ${MAX_ORDERS}`;
      const oldest = orders[MAX_ORDERS - 1];
      if (oldest) throw new TooManyOrders(new Date(oldest.ordered_at.getTime() + LIMIT_PERIOD_MS));
      await sql`
        insert into supabase_migrations.acme_orders (names, ordered_at) values (${names}, ${now})`;
    },
    async lock() {
      const connection = await sql.reserve();
      const unlock = async () => {
        await connection`select pg_advisory_unlock(${ORDER_LOCK_ID})`.catch(() => undefined);
        connection.release();
      };
      try {
        const [row] = await connection`select pg_try_advisory_lock(${ORDER_LOCK_ID}) as granted`;
        if (row?.['granted'] === true) return unlock;
      } catch (error) {
        connection.release();
        throw error;
      }
      connection.release();
      return undefined;
    },
  };
}
