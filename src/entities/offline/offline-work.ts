import { QueryObserver } from '@tanstack/react-query';
import { breakTypesQuery } from '@/entities/break-type/use-break-types';
import { myBulletinsQuery } from '@/entities/bulletin/bulletins-query';
import { clockQuestionsQuery } from '@/entities/clock-question/clock-questions-query';
import { allowedCodesQuery, costCodeOptionsQuery } from '@/entities/cost-code/cost-codes-query';
import { teamQuery } from '@/entities/employee/team-query';
import { adoptOutboxes } from '@/entities/offline/adopt-outboxes';
import { closeQueue, openQueue } from '@/entities/offline/event-queue';
import { forgetOthers, keepData } from '@/entities/offline/kept-data';
import { registerDevice } from '@/entities/offline/register-device';
import { sendEvents } from '@/entities/offline/send-events';
import { projectOptionsQuery } from '@/entities/project/projects-query';
import { recentWorkQuery } from '@/entities/recent-work/recent-work-query';
import { myShiftsQuery, SHIFT_DAYS } from '@/entities/shift/my-shifts-query';
import { keptTimeQuery } from '@/entities/time-entry/kept-time';
import { keepTrying } from '@/lib/keep-trying';
import { queryClient } from '@/lib/query-client';
import { serverNow } from '@/lib/server-clock';
import { lookForUpdate, startServiceWorker } from '@/lib/service-worker';
import { dateOf } from '@/lib/time';

interface Who {
  userId: string;
  employeeId: string | null;
  companyId: string;
  timeZone: string;
}

/** What the clock asks for when someone presses it, before there is no signal to ask with. */
function fetchWhatTheClockNeeds(employeeId: string, companyId: string, timeZone: string): void {
  for (const query of [
    projectOptionsQuery(companyId),
    costCodeOptionsQuery(companyId),
    allowedCodesQuery(companyId),
    teamQuery(employeeId),
    recentWorkQuery(employeeId),
    clockQuestionsQuery(companyId),
    myBulletinsQuery(employeeId),
    breakTypesQuery(companyId),
    myShiftsQuery(employeeId, dateOf(serverNow(), timeZone), SHIFT_DAYS),
  ]) {
    void queryClient.prefetchQuery(query as never);
  }
}

/** Keeps what the clock needs on this device, and sends what waits when there is a signal. */
export function startOfflineWork(
  { userId, employeeId, companyId, timeZone }: Who,
  canSend: boolean,
): () => void {
  const stopKeeping = keepData(userId);
  void forgetOthers(userId).catch(() => undefined);
  // Asked again whenever time changes, as everything that shows time.
  const stopOwnTime = employeeId
    ? new QueryObserver(queryClient, keptTimeQuery(employeeId)).subscribe(() => undefined)
    : null;
  if (employeeId && navigator.onLine) {
    fetchWhatTheClockNeeds(employeeId, companyId, timeZone);
    // Tried again at the next start.
    void registerDevice(userId).catch(() => undefined);
  }
  if (employeeId) void adoptOutboxes(userId, employeeId).catch(() => undefined);
  const look = (): void => {
    if (document.visibilityState === 'hidden') return;
    // Sending reads the queue first; without a signal it is only shown.
    if (canSend && navigator.onLine) void sendEvents();
    else void openQueue(userId).catch(() => undefined);
    void lookForUpdate();
  };
  look();
  if (localStorage.getItem('chalkline.uploads')) {
    void keepTrying(() => import('@/entities/uploads/uploads')).then(({ resumeUploads }) =>
      resumeUploads(),
    );
  }
  void startServiceWorker();
  window.addEventListener('online', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    stopKeeping();
    stopOwnTime?.();
    closeQueue();
    window.removeEventListener('online', look);
    document.removeEventListener('visibilitychange', look);
  };
}
