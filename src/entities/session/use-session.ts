import { useSyncExternalStore } from 'react';
import {
  type SessionState,
  sessionState,
  subscribeToSession,
} from '@/entities/session/session-store';

export function useSession(): SessionState {
  return useSyncExternalStore(subscribeToSession, sessionState);
}
