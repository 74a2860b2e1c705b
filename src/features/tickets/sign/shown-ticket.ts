import type { CopyTexts } from '@/features/tickets/sign/copy-texts';
import { isTime, secondsOf, type TicketLine } from '@/features/tickets/ticket';
import { formatDuration } from '@/lib/duration';
import type { IsoDate } from '@/lib/format';

export type ShownLine = Pick<TicketLine, 'kind' | 'description' | 'hours_kind' | 'unit'> & {
  quantity: number;
  trade: string;
};

/** What the customer is shown; no price is in here. */
export interface ShownTicket {
  company: string;
  project: string;
  number: string;
  work_date: IsoDate;
  description: string;
  location: string;
  reference: string;
  directed: { name: string; title: string; company: string };
  lines: readonly ShownLine[];
  photos: number;
}

/** 2 h 30 min, or 40 ft. */
export const quantityText = (line: Pick<ShownLine, 'kind' | 'quantity' | 'unit'>): string =>
  isTime(line) ? formatDuration(secondsOf(line.quantity)) : `${line.quantity} ${line.unit}`;

/** The trade, and at which rate of time if not straight time. */
export const lineDetail = (line: Pick<ShownLine, 'trade' | 'hours_kind'>, t: CopyTexts): string =>
  [line.trade, line.hours_kind === 'regular' ? '' : t(`hours.${line.hours_kind}`)]
    .filter(Boolean)
    .join(' · ');

export const laborSeconds = (lines: readonly ShownLine[]): number =>
  lines
    .filter((line) => line.kind === 'labor' && isTime(line))
    .reduce((sum, { quantity }) => sum + secondsOf(quantity), 0);
