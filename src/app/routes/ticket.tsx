import { TicketScreen } from '@/features/tickets/ticket-screen';

export function Component() {
  return <TicketScreen />;
}
