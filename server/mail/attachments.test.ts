import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { createLog } from '../http/log.ts';
import { createAttachments } from './attachments.ts';
import type { QueuedMail } from './queued-mail.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-files-'));
const RENDERER = `
export async function attachmentOf({ bytes, fails }, { call }) {
  if (fails) throw new TypeError('no');
  const [answer] = await call('figures', { day: '2026-01-02', wanted: { a: 1 }, none: null });
  return { name: answer, type: 'text/plain', content: new Uint8Array(bytes) };
}`;
beforeAll(() => writeFileSync(path.join(folder, 'renderer.mjs'), RENDERER));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const asked: unknown[] = [];
const database = {
  requests: {
    run: async (...parts: unknown[]) => {
      asked.push(parts);
      return [{ rows: [[Buffer.from('["a name"]')]], commandTag: 'SELECT 1' }];
    },
  },
} as unknown as Database;

function make(request: object | null, raw: object = { mail: { attachments: 'renderer.mjs' } }) {
  const config = { supabaseDir: folder, project: { raw } } as unknown as Config;
  const attachments = createAttachments({ config, database, log: createLog('silent') });
  return attachments({ id: 'm1', attachment: request } as unknown as QueuedMail);
}

test('is made by the module of the project, with the rights of the one named', async () => {
  expect(await make({ user_id: 'u1', bytes: 3 })).toMatchObject({ name: 'a name' });
  expect(asked).toEqual([
    [
      { role: 'authenticated', claims: '{"sub":"u1","role":"authenticated","aal":"aal1"}' },
      [
        {
          text: `select coalesce(jsonb_agg(to_jsonb(answer)), '[]')::text from public."figures"("day" => $1,"wanted" => $2,"none" => $3) as answer`,
          values: ['2026-01-02', '{"a":1}', null],
        },
      ],
    ],
  ]);
});

test('is left out where it is too large, fails, or nothing makes it', async () => {
  expect(await make({ user_id: 'u1', bytes: 5 * 1024 * 1024 })).toBeDefined();
  expect(await make({ user_id: 'u1', bytes: 5 * 1024 * 1024 + 1 })).toBeUndefined();
  expect(await make({ user_id: 'u1', fails: true })).toBeUndefined();
  expect(await make({ user_id: 'u1', bytes: 1 }, {})).toBeUndefined();
  expect(await make(null)).toBeUndefined();
});
