/**
 * Phones on site are minutes off. The running clock therefore counts from the database's time:
 * every answer of `viewer()` carries it, and the difference to this device is kept here.
 */
let offsetMilliseconds = 0;

/** `sentAt` and `receivedAt` are this device's clock around the request; the middle is assumed. */
export function noteServerTime(serverTime: string, sentAt: number, receivedAt: number): void {
  const server = Date.parse(serverTime);
  if (Number.isNaN(server)) return;
  offsetMilliseconds = server - (sentAt + receivedAt) / 2;
}

/** Milliseconds since the epoch by the server's clock. */
export function serverNow(): number {
  return Date.now() + offsetMilliseconds;
}
