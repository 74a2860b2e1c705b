import type { ClientSource } from '@/lib/rows-client';

/** What the service worker needs to send in an account's name, for as long as its token is good. */
export interface Sender {
  userId: string;
  url: string;
  key: string;
  token: string;
  /** By this device's clock. */
  expiresAt: number;
  /** What the app calls itself: the history says how somebody punched, not who carried it. */
  source: ClientSource;
}
