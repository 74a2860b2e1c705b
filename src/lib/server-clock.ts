/**
 * Phones on site are minutes off. The running clock therefore counts from the database's time:
 * every answer of `viewer()` carries it, and the difference to this device is kept here, also for
 * the next start, which may be without a signal.
 */
const STORAGE_KEY = 'chalkline.clock-offset';

let offsetMilliseconds = Number(globalThis.localStorage?.getItem(STORAGE_KEY) ?? 0) || 0;

/** `sentAt` and `receivedAt` are this device's clock around the request; the middle is assumed. */
export function noteServerTime(serverTime: string, sentAt: number, receivedAt: number): void {
  const server = Date.parse(serverTime);
  if (Number.isNaN(server)) return;
  offsetMilliseconds = server - (sentAt + receivedAt) / 2;
  globalThis.localStorage?.setItem(STORAGE_KEY, String(Math.round(offsetMilliseconds)));
}

/** Asks the server for its time, with an answer that carries it. */
export async function measureClock<T extends { server_time?: string } | null>(
  ask: () => Promise<T>,
): Promise<T> {
  const sentAt = Date.now();
  const answer = await ask();
  if (answer?.server_time) noteServerTime(answer.server_time, sentAt, Date.now());
  return answer;
}

/** The server's clock minus this device's, as last measured. */
export function serverOffset(): number {
  return offsetMilliseconds;
}

/** Milliseconds since the epoch by the server's clock. */
export function serverNow(): number {
  return Date.now() + offsetMilliseconds;
}
