/** One tracked client. A client that tracks anew gets a new ref. */
export interface PresenceEntry {
  readonly key: string;
  readonly ref: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

type PresenceMap = Record<string, { metas: Record<string, unknown>[] }>;

export interface PresenceDiff {
  readonly joins: readonly PresenceEntry[];
  readonly leaves: readonly PresenceEntry[];
}

/** Who is in a room, on all servers. Applying the same news twice changes nothing. */
export class Presence {
  readonly #entries = new Map<string, PresenceEntry>();

  get size(): number {
    return this.#entries.size;
  }

  /** What really changed. */
  apply({ joins, leaves }: PresenceDiff): PresenceDiff {
    const joined = joins.filter(({ ref }) => !this.#entries.has(ref));
    const left = leaves.filter(({ ref }) => this.#entries.has(ref));
    for (const { ref } of left) this.#entries.delete(ref);
    for (const entry of joined) this.#entries.set(entry.ref, entry);
    return { joins: joined, leaves: left };
  }

  /** Payload of `presence_state`. */
  state(): PresenceMap {
    return toMap([...this.#entries.values()]);
  }
}

/** Payload of `presence_diff`. */
export function diffPayload({ joins, leaves }: PresenceDiff): {
  joins: PresenceMap;
  leaves: PresenceMap;
} {
  return { joins: toMap(joins), leaves: toMap(leaves) };
}

export function isEmpty({ joins, leaves }: PresenceDiff): boolean {
  return joins.length === 0 && leaves.length === 0;
}

function toMap(entries: readonly PresenceEntry[]): PresenceMap {
  // A key is whatever the client chose, `__proto__` included.
  const map: PresenceMap = Object.create(null);
  for (const { key, ref, meta } of entries) {
    map[key] ??= { metas: [] };
    map[key].metas.push({ ...meta, phx_ref: ref });
  }
  return map;
}
