import { storeAnswered } from '@/entities/offline/answered-events';
import type { Delivery } from '@/entities/offline/deliver';
import { laneOf, type OfflineEvent } from '@/entities/offline/offline-event';
import { changeQueue, fileKey } from '@/entities/offline/queue-store';

/** What the server has leaves the queue, with its file; what it refused stays, with the reason. Answers what is left. */
export async function settleQueue(
  userId: string,
  { done, held, refused, early }: Delivery,
  answeredAt = Date.now(),
): Promise<readonly OfflineEvent[]> {
  const own = done.filter((event) => laneOf(event) === 'ordered' && !event.kiosk_id);
  if (own.length > 0) await storeAnswered(userId, own, answeredAt);
  const answered = new Set([...done, ...held].map(({ id }) => id));
  const problems = new Map(refused.map(({ event, problem }) => [event.id, problem]));
  const earlyIds = new Set(early.map(({ id }) => id));
  const marked = (event: OfflineEvent): OfflineEvent => {
    const problem = problems.get(event.id);
    if (problem) return { ...event, problem };
    return earlyIds.has(event.id) ? { ...event, early: true } : event;
  };
  return changeQueue(userId, (queue) => queue.filter(({ id }) => !answered.has(id)).map(marked), {
    remove: [...answered].map((id) => fileKey(userId, id)),
  });
}
