import { noteServerTime, serverOffset } from '@/lib/server-clock';

/**
 * A session ends by the server's clock, and auth-js compares with this device's: a phone two hours fast
 * renewed its token with every request. What is stored has the server's time; what auth-js sees is the
 * same moment by this device's clock, as far off as it was last measured.
 */
const PRECISION_MS = 5000;
/** Requests that answer with a session. */
const SESSION_PATH = /\/(token|verify|signup)(\?|$)/;

interface Dated {
  expires_at: number;
  expires_in: number;
}

const isDated = (value: unknown): value is Dated =>
  typeof (value as Dated | null)?.expires_at === 'number' &&
  typeof (value as Dated).expires_in === 'number';

/** The text with its moment moved; what is no session stays as it is. */
function moved(text: string, seconds: number): string {
  try {
    const session: unknown = JSON.parse(text);
    if (!isDated(session)) return text;
    return JSON.stringify({ ...session, expires_at: session.expires_at + seconds });
  } catch {
    return text;
  }
}

const offsetSeconds = (): number => Math.round(serverOffset() / 1000);

export const sessionStorage = {
  getItem(key: string): string | null {
    const text = localStorage.getItem(key);
    return text === null ? null : moved(text, -offsetSeconds());
  },
  setItem(key: string, text: string): void {
    localStorage.setItem(key, moved(text, offsetSeconds()));
  },
  removeItem(key: string): void {
    localStorage.removeItem(key);
  },
};

/** A new session says what time it is for the server; it is handed on by this device's clock. */
export const sessionFetch: typeof fetch = async (input, init) => {
  const sentAt = Date.now();
  const answer = await fetch(input, init);
  const address = input instanceof Request ? input.url : String(input);
  if (!answer.ok || !SESSION_PATH.test(address)) return answer;
  const receivedAt = Date.now();
  const session: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  if (!isDated(session)) return answer;
  const serverTime = (session.expires_at - session.expires_in) * 1000;
  const difference = serverTime - (sentAt + receivedAt) / 2;
  // In whole seconds: only worth noting where the clock is not as it was measured.
  if (Math.abs(difference - serverOffset()) > PRECISION_MS) {
    noteServerTime(new Date(serverTime).toISOString(), sentAt, receivedAt);
  }
  const expires_at = session.expires_at - offsetSeconds();
  return new Response(JSON.stringify({ ...session, expires_at }), {
    status: answer.status,
    headers: answer.headers,
  });
};
