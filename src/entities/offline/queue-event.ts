import i18next from 'i18next';
import { toast } from 'sonner';
import { enqueue } from '@/entities/offline/event-queue';
import type { NewEvent } from '@/entities/offline/offline-event';
import { scheduleSending } from '@/entities/offline/send-events';
import { sessionState } from '@/entities/session/session-store';
import { AppError } from '@/lib/errors';

/** Keeps them on this device, says so, and plans to send them. */
export async function queueEvents(events: readonly NewEvent[], happenedAt: number): Promise<null> {
  const userId = sessionState().user?.id;
  if (!userId) throw new AppError('offline');
  await enqueue(userId, events, happenedAt);
  toast.success(i18next.t('timer:toast.saved'), {
    description: i18next.t('timer:toast.savedText'),
  });
  scheduleSending();
  return null;
}
