import { QueryObserver } from '@tanstack/react-query';
import { breakTypesQuery } from '@/entities/break-type/use-break-types';
import { myBulletinsQuery } from '@/entities/bulletin/bulletins-query';
import { clockQuestionsQuery } from '@/entities/clock-question/clock-questions-query';
import { allowedCodesQuery, costCodeOptionsQuery } from '@/entities/cost-code/cost-codes-query';
import { crewTodayQuery } from '@/entities/crew/crew-today';
import { teamQuery } from '@/entities/employee/team-query';
import { adoptEarlierStores } from '@/entities/offline/adopt-earlier-stores';
import { closeQueue, openQueue, retryRefused } from '@/entities/offline/event-queue';
import { laneOf } from '@/entities/offline/offline-event';
import { queuedElsewhere, readQueue } from '@/entities/offline/queue-store';
import { registerDevice } from '@/entities/offline/register-device';
import { sendEvents } from '@/entities/offline/send-events';
import { keepData } from '@/entities/offline/stored-queries';
import { projectOptionsQuery } from '@/entities/project/projects-query';
import { recentWorkQuery } from '@/entities/recent-work/recent-work-query';
import { myShiftsQuery } from '@/entities/shift/my-shifts-query';
import { storedTimeQuery } from '@/entities/time-entry/stored-time';
import { askWhatTheClockNeeds } from '@/lib/ask-first-screen';
import { keepTrying } from '@/lib/keep-trying';
import { loadCode } from '@/lib/load-code';
import { queryClient } from '@/lib/query-client';
import { serverNow } from '@/lib/server-clock';
import { checkForUpdate, startServiceWorker } from '@/lib/service-worker';
import { dateOf } from '@/lib/time';

interface Who {
  userId: string;
  employeeId: string | null;
  companyId: string;
  timeZone: string;
  /** Whether the clocks of others are theirs, too. */
  clocksOthers: boolean;
  hasPublicWork: boolean;
  hasCustomFields: boolean;
}

/** Only in companies with public work: nobody else loads the code for it. */
async function fetchClassifications(companyId: string): Promise<void> {
  const load = () => import('@/entities/classification/late-parts');
  const { classificationsQuery } = await keepTrying(load);
  await queryClient.prefetchQuery(classificationsQuery(companyId));
}

/** Only in companies with fields of their own on time. */
async function fetchCustomFields(companyId: string): Promise<void> {
  const load = () => import('@/entities/custom-field/custom-fields-query');
  const { customFieldsQuery } = await keepTrying(load);
  await queryClient.prefetchQuery(customFieldsQuery(companyId));
}

/** What the clock asks for when someone presses it, before there is no signal to ask with. */
function fetchWhatTheClockNeeds(
  employeeId: string,
  { companyId, timeZone, clocksOthers, hasPublicWork, hasCustomFields }: Who,
): void {
  void Promise.all([
    queryClient.prefetchQuery(projectOptionsQuery(companyId)),
    queryClient.prefetchQuery(costCodeOptionsQuery(companyId)),
    queryClient.prefetchQuery(allowedCodesQuery(companyId)),
    hasPublicWork && fetchClassifications(companyId),
    hasCustomFields && fetchCustomFields(companyId),
    queryClient.prefetchQuery(teamQuery(employeeId)),
    clocksOthers && queryClient.prefetchQuery(crewTodayQuery(employeeId)),
    queryClient.prefetchQuery(recentWorkQuery(employeeId)),
    queryClient.prefetchQuery(clockQuestionsQuery(companyId)),
    queryClient.prefetchQuery(myBulletinsQuery(employeeId)),
    queryClient.prefetchQuery(breakTypesQuery(companyId)),
    queryClient.prefetchQuery(myShiftsQuery(employeeId, dateOf(serverNow(), timeZone))),
  ]);
}

/** Before the first sending of this start: what earlier versions stored, and files that were refused. */
async function prepareQueue(userId: string, employeeId: string | null): Promise<void> {
  await adoptEarlierStores(userId, employeeId);
  const refused = (await readQueue(userId)).filter(
    (event) => event.problem && laneOf(event) === 'attachments',
  );
  if (refused.length > 0) await retryRefused(userId, new Set(refused.map(({ id }) => id)));
}

/** Only where they were allowed once: nobody else loads the code for it. */
async function checkNotifications(userId: string): Promise<void> {
  if (!('PushManager' in window) || Notification.permission !== 'granted') return;
  const { checkThisDevice } = await loadCode(() => import('@/entities/push/check-this-device'));
  await checkThisDevice(userId);
}

/** Only where something waits for another company: nobody else loads the code for it. */
async function sendToLeft(userId: string): Promise<void> {
  if ((await queuedElsewhere(userId)).size === 0) return;
  const load = () => import('@/entities/offline/say-what-left-companies-get');
  const { sayWhatLeftCompaniesGet } = await loadCode(load);
  await sayWhatLeftCompaniesGet(userId);
}

/** Keeps what the clock needs on this device, and sends what waits when there is a signal. */
export function startOfflineWork(who: Who, canSend: boolean): () => void {
  const { userId, employeeId } = who;
  const stopKeeping = keepData(userId);
  if (employeeId && canSend) askWhatTheClockNeeds();
  // Asked again whenever time changes, as everything that shows time.
  const stopOwnTime = employeeId
    ? new QueryObserver(queryClient, storedTimeQuery(employeeId)).subscribe(() => undefined)
    : null;
  if (employeeId && navigator.onLine) {
    fetchWhatTheClockNeeds(employeeId, who);
    // Tried again at the next start.
    void registerDevice(userId).catch(() => undefined);
    if (canSend) {
      void checkNotifications(userId).catch(() => undefined);
      void sendToLeft(userId).catch(() => undefined);
    }
  }
  let stopped = false;
  const look = (): void => {
    if (stopped || document.visibilityState === 'hidden') return;
    // Sending reads the queue first; without a signal it is only shown.
    if (canSend && navigator.onLine) void sendEvents();
    else void openQueue(userId).catch(() => undefined);
    void checkForUpdate();
  };
  look();
  void prepareQueue(userId, employeeId)
    .catch(() => undefined)
    .then(look);
  void startServiceWorker();
  window.addEventListener('online', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    stopped = true;
    stopKeeping();
    stopOwnTime?.();
    closeQueue();
    window.removeEventListener('online', look);
    document.removeEventListener('visibilitychange', look);
  };
}
