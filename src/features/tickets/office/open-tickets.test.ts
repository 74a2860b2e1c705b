import { expect, test } from 'vitest';
import type { OfficeTicket, Stage } from '@/features/tickets/office/api/queries';
import { pileOf, shownTickets } from '@/features/tickets/office/open-tickets';

const ticket = (
  stage: Stage,
  age_days: number,
  total_amount: number | null = null,
  project_id = 'a',
) => ({ stage, age_days, total_amount, project_id }) as OfficeTicket;

test('what is open is neither billed nor rejected', () => {
  const all = [
    ticket('unsigned', 1),
    ticket('rejected', 2),
    ticket('billed', 3),
    ticket('approved', 4),
  ];
  expect(shownTickets(all, 'open', null).map(({ stage }) => stage)).toEqual([
    'unsigned',
    'approved',
  ]);
  expect(shownTickets(all, 'all', null)).toHaveLength(4);
  expect(shownTickets([ticket('unsigned', 1, null, 'b')], 'open', 'a')).toEqual([]);
});

test('a pile has its oldest ticket and its sum to the cent', () => {
  const all = [ticket('priced', 3, 0.1), ticket('submitted', 40, 0.2), ticket('billed', 99, 5)];
  expect(pileOf(all, 'unbilled')).toEqual({ count: 2, oldestDays: 40, amount: 0.3 });
  expect(pileOf([], 'unsigned')).toEqual({ count: 0, oldestDays: 0, amount: 0 });
});
