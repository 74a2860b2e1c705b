import type { Authenticator } from '../auth/authenticate.ts';
import type { Sql } from '../database/sql/sql.ts';
import type { Logger } from '../http/log.ts';
import type { PatternLane } from './changes/pattern-lane.ts';
import type { Subscriptions } from './changes/subscriptions.ts';
import type { TableCatalog } from './changes/table-catalog.ts';
import type { Rooms } from './channels/rooms.ts';
import type { OutboxReader } from './cluster/outbox-reader.ts';
import type { OutboxWriter } from './cluster/outbox-writer.ts';
import type { ServerRegistry } from './cluster/server-registry.ts';
import type { Connection } from './connection/connection.ts';

/** What the parts of one server share. */
export interface Hub {
  readonly serverId: string;
  readonly sql: Sql;
  /** Few connections of their own for what a client's messages ask: sign-in never waits for them. */
  readonly checks: Sql;
  readonly patterns: PatternLane;
  readonly authenticator: Authenticator;
  readonly log: Logger;
  readonly connections: Set<Connection>;
  /** API tokens that were revoked: one may end while it joins. */
  readonly endedTokens: Set<string>;
  readonly rooms: Rooms;
  readonly subscriptions: Subscriptions;
  readonly catalog: TableCatalog;
  readonly reader: OutboxReader;
  readonly writer: OutboxWriter;
  readonly registry: ServerRegistry;
  nextPresenceRef(): string;
  /** At most once a second, however many clients ask for a table that is not there. */
  refreshCatalog(): Promise<void>;
  /** Signs off and ends what runs. */
  close(): Promise<void>;
}
