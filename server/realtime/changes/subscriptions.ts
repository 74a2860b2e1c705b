import { createHash } from 'node:crypto';
import type { Caller } from '../../database/caller.ts';
import type { ProtocolVersion } from '../protocol/message.ts';
import type { Operation } from './change.ts';
import type { RowFilter } from './row-filters.ts';
import type { Table } from './table.ts';

/** One entry of `config.postgres_changes` of a join. */
export interface ChangeRequest {
  readonly event: '*' | Operation;
  readonly schema: string;
  readonly table?: string | undefined;
  readonly filter?: string | undefined;
  readonly select?: readonly string[] | undefined;
}

/** Where changes go: a joined channel. */
export interface Subscriber {
  readonly topic: string;
  readonly version: ProtocolVersion;
  readonly caller: Caller;
  send(frame: Buffer): void;
}

/** All channels that asked for the same, by who they act as: policies are asked once for each. */
export interface Subscription {
  readonly id: number;
  readonly request: ChangeRequest;
  readonly callers: Map<string, { readonly caller: Caller; readonly members: Set<Subscriber> }>;
  /** The request's filter, checked against each table it concerns; null: it does not fit. */
  readonly filters: WeakMap<Table, RowFilter | null>;
}

/** The same request has the same id everywhere, so one frame serves many channels. */
export function subscriptionId(request: ChangeRequest): number {
  const digest = createHash('sha256').update(keyOf(request)).digest();
  return digest.readUInt32BE(0) & 0x7fffffff || 1;
}

export class Subscriptions {
  readonly #byKey = new Map<string, Subscription>();

  get size(): number {
    return this.#byKey.size;
  }

  find(request: ChangeRequest): Subscription | undefined {
    return this.#byKey.get(keyOf(request));
  }

  add(request: ChangeRequest, subscriber: Subscriber): Subscription {
    const key = keyOf(request);
    let subscription = this.#byKey.get(key);
    if (!subscription) {
      subscription = {
        id: subscriptionId(request),
        request,
        callers: new Map(),
        filters: new WeakMap(),
      };
      this.#byKey.set(key, subscription);
    }
    const { caller } = subscriber;
    const callerKey = callerKeyOf(caller);
    const group = subscription.callers.get(callerKey);
    if (group) group.members.add(subscriber);
    else subscription.callers.set(callerKey, { caller, members: new Set([subscriber]) });
    return subscription;
  }

  /** `caller`: who the subscriber acted as when it was added. */
  remove(request: ChangeRequest, subscriber: Subscriber, caller: Caller): void {
    const key = keyOf(request);
    const subscription = this.#byKey.get(key);
    const callerKey = callerKeyOf(caller);
    const group = subscription?.callers.get(callerKey);
    if (!subscription || !group) return;
    group.members.delete(subscriber);
    if (group.members.size === 0) subscription.callers.delete(callerKey);
    if (subscription.callers.size === 0) this.#byKey.delete(key);
  }

  forTable(table: Table): Subscription[] {
    return [...this.#byKey.values()].filter(({ request }) => concerns(request, table));
  }

  all(): Iterable<Subscription> {
    return this.#byKey.values();
  }
}

export function callerKeyOf({ role, claims }: Caller): string {
  return `${role}\n${claims}`;
}

function concerns({ schema, table }: ChangeRequest, { schema: ofTable, name }: Table): boolean {
  return (
    (schema === '*' || schema === ofTable) &&
    (table === undefined || table === '*' || table === name)
  );
}

function keyOf({ event, schema, table, filter, select }: ChangeRequest): string {
  return JSON.stringify([event, schema, table ?? null, filter ?? null, select ?? null]);
}
