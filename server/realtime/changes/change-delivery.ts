import { setImmediate } from 'node:timers/promises';
import type { Sql } from '../../database/sql/sql.ts';
import type { PassedOn } from '../cluster/outbox-reader.ts';
import { encodeWithJson } from '../protocol/encode.ts';
import type { Change } from './change.ts';
import { changeData } from './change-payload.ts';
import { FilterError } from './filter.ts';
import type { Match } from './match.ts';
import { askAboutRows, matchSubscriptions, mayUse } from './match-subscriptions.ts';
import type { PatternLane } from './pattern-lane.ts';
import {
  callerKeyOf,
  type Subscriber,
  type Subscription,
  type Subscriptions,
} from './subscriptions.ts';
import type { Access, Table } from './table.ts';
import type { TableCatalog } from './table-catalog.ts';
import { PolicyJudge, type Visibility } from './visibility.ts';

/** After this many, requests of others get their turn. */
const SENT_IN_ONE_GO = 500;

export interface DeliveryEvents {
  /** The filter takes more than it may: nobody hears of changes by it any more. */
  gaveUp(subscriber: Subscriber, reason: string): void;
  failed(error: unknown): void;
  /** Policies could not be asked for all listeners at once: from now on one by one. */
  askedOneByOne(table: Table, error: unknown): void;
}

/** Brings changed rows to the channels that asked for them and may read them. */
export class ChangeDelivery {
  readonly #catalog: TableCatalog;
  readonly #subscriptions: Subscriptions;
  readonly #patterns: PatternLane;
  readonly #events: DeliveryEvents;
  readonly #judge: PolicyJudge;

  constructor(
    catalog: TableCatalog,
    subscriptions: Subscriptions,
    patterns: PatternLane,
    events: DeliveryEvents,
  ) {
    this.#catalog = catalog;
    this.#judge = new PolicyJudge(catalog, events.askedOneByOne);
    this.#subscriptions = subscriptions;
    this.#patterns = patterns;
    this.#events = events;
  }

  async deliver(sql: Sql, changes: readonly Change[], passedOn: PassedOn): Promise<void> {
    this.#judge.noticeRights(changes);
    if (this.#subscriptions.size === 0) return;
    for (const [relation, ofTable] of Map.groupBy(changes, (change) => change.relation)) {
      const table = await this.#find(relation);
      if (table) await this.#deliverTable(sql, table, ofTable);
      passedOn(ofTable.map(({ id }) => id));
    }
  }

  async #find(relation: number): Promise<Table | undefined> {
    const known = this.#catalog.byRelation(relation);
    if (known) return known;
    await this.#catalog.refresh();
    return this.#catalog.byRelation(relation);
  }

  async #deliverTable(sql: Sql, table: Table, changes: readonly Change[]): Promise<void> {
    const subscriptions = this.#subscriptions.forTable(table);
    const matched = await matchSubscriptions(sql, table, subscriptions, changes);
    if (matched.length === 0) return;
    const visibility = await this.#judge.judge(sql, table, changes, matched);
    const searches = ({ filter }: Match) => filter?.searches ?? false;
    const told: Match[] = [];
    for (const match of matched.filter((one) => !searches(one))) {
      told.push(await askAboutRows(sql, table, changes, match, visibility));
    }
    // From here on nothing fails: what is tried anew was told to nobody.
    for (const match of matched.filter(searches)) this.#search(table, changes, match, visibility);
    await tell(table, changes, told, visibility);
  }

  /** Nobody waits for a pattern but those who sent it. */
  #search(table: Table, changes: readonly Change[], match: Match, visibility: Visibility): void {
    const { subscription } = match;
    this.#patterns
      .run(
        (sql) => askAboutRows(sql, table, changes, match, visibility),
        () => subscription.callers.size > 0,
      )
      .then((found) => found && tell(table, changes, [found], visibility))
      .catch((error: unknown) => {
        if (!(error instanceof FilterError)) return this.#events.failed(error);
        for (const subscriber of membersOf(subscription)) {
          this.#events.gaveUp(subscriber, error.message);
        }
      });
  }
}

function membersOf({ callers }: Subscription): Subscriber[] {
  return [...callers.values()].flatMap(({ members }) => [...members]);
}

async function tell(
  table: Table,
  changes: readonly Change[],
  matched: readonly Match[],
  visibility: Visibility,
): Promise<void> {
  let sent = 0;
  for (const position of changes.keys()) {
    sent += deliverOne(table, changes, position, matched, visibility);
    if (sent < SENT_IN_ONE_GO) continue;
    sent = 0;
    await setImmediate();
  }
}

/** Returns how many were told. */
function deliverOne(
  table: Table,
  changes: readonly Change[],
  position: number,
  matched: readonly Match[],
  visibility: Visibility,
): number {
  const change = changes[position] as Change;
  const frames = new Map<string, Buffer>();
  let sent = 0;
  for (const [subscriber, requests] of recipients(table, position, matched, visibility)) {
    const { topic, version, caller } = subscriber;
    const access = table.access.get(caller.role) as Access;
    const oldRowVisible =
      table.tellsOldRow && visibility.old(callerKeyOf(caller), caller, position);
    for (const [select, ids] of requests) {
      const cacheKey = [version, topic, caller.role, select, ids, oldRowVisible].join('\n');
      let frame = frames.get(cacheKey);
      if (!frame) {
        const columns = select === '' ? undefined : (JSON.parse(select) as string[]);
        const data = changeData(table, change, access, columns, oldRowVisible);
        const payload = `{"ids":[${ids}],"data":${data}}`;
        frame = Buffer.from(encodeWithJson(version, topic, 'postgres_changes', payload));
        frames.set(cacheKey, frame);
      }
      subscriber.send(frame);
      sent++;
    }
  }
  return sent;
}

/** Who hears of a change: per channel the ids of its bindings, by the columns they want. */
function recipients(
  table: Table,
  position: number,
  matched: readonly Match[],
  visibility: Visibility,
): Map<Subscriber, Map<string, number[]>> {
  const found = new Map<Subscriber, Map<string, number[]>>();
  for (const { subscription, positions, filter } of matched) {
    if (!positions.includes(position)) continue;
    const select = subscription.request.select ? JSON.stringify(subscription.request.select) : '';
    for (const [, { caller, members }] of visibility.readers(subscription.callers, position)) {
      if (!mayUse(table, table.access.get(caller.role), filter)) continue;
      for (const member of members) {
        const requests = found.get(member) ?? new Map<string, number[]>();
        found.set(member, requests);
        const ids = requests.get(select);
        if (!ids) requests.set(select, [subscription.id]);
        else if (!ids.includes(subscription.id)) ids.push(subscription.id);
      }
    }
  }
  return found;
}
