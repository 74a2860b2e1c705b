import { useEffect, useEffectEvent, useState } from 'react';
import type { TypedVisit, VisitInput } from '@/entities/site-visit/site-visit';
import {
  askPage,
  newSecret,
  type OwnVisit,
  type Remembered,
  readRemembered,
  remember,
  type SitePage,
  sendVisit,
  VisitRefused,
} from '@/features/site-page/api/own-visit';
import { isNoSignal } from '@/lib/errors';
import { keepTrying } from '@/lib/keep-trying';
import { measureClock, serverNow } from '@/lib/server-clock';
import { startServiceWorker } from '@/lib/service-worker';

type Shown = 'loading' | 'failed' | 'unknown' | 'revoked' | SitePage;

/** The site of a poster and this phone's visit there; both also without a signal. */
export function useOwnVisit(token: string) {
  const [page, setPage] = useState<Shown>('loading');
  const [visit, setVisit] = useState<OwnVisit | null>(null);
  const [person, setPerson] = useState<TypedVisit | null>(null);
  /** Why the server did not take it; what was typed is in `person`. */
  const [refused, setRefused] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);

  const show = useEffectEvent(({ page: stored, ...own }: Remembered) => {
    setVisit(own.visit ?? null);
    setPerson(own.person ?? null);
    if (stored) setPage((now) => (now === 'loading' ? stored : now));
  });
  const send = useEffectEvent(async (): Promise<void> => {
    try {
      setVisit(await sendVisit(token));
    } catch (cause) {
      if (!(cause instanceof VisitRefused)) throw cause;
      await remember(token, { visit: null });
      setVisit(null);
      setRefused(cause.why);
    }
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when somebody presses it.
  useEffect(() => {
    void startServiceWorker();
    const read = async () => {
      const known = await readRemembered(token);
      show(known);
      try {
        const found = await measureClock(
          async () => (await askPage(token)) as SitePage & { server_time?: string },
        );
        setPage(found.state === 'open' ? found : (found.state as 'unknown' | 'revoked'));
        if (found.state === 'open') await remember(token, { page: found });
      } catch (cause) {
        if (!known.page || !isNoSignal(cause)) setPage(known.page ?? 'failed');
      }
    };
    void read();
  }, [token, attempt]);

  const waits = visit !== null && (!visit.inSent || (visit.leftAt !== null && !visit.outSent));
  const stage = visit ? `${visit.id} ${visit.inSent} ${visit.leftAt} ${visit.outSent}` : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is sent once.
  useEffect(() => {
    if (!stage) return;
    const stop = new AbortController();
    if (waits) void keepTrying(send, stop.signal).catch(() => undefined);
    const look = () => {
      if (document.visibilityState === 'visible' && !waits) void send().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      stop.abort();
      document.removeEventListener('visibilitychange', look);
    };
  }, [stage]);

  return {
    page,
    visit,
    person,
    refused,
    waits,
    reload: () => setAttempt((count) => count + 1),
    /** Resolves when it is on this phone. */
    signIn: async (input: VisitInput, typed: TypedVisit): Promise<void> => {
      const next: OwnVisit = {
        ...input,
        secret: newSecret(),
        inSent: false,
        leftAt: null,
        outSent: false,
        closed: false,
      };
      const me = { ...typed, agreed: false };
      await remember(token, { visit: next, person: me });
      setRefused(null);
      setPerson(me);
      setVisit(next);
    },
    signOut: async (): Promise<void> => {
      if (!visit) return;
      const next = { ...visit, leftAt: new Date(serverNow()).toISOString() };
      await remember(token, { visit: next });
      setVisit(next);
    },
    /** For another person, or another time. */
    clear: async (forgets: boolean): Promise<void> => {
      await remember(token, forgets ? { visit: null, person: null } : { visit: null });
      setVisit(null);
      if (forgets) setPerson(null);
    },
  };
}
