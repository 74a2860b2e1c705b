import type { RowFilter } from './row-filters.ts';
import type { Subscription } from './subscriptions.ts';

/** A subscription, and the changes (by position) its event and filter ask for. */
export interface Match {
  readonly subscription: Subscription;
  readonly positions: readonly number[];
  readonly filter: RowFilter | undefined;
}
