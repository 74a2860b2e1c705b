import { type PushRecord, readPushRecord } from '@/entities/push/push-record';
import { changeOnDisk, readStored } from '@/lib/device-store';

/** What was tapped on a notification, until the server has answered for it. */
export interface DeviceAnswer {
  id: string;
  action: string;
  /** What the notification was about, as the server said it. */
  subject: Readonly<Record<string, unknown>>;
  /** When it was tapped, by this device's clock. */
  tappedAt: string;
  /** The notification it was tapped on. */
  shown: { title: string; lang: string; tag: string; path: string };
}

/** `waiting`: there is no network; it is sent when there is one. */
type AnswerResult = 'done' | 'refused' | 'waiting';

export interface AnswerOutcome {
  result: AnswerResult;
  /** Of a stopped clock. */
  time?: string;
}

const KEY = 'push:answers';
const TIMEOUT_MS = 8000;
/** Said of the moment. Everything else stays a no: there is no session here that could be renewed. */
const MAY_PASS_LATER = [408, 425, 429];

const changeAnswers = (change: (answers: readonly DeviceAnswer[]) => readonly DeviceAnswer[]) =>
  changeOnDisk<readonly DeviceAnswer[]>(KEY, (before = []) => change(before));

/** On the disk before it is sent: a phone may lose its network between the tap and the answer. */
export const storeAnswer = (answer: DeviceAnswer) =>
  changeAnswers((answers) => [...answers.filter(({ id }) => id !== answer.id), answer]);

/** A forgotten punch has a link of its own; the rest is proved by the secret of the subscription. */
function callOf({ action, subject, tappedAt }: DeviceAnswer, record: PushRecord) {
  if (action === 'stop') {
    const happened_at_param = subject['happened_at'] ?? tappedAt;
    return { name: 'answer_forgotten_punch', args: { id_param: subject['id'], happened_at_param } };
  }
  const args = {
    endpoint_param: record.endpoint,
    auth_param: record.auth,
    action_param: action,
    subject_param: subject,
  };
  return { name: 'answer_from_device', args };
}

/** As much as is used of what a question about a forgotten punch says of itself. */
interface PunchState {
  answer?: string | null;
  outcome?: string | null;
  answered_time?: string | null;
  time_format?: string;
  time_zone?: string;
}

/** The end that was stored, as the clock at the site showed it. */
function timeOf({ answered_time, time_format, time_zone }: PunchState, lang: string): string {
  if (!answered_time) return '';
  const format = new Intl.DateTimeFormat(lang, {
    hour: 'numeric',
    minute: '2-digit',
    hour12: time_format !== '24h',
    ...(time_zone && { timeZone: time_zone }),
  });
  return format.format(new Date(answered_time));
}

/** Too late, or about a clock that is gone: nothing was stopped, and the page says why. */
async function stopOutcome(response: Response, lang: string): Promise<AnswerOutcome> {
  const state = (await response.json()) as PunchState;
  const isStopped = state.answer === 'stopped' && state.outcome === 'applied';
  return isStopped ? { result: 'done', time: timeOf(state, lang) } : { result: 'refused' };
}

/** As it is from a service worker, which has no session: with the key of the project alone. */
async function send(answer: DeviceAnswer, record: PushRecord): Promise<AnswerOutcome> {
  const { name, args } = callOf(answer, record);
  try {
    const response = await fetch(new URL(`/rest/v1/rpc/${name}`, record.url), {
      method: 'POST',
      headers: { apikey: record.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(args),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { ok, status } = response;
    if (ok && answer.action === 'stop') return await stopOutcome(response, answer.shown.lang);
    if (ok) return { result: 'done' };
    return { result: status >= 500 || MAY_PASS_LATER.includes(status) ? 'waiting' : 'refused' };
  } catch {
    return { result: 'waiting' };
  }
}

/** Sends one that is stored; it leaves the disk when the server has answered. */
export async function sendAnswer(answer: DeviceAnswer): Promise<AnswerOutcome> {
  const record = await readPushRecord();
  // Nobody is signed in here any more: it has no sender.
  const outcome: AnswerOutcome = record ? await send(answer, record) : { result: 'refused' };
  if (outcome.result !== 'waiting') {
    await changeAnswers((answers) => answers.filter(({ id }) => id !== answer.id));
  }
  return outcome;
}

/** What waits, one after the other, as it was tapped; a repeat changes nothing. False: something still waits. */
export async function sendStoredAnswers(
  onOutcome?: (answer: DeviceAnswer, outcome: AnswerOutcome) => Promise<void>,
): Promise<boolean> {
  for (const answer of (await readStored<DeviceAnswer[]>(KEY)) ?? []) {
    const outcome = await sendAnswer(answer);
    if (outcome.result === 'waiting') return false;
    await onOutcome?.(answer, outcome);
  }
  return true;
}
