/** Hours of one person, pay period and earning, as the outbox gives them out. */
export interface PayActivity {
  readonly id: string;
  readonly action: 'create' | 'update' | 'delete';
  readonly requestId: string;
  /** It was given out before and nothing was noted since: it may have arrived there. */
  readonly isUnanswered: boolean;
  readonly externalId: string | null;
  readonly content: PayContent;
  /** As it was when it last arrived there. */
  readonly sentContent: PayContent | null;
}

export interface PayContent {
  /** The first day of the pay period. */
  readonly work_date: string;
  readonly period_end: string;
  readonly person: { readonly external_id: string; readonly name: string };
  readonly payroll_item: { readonly external_id: string; readonly name: string };
  readonly hours: number;
  readonly minutes: number;
}

export type Outcome =
  | { readonly kind: 'sent'; readonly external_id: string; readonly sync_token: string | null }
  | { readonly kind: 'deleted' }
  | {
      readonly kind: 'conflict';
      readonly reason: 'edited' | 'billed' | 'gone' | 'unsure' | 'by_hand';
      readonly theirs: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  | { readonly kind: 'retry'; readonly after_seconds: number; readonly code: string };

/** Both systems take hours in hundredths: half up, from the sum of all minutes. */
export function hundredths({ hours, minutes }: Pick<PayContent, 'hours' | 'minutes'>): number {
  return Math.floor(((hours * 60 + minutes) * 100) / 60 + 0.5);
}

export function hoursText(value: number): string {
  return (value / 100).toFixed(2);
}
