import { TicketsScreen } from '@/features/tickets/tickets-screen';

export function Component() {
  return <TicketsScreen />;
}
