import { randomUUID } from 'node:crypto';
import type { Caller } from '../../database/caller.ts';
import type { Sql } from '../../database/sql/sql.ts';
import type { TableCatalog } from '../changes/table-catalog.ts';

/** What the policies on `realtime.messages` allow on a private channel. */
export interface Permissions {
  readonly broadcast: boolean;
  readonly presence: boolean;
}

export const EVERYTHING: Permissions = { broadcast: true, presence: true };
const NOTHING: Permissions = { broadcast: false, presence: false };
const CHECKS = { read: 'check_messages_read', write: 'check_messages_write' } as const;

/**
 * Asks the policies as if a message of each kind were in the channel, for callers of one role.
 * Nothing is written.
 */
export async function askChannelPolicies(
  { checks, catalog }: { readonly checks: Sql; readonly catalog: TableCatalog },
  command: 'read' | 'write',
  topic: string,
  role: string,
  callers: readonly Caller[],
): Promise<Permissions[]> {
  if (catalog.passesChannelPolicies(role)) return callers.map(() => EVERYTHING);
  const now = new Date().toISOString();
  const records = ['broadcast', 'presence'].map((extension) =>
    JSON.stringify({
      id: randomUUID(),
      topic,
      extension,
      private: true,
      inserted_at: now,
      updated_at: now,
    }),
  );
  const answers = await checks.unsafe<{ caller_: number; visible_: number[] }[]>(
    `select caller_, visible_
       from realtime.${CHECKS[command]}($1, $2::text[], $3::text[], $4::text[]::json[])`,
    [role, callers.map(({ claims }) => claims), callers.map(() => topic), records],
  );
  const permissions = callers.map(() => NOTHING);
  for (const { caller_, visible_ } of answers) {
    permissions[caller_ - 1] = { broadcast: visible_.includes(1), presence: visible_.includes(2) };
  }
  return permissions;
}
