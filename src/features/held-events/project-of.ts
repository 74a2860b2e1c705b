import type { HeldEvent } from '@/features/held-events/api/queries';

/** A clock-out is at the site of its clock-in. */
export const projectOf = (event: HeldEvent, all: readonly HeldEvent[]): string | null =>
  event.payload.project_id ??
  all.find(({ entry_id, payload }) => entry_id === event.entry_id && payload.project_id)?.payload
    .project_id ??
  null;
