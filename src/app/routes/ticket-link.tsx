import { TicketLinkScreen } from '@/features/tickets/link/ticket-link-screen';

/** Open to everyone: the link in the mail is the permission. */
export function Component() {
  return (
    <main className="mx-auto min-h-dvh w-full max-w-[560px] px-4 py-6">
      <TicketLinkScreen />
    </main>
  );
}
