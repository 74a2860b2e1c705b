import { authorizationOf } from '@/entities/offline/authorization';
import type { Delivery, Transport } from '@/entities/offline/deliver';
import { settle } from '@/entities/offline/event-queue';
import type { EventKind } from '@/entities/offline/offline-event';
import { createRunner, type RunnerOptions, type Sending } from '@/entities/offline/runner';
import { commitToViewer, reloadTime } from '@/entities/running-entry/update-running-entry';
import { sessionState } from '@/entities/session/session-store';
import { callByName } from '@/lib/call-by-name';
import { unwrap } from '@/lib/errors';
import { loadCode } from '@/lib/load-code';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** What the screen shows is worth waiting for, but not the sending. */
const MAX_RELOAD_MS = 5000;

/** What else shows what was sent. */
const STALE_AFTER: Partial<Record<EventKind, string[]>> = {
  quantity: [queryKeys.budgets],
  answers: [queryKeys.verification],
  break_board: [queryKeys.breaks],
  bulletin: [queryKeys.bulletins],
  crew_day: [queryKeys.crews],
  site_visit: [queryKeys.siteSignIn],
  expense: [queryKeys.expenses],
  form: [queryKeys.forms],
  report: [queryKeys.fieldReports],
  ticket: [queryKeys.tickets],
  // The receipt of an expense and the proof of a certificate are some, too.
  photo: [queryKeys.photos, queryKeys.expenses, queryKeys.certificates],
};

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The page's way to the server, in the name of whoever punched. */
function pageTransport(userId: string, authorization: string, signal: AbortSignal): Transport {
  return {
    call: async (name, args) =>
      unwrap(
        await callByName(supabase(), name, args)
          .setHeader('Authorization', authorization)
          .abortSignal(signal),
      ),
    attach: async (batch) => {
      const { sendPhotos } = await loadCode(() => import('@/entities/uploads/send-photos'));
      return sendPhotos(userId, batch);
    },
  };
}

const account = (): string | null => {
  const session = sessionState();
  return session.status === 'signed-in' ? session.user.id : null;
};

function refresh(delivery: Delivery): void {
  const roots = new Set(delivery.done.flatMap(({ kind }) => STALE_AFTER[kind] ?? []));
  for (const root of roots) void queryClient.invalidateQueries({ queryKey: [root] });
}

const connect: RunnerOptions['connect'] = async (userId, signal) => {
  const authorization = await authorizationOf(userId);
  return authorization ? pageTransport(userId, authorization, signal) : null;
};

/** What sends the queue of a page: the work in order, and files beside it. */
export function createPageSender() {
  const ordered = createRunner({
    lane: 'ordered',
    account,
    connect,
    settle: async (userId, delivery) => {
      const answeredAt = Date.now();
      await commitToViewer(queryClient, delivery.done, answeredAt);
      // First the server's picture, then ours goes: the clock on the screen never jumps back.
      await Promise.race([reloadTime(queryClient), pause(MAX_RELOAD_MS)]);
      await settle(userId, delivery, answeredAt);
      await queryClient.invalidateQueries({ queryKey: [queryKeys.heldEvents] });
      refresh(delivery);
    },
  });
  const attachments = createRunner({
    lane: 'attachments',
    account,
    connect,
    settle: async (userId, delivery) => {
      await settle(userId, delivery);
      refresh(delivery);
    },
    atOnce: 2,
  });
  return { ordered, attachments };
}

const { ordered, attachments } = createPageSender();

/** Sends what waits; a photo of a clock-in that waited as well is sent after it. */
export async function sendEvents(): Promise<void> {
  await Promise.all([ordered.run().then(attachments.run), attachments.run()]);
}

export const sendAttachments = attachments.run;

/** Plans the next try. */
export function scheduleSending(): void {
  ordered.schedule();
  attachments.schedule();
}

export function useSending(): Sending {
  const work = ordered.useSending();
  const files = attachments.useSending();
  return {
    busy: work.busy || files.busy,
    problem: work.problem ?? files.problem,
    nextTryAt: work.nextTryAt ?? files.nextTryAt,
  };
}
