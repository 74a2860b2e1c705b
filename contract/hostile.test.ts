import { describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { call, newAccount, PASSWORD, sharedApi, signedIn } from './auth-support.ts';

const SOCKETS = 60;
const EMBEDDED = 'id,employees(time_entries(employees(time_entries(id))))';

const signIn = (email: string) =>
  call('/token?grant_type=password', { json: { email, password: PASSWORD } });
const health = () => fetch(`${sharedApi().url}/health`);

/** Opens a socket without account that asks for patterns, and resolves with the first refusal. */
async function askForPatterns(patterns: number): Promise<{ socket: WebSocket; said: string }> {
  const { url, anonKey } = sharedApi();
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`;
  const socket = new WebSocket(address);
  const postgres_changes = Array.from({ length: patterns }, (_, n) => ({
    ...{ event: '*', schema: 'public', table: 'time_entries' },
    filter: `notes=match.(a+)+(b+)+${n}$`,
  }));
  const said = await new Promise<string>((resolve, reject) => {
    socket.on('open', () =>
      socket.send(
        JSON.stringify(['1', '1', 'realtime:any', 'phx_join', { config: { postgres_changes } }]),
      ),
    );
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.includes('"status":"error"')) resolve(text);
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('closed')));
  });
  return { socket, said };
}

describe('a visitor without account', () => {
  test.each([10, 20])(
    `${SOCKETS} sockets with %i patterns each are refused, and others sign in meanwhile`,
    async (patterns) => {
      const { email } = await newAccount();
      const asking = Array.from({ length: SOCKETS }, () => askForPatterns(patterns));
      const [during, alive] = await Promise.all([signIn(email), health()]);
      expect([during.status, alive.status]).toEqual([200, 200]);
      const asked = await Promise.all(asking);
      for (const { said } of asked) expect(said).not.toContain('Subscribed to PostgreSQL');
      expect([(await signIn(email)).status, (await health()).status]).toEqual([200, 200]);
      for (const { socket } of asked) socket.terminate();
    },
  );
});

describe('an account', () => {
  test('that embeds four levels deep, forty times at once, is refused each time, and others read on', async () => {
    const [attacker, neighbour] = await Promise.all([signedIn(), signedIn()]);
    for (const { client } of [attacker, neighbour]) {
      const { error } = await client.rpc('create_company', {
        name_param: 'Builders',
        time_zone_param: 'America/Denver',
      });
      expect(error).toBeNull();
    }
    const attack = Array.from({ length: 40 }, () =>
      attacker.client.from('time_entries').select(EMBEDDED),
    );
    const reading = Array.from({ length: 40 }, () => neighbour.client.from('projects').select());
    const [refused, read] = await Promise.all([Promise.all(attack), Promise.all(reading)]);
    expect(new Set(refused.map(({ status, error }) => `${status} ${error?.code}`))).toEqual(
      new Set(['413 54001']),
    );
    expect(new Set(read.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
