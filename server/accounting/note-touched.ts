import type { AccountingStore, Lease } from './accounting-store.ts';
import type { TouchedActivity } from './system.ts';

/** What somebody changed there is a conflict at once, not only when our time changes. */
export async function noteTouched(
  store: AccountingStore,
  lease: Lease,
  touched: readonly TouchedActivity[],
): Promise<void> {
  if (touched.length === 0) return;
  const byId = new Map(touched.map((each) => [each.externalId, each]));
  for (const ours of await store.sent(lease, [...byId.keys()])) {
    const conflict = byId.get(ours.externalId)?.conflictWith(ours.sentContent);
    if (conflict) await store.note(lease, { id: ours.id, requestId: null }, conflict);
  }
}
