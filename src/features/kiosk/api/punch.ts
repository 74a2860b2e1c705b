import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Proposal } from '@/entities/forgotten-punch/proposal';
import { queuedEvents } from '@/entities/offline/queue-state';
import { SEND_TIMEOUT_MS } from '@/entities/offline/save-and-send';
import { kiosk } from '@/features/kiosk/api/kiosk-client';
import { removePunch, saveExtra, savePunch } from '@/features/kiosk/api/kiosk-queue';
import { scheduleKioskSending } from '@/features/kiosk/api/kiosk-sender';
import {
  type KioskPerson,
  type Kit,
  kioskPeopleQuery,
  kioskQuery,
  kitQuery,
  noteStatus,
} from '@/features/kiosk/api/queries';
import { STATUS_AFTER } from '@/features/kiosk/offline/with-queued';
import { AppError, isNoSignal, isRefused, toAppError, unwrap } from '@/lib/errors';
import type { OwnName } from '@/lib/own-name';
import { retryOnce } from '@/lib/query-client';
import { withSendLock } from '@/lib/send-lock';
import { serverNow } from '@/lib/server-clock';
import { useWrite } from '@/lib/use-write';
import { untilAborted, withTimeout } from '@/lib/with-timeout';

export type Refusal = 'wrong_pin' | 'locked' | 'no_pin';

export interface ClockQuestion {
  id: string;
  moment: 'in' | 'out';
  text_en: string;
  text_es: string;
}

export interface KioskClass extends OwnName {
  id: string;
  project_id: string;
  code: string;
}

export interface PersonAnswer {
  /** unchecked: there was no signal; the server checks the PIN when the punch arrives. */
  result: 'ok' | 'unchecked' | Refusal;
  tries_left?: number;
  first_name: string;
  language: string;
  running: {
    since?: string;
    project_name?: string | null;
    project_name_es?: string | null;
    on_break: boolean;
    /** Of a clock that has run over 16 hours: its likely end. */
    proposal?: Proposal | null;
  } | null;
  recent: { project_id: string; cost_code_id: string | null; classification_id?: string | null }[];
  projects: ({ id: string } & OwnName)[];
  /** Classes of work on public projects, as they stand today. */
  classes?: KioskClass[];
  cost_codes: ({ id: string; code: string; projects: string[] | null } & OwnName)[];
  limited_projects: string[];
  cost_code_required: boolean;
  /** Whether a photo goes with the punch: the company takes none, not asked yet, agreed, refused. */
  photo: 'off' | 'ask' | 'yes' | 'no';
  questions: readonly ClockQuestion[];
  /** Before this the clock does not start: a rule of the company. */
  clock_from?: string | null;
}

export interface Credentials {
  employeeId: string;
  pin: string;
}

/** While something waits, what comes after it waits behind it. */
const hasSignal = (): boolean => navigator.onLine && queuedEvents().length === 0;

/** Without a signal nobody checks the PIN here: what can be done is what is known without it. */
function unchecked(who: KioskPerson, { photo_people, ...kit }: Kit): PersonAnswer {
  return {
    ...kit,
    result: 'unchecked',
    first_name: who.first_name,
    language: who.language,
    running: who.status === 'out' ? null : { on_break: who.status === 'break' },
    recent: [],
    photo: photo_people?.includes(who.employee_id) ? 'yes' : 'off',
    questions: kit.questions ?? [],
  };
}

/** Revoked meanwhile: the screen asks what it is now, not in a minute. */
function noticeRevoked(cause: Error, _input: unknown, client: QueryClient): void {
  if (toAppError(cause).code === 'kiosk_not_paired')
    void client.invalidateQueries({ queryKey: kioskQuery().queryKey });
}

/** Right PIN: what the person can do. Otherwise why not. */
export function useOpenPerson() {
  const client = useQueryClient();
  return useWrite({
    send: async ({ who, pin }: { who: KioskPerson; pin: string }): Promise<PersonAnswer> => {
      const ask = async () =>
        unwrap(
          await (await kiosk()).rpc('kiosk_person', {
            employee_id_param: who.employee_id,
            pin_param: pin,
          }),
        ) as unknown as PersonAnswer;
      try {
        if (!hasSignal()) throw new AppError('offline');
        return await withTimeout(ask, SEND_TIMEOUT_MS);
      } catch (cause) {
        if (!isNoSignal(cause)) throw cause;
        return unchecked(who, await client.ensureQueryData(kitQuery()));
      }
    },
    onFailure: noticeRevoked,
    quiet: true,
  });
}

export type PunchKind = 'clock_in' | 'clock_out' | 'switch' | 'start_break' | 'end_break';

export interface Punch extends Credentials {
  id: string;
  kind: PunchKind;
  projectId?: string;
  costCodeId?: string | null;
  classificationId?: string | null;
  /** When the person really stopped, of a clock that has run over 16 hours. */
  endedAt?: string;
}

export interface Punched {
  result: string;
  /** Null where it waits on this tablet. */
  entry_id: string | null;
  /** What it waits as. */
  event_id?: string;
  happened_at: string;
}

async function sendPunch(punch: Punch, signal: AbortSignal): Promise<Punched | undefined> {
  const client = await kiosk();
  const call = client.rpc('kiosk_punch', {
    employee_id_param: punch.employeeId,
    pin_param: punch.pin,
    kind_param: punch.kind,
    ...(punch.projectId ? { project_id_param: punch.projectId } : {}),
    ...(punch.costCodeId ? { cost_code_id_param: punch.costCodeId } : {}),
    id_param: punch.id,
    ...(punch.classificationId ? { classification_id_param: punch.classificationId } : {}),
    ...(punch.endedAt ? { ended_at_param: punch.endedAt } : {}),
  });
  const [row] = unwrap(await call.abortSignal(signal));
  return row;
}

/** The id makes it harmless if the server heard of it after all. */
export function usePunch(kioskId: string) {
  return useWrite({
    send: async (punch: Punch): Promise<Punched | undefined> => {
      const happened_at = new Date(serverNow()).toISOString();
      const sendsNow = hasSignal();
      // Without a seal for the PIN nothing can be written down; with a signal it is sent all the same.
      const saved = await savePunch(kioskId, punch, Date.now()).catch(() => null);
      const event_id = saved ?? (sendsNow ? null : await savePunch(kioskId, punch, Date.now()));
      try {
        if (!sendsNow) throw new AppError('offline');
        const row = await withTimeout(
          (signal) =>
            withSendLock('ordered', () => untilAborted(sendPunch(punch, signal), signal), signal),
          SEND_TIMEOUT_MS,
        );
        if (event_id) await removePunch(event_id);
        return row;
      } catch (cause) {
        if (!event_id) throw cause;
        if (isRefused(cause)) {
          await removePunch(event_id);
          throw cause;
        }
        scheduleKioskSending();
        return { result: 'done', entry_id: null, event_id, happened_at };
      }
    },
    retry: retryOnce,
    onSuccess: (row, { employeeId, kind }, client) =>
      row?.result === 'done' && noteStatus(client, employeeId, STATUS_AFTER[kind]),
    stale: [kioskPeopleQuery().queryKey],
    onFailure: noticeRevoked,
    quiet: true,
  });
}

/** The entry of a punch that the server has, or the event it waits as. */
export type PunchName = { entryId: string } | { eventId: string };

export interface QuestionAnswer extends Credentials {
  punch: PunchName;
  questionId: string;
  answer: 'yes' | 'no';
  language: string;
}

/** The first answer stays, so a repeat is harmless. */
export function useAnswerQuestion() {
  return useWrite({
    send: async ({ punch, questionId, answer, language, ...who }: QuestionAnswer) => {
      const answers = [{ question_id: questionId, answer }];
      if ('eventId' in punch) {
        const content = JSON.stringify(answers);
        return saveExtra({ ...who, ...punch, kind: 'answers', content, language });
      }
      unwrap(
        await (await kiosk()).rpc('answer_kiosk_questions', {
          employee_id_param: who.employeeId,
          pin_param: who.pin,
          entry_id_param: punch.entryId,
          answers_param: answers,
          language_param: language,
        }),
      );
    },
    retry: retryOnce,
    quiet: true,
  });
}
