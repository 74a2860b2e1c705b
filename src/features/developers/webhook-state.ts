import type { BadgeTone } from '@/components/ui/badge';
import type { Delivery, Webhook } from '@/features/developers/api/webhooks';

type WebhookState = 'delivering' | 'retrying' | 'paused' | 'off';

export const stateOf = ({ active, off_reason, failing_since }: Webhook): WebhookState => {
  if (!active) return off_reason === 'paused' ? 'paused' : 'off';
  return failing_since === null ? 'delivering' : 'retrying';
};

export const STATE_TONES: Record<WebhookState, BadgeTone> = {
  delivering: 'success',
  retrying: 'attention',
  paused: 'neutral',
  off: 'danger',
};

/** One attempt as the list shows it: what waits for its next attempt stands on the line of the last. */
export interface ShownDelivery {
  delivery: Delivery;
  /** When it is tried again. */
  nextAt: string | null;
  /** It failed, and a later attempt arrived. */
  arrivedLater: boolean;
}

export function shownDeliveries(rows: readonly Delivery[]): ShownDelivery[] {
  const of = (delivery: Delivery, status: string) =>
    rows.find(
      (other) =>
        other.event_id === delivery.event_id &&
        other.attempt > delivery.attempt &&
        other.status === status,
    );
  const isOnAnotherLine = (delivery: Delivery) =>
    delivery.status === 'waiting' &&
    delivery.kind === 'event' &&
    rows.some(
      (other) => other.event_id === delivery.event_id && other.attempt === delivery.attempt - 1,
    );
  return rows
    .filter((delivery) => !isOnAnotherLine(delivery))
    .map((delivery) => ({
      delivery,
      nextAt:
        delivery.status === 'failed'
          ? (rows.find(
              (other) =>
                other.event_id === delivery.event_id &&
                other.attempt === delivery.attempt + 1 &&
                other.status === 'waiting',
            )?.send_after ?? null)
          : null,
      arrivedLater: delivery.status === 'failed' && of(delivery, 'delivered') !== undefined,
    }));
}

const ERRORS = ['timeout', 'unreachable', 'forbidden', 'redirect', 'secret'] as const;

/** `timeout: no complete answer within 20 s` begins with a stable code. */
export const errorCode = ({ error }: Pick<Delivery, 'error'>) =>
  ERRORS.find((code) => error?.startsWith(`${code}:`)) ?? 'error';

export const errorDetails = ({ error }: Pick<Delivery, 'error'>): string =>
  error?.replace(/^\w+: ?/, '') ?? '';

/** As it is in the header `webhook-id`. */
export const messageId = ({ event_id }: Pick<Delivery, 'event_id'>): string =>
  `msg_${event_id.replaceAll('-', '')}`;

/** Without what is the same for all. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');
