import { changeOnDisk, forget, readStored } from '@/lib/device-store';

/**
 * Whose notifications this browser shows. The browser has one subscription, however many people sign in:
 * without this nobody could say whose it is. The service worker reads it, too.
 */
export interface PushRecord {
  userId: string;
  /** Of the sign-in it was saved with: another one has to save it again. */
  sessionId: string | null;
  endpoint: string;
  /** In which companies of the account it is saved; missing: the only one. */
  companies?: readonly string[];
  /** Proves to the server that the browser itself speaks, also when nobody has the app open. */
  auth: string;
  /** The server's key, to subscribe again with. */
  serverKey: string;
  url: string;
  apiKey: string;
}

const KEY = 'push:device';

export const readPushRecord = (): Promise<PushRecord | undefined> => readStored<PushRecord>(KEY);

export const writePushRecord = async (record: PushRecord): Promise<void> => {
  await changeOnDisk<PushRecord>(KEY, () => record);
};

export const forgetPushRecord = (): Promise<void> => forget([KEY]);
