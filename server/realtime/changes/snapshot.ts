/** PostgreSQL's `pg_snapshot`: which transactions had ended when it was taken. */
export interface Snapshot {
  /** Transactions from here on had not begun. */
  readonly xmax: string;
  /** Those before it that were still running. */
  readonly running: readonly string[];
}

export function parseSnapshot(text: string): Snapshot {
  const [, xmax, running] = text.split(':');
  if (xmax === undefined) throw new Error(`not a snapshot: ${text}`);
  return { xmax, running: running ? running.split(',') : [] };
}

/** A restored or failed-over database may count from an earlier transaction again. */
export function wentBack(before: Snapshot, after: Snapshot): boolean {
  return BigInt(after.xmax) < BigInt(before.xmax);
}
