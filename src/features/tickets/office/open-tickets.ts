import type { OfficeTicket, Stage } from '@/features/tickets/office/api/queries';

/** What the office chooses by, and which stages each means. */
export const FILTERS = {
  open: ['unsigned', 'unpriced', 'priced', 'submitted', 'approved'],
  unsigned: ['unsigned'],
  unpriced: ['unpriced'],
  unbilled: ['priced', 'submitted', 'approved'],
  rejected: ['rejected'],
  billed: ['billed'],
  all: ['unsigned', 'unpriced', 'priced', 'submitted', 'rejected', 'approved', 'billed'],
} satisfies Record<string, readonly Stage[]>;
export type Filter = keyof typeof FILTERS;

export function shownTickets(
  tickets: readonly OfficeTicket[],
  filter: Filter,
  projectId: string | null,
): OfficeTicket[] {
  const stages: readonly Stage[] = FILTERS[filter];
  return tickets.filter(
    (ticket) =>
      stages.includes(ticket.stage) && (projectId === null || ticket.project_id === projectId),
  );
}

export interface Pile {
  count: number;
  oldestDays: number;
  amount: number;
}

/** How many of a kind wait, how old the oldest is and what they come to. */
export function pileOf(tickets: readonly OfficeTicket[], filter: Filter): Pile {
  const pile = shownTickets(tickets, filter, null);
  return {
    count: pile.length,
    oldestDays: Math.max(0, ...pile.map(({ age_days }) => age_days)),
    amount: totalOf(pile),
  };
}

/** In cents on the way: sums of dollars would not stay whole. */
export const totalOf = (tickets: readonly Pick<OfficeTicket, 'total_amount'>[]): number =>
  tickets.reduce((sum, { total_amount }) => sum + Math.round((total_amount ?? 0) * 100), 0) / 100;
