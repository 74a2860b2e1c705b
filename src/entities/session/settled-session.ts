import {
  type SessionState,
  sessionState,
  subscribeToSession,
} from '@/entities/session/session-store';

/** The session once it is known whether there is one. */
export function settledSession(): Promise<SessionState> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (sessionState().status === 'loading') return;
      unsubscribe();
      resolve(sessionState());
    };
    const unsubscribe = subscribeToSession(check);
    check();
  });
}
