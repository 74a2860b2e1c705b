import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Config } from '../config.ts';
import { createLog } from '../http/log.ts';
import { createOutcomeHook, createReplyHook } from './outcome.ts';
import { OutcomeNotes } from './outcome-notes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(`
    create schema hooks;
    create table hooks.queue (id uuid primary key, status text, error text, note_after timestamptz);
    create table hooks.noted (channel text, id uuid, status text, error text, details jsonb);
    create function hooks.note(channel_param text, id_param uuid, status_param text, error_param text, details_param jsonb)
      returns void language plpgsql as $$
      begin
        if error_param = 'refused here' then raise exception 'not now'; end if;
        insert into hooks.noted values (channel_param, id_param, status_param, error_param, details_param);
      end $$;
    create function hooks.reply(from_param text, body_param text) returns jsonb language sql as $$
      select case when body_param <> 'nothing' then
        jsonb_build_object('template', 'answer', 'language', 'es', 'data', jsonb_build_object('from', from_param)) end $$;`);
});
beforeEach(() => database.sql.unsafe('truncate hooks.queue, hooks.noted'));
afterAll(() => database.drop());

const config = (notifications: object) =>
  ({ project: { raw: { notifications } } }) as unknown as Pick<Config, 'project'>;

function openNotes(): OutcomeNotes {
  const hook = createOutcomeHook(config({ outcome: 'hooks.note' }));
  return new OutcomeNotes(
    { sql: database.sql, log: createLog('silent'), hook },
    {
      channel: 'push',
      table: { schema: 'hooks', name: 'queue' },
      read: (sql, ids) => sql`
        select id, status, error, '{"tries": 1}'::jsonb as details from hooks.queue
         where id = any(${ids}::uuid[])`,
    },
  );
}

const add = (count: number, status: string, error: string | null = null) => database.sql`
  insert into hooks.queue select gen_random_uuid(), ${status}, ${error}, now()
    from generate_series(1, ${count})`;

test('each outcome is noted once, however many servers note', async () => {
  await add(250, 'sent');
  await Promise.all([openNotes(), openNotes(), openNotes()].map((notes) => notes.drain()));
  const [noted] = await database.sql`
    select count(*)::int as calls, count(distinct id)::int as ids, min(channel) as channel,
           min(status) as status, min(details ->> 'tries') as tries
      from hooks.noted`;
  expect(noted).toEqual({ calls: 250, ids: 250, channel: 'push', status: 'sent', tries: '1' });
});

test('one that the project refuses waits, and holds up no other', async () => {
  await add(1, 'failed', 'refused here');
  await add(120, 'sent');
  const notes = openNotes();
  await notes.drain();
  const [state] = await database.sql`
    select (select count(*)::int from hooks.noted) as noted,
           (select array_agg(error) from hooks.queue where note_after > now()) as waiting`;
  expect(state).toEqual({ noted: 120, waiting: ['refused here'] });

  await database.sql`update hooks.queue set error = 'gave way', note_after = now() where error is not null`;
  await notes.drain();
  expect(await database.sql`select error from hooks.noted where status = 'failed'`).toEqual([
    { error: 'gave way' },
  ]);
});

test('replies go to the project, and nothing is called where it names no function', async () => {
  const reply = createReplyHook(config({ reply: 'hooks.reply' }));
  expect(await reply?.(database.sql, '+1', 'STOP')).toEqual({
    template: 'answer',
    language: 'es',
    data: { from: '+1' },
  });
  expect(await reply?.(database.sql, '+1', 'nothing')).toBeNull();
  expect(createReplyHook(config({}))).toBeUndefined();
  expect(createOutcomeHook(config({}))).toBeUndefined();
  expect(() => createOutcomeHook(config({ outcome: 'note; drop table x' }))).toThrow(
    'notifications.outcome takes a function',
  );
});
