import { vi } from 'vitest';
import { authorizationOf } from '@/entities/offline/authorization';
import { closeQueue, openQueue, retryRefused } from '@/entities/offline/event-queue';
import type { EventPayload, OfflineEvent } from '@/entities/offline/offline-event';
import { saveAndCall, saveAndSend, saveAttachments } from '@/entities/offline/save-and-send';
import { createPageSender, sendEvents } from '@/entities/offline/send-events';
import { forgetExpiredSession, sessionState, watchSession } from '@/entities/session/session-store';
import * as resumable from '@/entities/uploads/resumable';
import { saveExtra, savePunch } from '@/features/kiosk/api/kiosk-queue';
import { sendKioskQueue } from '@/features/kiosk/api/kiosk-sender';
import { keepSeal } from '@/features/kiosk/offline/seal';
import { AppError, unwrap } from '@/lib/errors';
import { withSendLock } from '@/lib/send-lock';
import { connectSupabase, supabase } from '@/lib/supabase';
import { claimsOf, companyOfToken, workplaceOf } from '@/lib/token-company';
import { uuidv7 } from '@/lib/uuid';
import { sendWhatWaits } from '@/service-worker/send-queue';
import { kept } from '@/testing/device-memory';
import { session } from '@/testing/people';
import { QueueServer, type StageRequest } from '@/testing/queue-server';

export const PEOPLE = [
  '00000000-0000-4000-8000-0000000000a1',
  '00000000-0000-4000-8000-0000000000a2',
];
/** The first of the people works in both. */
export const COMPANIES = [
  '00000000-0000-7000-8000-0000000000c1',
  '00000000-0000-7000-8000-0000000000c2',
];
export const TABLET = '00000000-0000-4000-8000-0000000000b1';

/** `lossy`: the server hears everything, and its answers are lost. `dead`: nothing comes back, ever. */
export type Line = 'good' | 'offline' | 'lossy' | 'dead';

export const KINDS = [
  'clock_in',
  'quantity',
  'answers',
  'bulletin',
  'crew_day',
  'report',
  'photo',
  'kiosk_punch',
  'kiosk_photo',
  'kiosk_answers',
] as const;
export type ActKind = (typeof KINDS)[number];

export const SENDERS = ['page', 'second tab', 'worker', 'tablet'] as const;
export type Sender = (typeof SENDERS)[number];

/** Something a person did, by the id of what it makes. */
export interface Act {
  effect: string;
  account: string;
  /** The one the page worked in; a tablet's account has one, and its token need not name it. */
  company: string | null;
  kind: ActKind;
  /** The person was told that it was refused. */
  told: boolean;
  /** A kiosk's punch: the name it waits under. */
  eventId?: string;
}

const whoIn = (authorization: string | null): Pick<StageRequest, 'account' | 'company'> => {
  const token = authorization ?? undefined;
  return { account: String(claimsOf(token)['sub'] ?? ''), company: companyOfToken(token) };
};

/** Who signs in where, until nothing is left. */
const TURNS = [
  [0, 0],
  [1, 0],
  [0, 1],
];

/** What is on the device's disk. */
export const queueOf = (account: string): readonly OfflineEvent[] =>
  (kept.get(`queue:${account}`) as OfflineEvent[] | undefined) ?? [];

/** Lets everything happen that does not wait for time. */
export async function flush(): Promise<void> {
  for (let turn = 0; turn < 25; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A device with two people, one of them in two companies, and a tablet's account, a server, and the line between them. */
export class QueueStage {
  readonly server = new QueueServer();
  readonly acts: Act[] = [];
  line: Line = 'good';
  private readonly heard: StageRequest[] = [];
  private tabs = [createPageSender()];

  become(next: { line: Line }): void {
    Object.assign(this, next);
  }

  async open(): Promise<void> {
    vi.stubGlobal('fetch', (url: RequestInfo | URL, init?: RequestInit) => this.fetch(url, init));
    vi.stubGlobal('SyncManager', class {});
    vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => this.line !== 'offline');
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), milliseconds);
      return controller.signal;
    });
    vi.spyOn(resumable, 'sendResumable').mockImplementation((file) => this.upload(file));
    Object.assign(navigator, { serviceWorker: { ready: Promise.resolve({}) } });
    localStorage.setItem('chalkline.kiosk', JSON.stringify(session(TABLET)));
    await keepSeal({ id: 'seal', key: '07'.repeat(32) });
    await this.signIn(0);
  }

  /** The server hears it or not, and the device hears of that or not. */
  private async transfer<T>(hear: () => T, signal?: AbortSignal | null): Promise<T> {
    await Promise.resolve();
    if (this.line === 'offline') throw new TypeError('Failed to fetch');
    const answer = this.line === 'dead' && this.acts.length % 2 === 0 ? null : hear();
    if (this.line === 'lossy') throw new TypeError('Failed to fetch');
    if (this.line === 'good') return answer as T;
    const over = new DOMException('over', 'AbortError');
    if (signal?.aborted) throw over;
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(over));
    });
  }

  private async fetch(url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(String(url), 'http://backend.test');
    if (pathname === '/config.json')
      return Response.json({ supabaseUrl: 'http://backend.test', supabaseAnonKey: 'key' });
    const request: StageRequest = {
      ...whoIn(new Headers(init.headers).get('authorization')),
      path: pathname.replace(/^\/rest\/v1\//, ''),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    };
    const hear = () => {
      const answer = this.server.receive(request);
      if (answer.status < 300) this.heard.push(request);
      return answer;
    };
    const { status, body } = await this.transfer(hear, init.signal);
    return new Response(status === 201 ? null : JSON.stringify(body), { status });
  }

  private async upload({ key, userId }: { key: string; userId: string }): Promise<void> {
    const authorization = await authorizationOf(userId);
    if (!authorization) throw new AppError('offline');
    const stalled = new AbortController();
    setTimeout(() => stalled.abort(), 60_000);
    const hear = () => this.server.storeFile(whoIn(authorization), key);
    await this.transfer(hear, stalled.signal).catch((cause) => {
      throw new AppError('offline', { cause });
    });
  }

  /** Something the server has taken before arrives once more. */
  repeat(which: number): void {
    const request = this.heard[which % Math.max(this.heard.length, 1)];
    if (request) this.server.receive(request);
  }

  async act(kind: ActKind): Promise<void> {
    const isKiosk = kind.startsWith('kiosk');
    const account = isKiosk ? TABLET : sessionState().user?.id;
    const company = account ? workplaceOf(account) : null;
    const punches = this.acts.filter(
      (each) =>
        each.account === account &&
        each.company === company &&
        each.kind === (isKiosk ? 'kiosk_punch' : 'clock_in'),
    );
    const punch = punches.findLast(({ told }) => !told);
    const isAbout = kind === 'answers' || kind === 'kiosk_photo' || kind === 'kiosk_answers';
    if (!account || (isAbout && !punch)) return;
    const act: Act = { effect: uuidv7(), account, company, kind, told: false };
    this.acts.push(act);
    const saved = isKiosk ? this.saveAtKiosk(act, punch) : this.save(act, punch?.effect ?? null);
    const done = saved.catch((cause: unknown) => {
      act.told = true;
      if ((cause as AppError).code !== 'not_now') throw cause;
    });
    // The tablet computes on other threads.
    if (isKiosk) await done;
    else void done.catch(() => undefined);
    await flush();
  }

  private async saveAtKiosk(act: Act, punch?: Act): Promise<void> {
    const who = { employeeId: 'rosa', pin: '4711' };
    const eventId = punch?.eventId ?? '';
    const { effect, kind } = act;
    if (kind === 'kiosk_punch') {
      act.eventId = await savePunch('tablet', { ...who, id: effect, kind: 'clock_in' }, Date.now());
    } else if (kind === 'kiosk_answers') {
      await saveExtra({ ...who, eventId, kind: 'answers', content: effect });
    } else {
      const picture = new Blob(['picture'], { type: 'image/jpeg' });
      await saveExtra({ ...who, eventId, kind: 'photo', content: effect, picture });
    }
  }

  private save({ effect, kind }: Act, entryId: string | null): Promise<unknown> {
    const sent = (rpc: string) => async (signal: AbortSignal) =>
      unwrap(
        await supabase()
          .rpc(rpc as 'clock_in', { id_param: effect } as never)
          .abortSignal(signal),
      );
    const id_param = effect;
    switch (kind) {
      case 'clock_in':
        return saveAndSend(sent('clock_in'), kind, { entry_id: effect });
      case 'quantity':
        return saveAndSend(sent('add_quantity'), kind, { quantity_id: effect });
      case 'answers':
        return saveAndCall(kind, 'answer_clock_questions', {
          time_entry_id_param: entryId,
          answers_param: [{ question_id: effect }],
        });
      case 'bulletin':
        return saveAndCall(kind, 'acknowledge_bulletin', { bulletin_id_param: effect });
      case 'crew_day':
        return saveAndCall(kind, 'save_crew_day', { id_param });
      case 'report':
        return saveAndCall(kind, 'save_field_report', { id_param });
      default: {
        const row = { id: effect, time_entry_id: entryId };
        const photo = { path: `${effect}.jpg`, row, name: effect, type: 'image/jpeg', size: 7 };
        const file = new Blob(['picture'], { type: 'image/jpeg' });
        return saveAttachments([{ id: effect, kind: 'photo', payload: { photo }, file }]);
      }
    }
  }

  /** One of those that may send on this device; nobody waits for it. */
  async send(sender: Sender): Promise<void> {
    const tab = this.tabs.at(-1);
    const work = {
      page: sendEvents,
      'second tab': () => Promise.all([tab?.ordered.run(), tab?.attachments.run()]),
      worker: () => withSendLock('ordered', sendWhatWaits),
      tablet: sendKioskQueue,
    }[sender];
    void work().catch(() => undefined);
    await flush();
  }

  /** The page is opened anew; what the old one had begun may still arrive. */
  async reload(): Promise<void> {
    this.tabs.push(createPageSender());
    closeQueue();
    const userId = sessionState().user?.id;
    if (userId) await openQueue(userId);
  }

  async signOut(): Promise<void> {
    forgetExpiredSession();
    closeQueue();
    localStorage.removeItem('chalkline.session');
    await flush();
  }

  async signIn(person: number, company = 0): Promise<void> {
    await this.signOut();
    const token = session(PEOPLE[person], COMPANIES[company]);
    localStorage.setItem('chalkline.session', JSON.stringify(token));
    await connectSupabase();
    watchSession();
    while (sessionState().status !== 'signed-in') await flush();
  }

  async pass(milliseconds: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(milliseconds);
    await flush();
  }

  /** A good line, and everybody gets a turn, until nothing is left that may still be sent. */
  async finish(): Promise<void> {
    this.line = 'good';
    this.server.refusesNext = false;
    for (let round = 0; round < 30; round += 1) {
      await this.signIn(...(TURNS[round % TURNS.length] as [number, number]));
      const user = sessionState().user?.id ?? '';
      const refused = queueOf(user).filter(({ kind, problem }) => problem && kind === 'photo');
      await retryRefused(user, new Set(refused.map(({ id }) => id)));
      await this.pass(70_000);
      await this.send('page');
      await this.send('tablet');
      await this.pass(70_000);
      const left = [...PEOPLE, TABLET].flatMap((account) => queueOf(account));
      if (round >= TURNS.length && left.every(({ problem }) => problem)) return;
    }
  }
}

/** What the event makes, as the server names it. */
export function effectOf({ id, payload }: Pick<OfflineEvent, 'id' | 'payload'>): string {
  const { entry_id, quantity_id, args, photo, extra }: EventPayload = payload;
  const { id_param, bulletin_id_param, answers_param } = (args ?? {}) as Record<string, never>;
  const answer = (answers_param as { question_id: string }[] | undefined)?.[0]?.question_id;
  if (photo) return id;
  return entry_id ?? quantity_id ?? extra?.content ?? answer ?? id_param ?? bulletin_id_param ?? '';
}
