import { beforeEach, expect, test } from 'vitest';
import { AccountingStage } from './accounting-stage.ts';
import { makeCompany, openDatabase } from './world.ts';

const db = await openDatabase({ connections: 4 });
let stage: AccountingStage;
beforeEach(async () => {
  stage = new AccountingStage(db.sql, await makeCompany(db.sql));
  await stage.connect();
});

/** Arguments by name; the functions come from the catalog. */
const VALUES: Readonly<Record<string, string>> = {
  connection_id_param: `(select id from public.accounting_connections)`,
  id_param: `(select id from public.accounting_connections)`,
  state_param: `'paused'`,
  mappings_param: `'[]'`,
  start_date_param: `'2026-10-01'`,
  end_date_param: `'2026-10-31'`,
  name_param: `'A company file'`,
};

const functions = await db.sql<{ name: string; parameters: string[] }[]>`
  select p.proname as name, (p.proargnames)[1:p.pronargs] as parameters from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and p.prosrc ~ 'private\\.require_(accounting|desktop)_connection\\(' order by 1`;

test('the catalog names the functions of an owner that lock a connection', () => {
  expect(functions.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'accounting_overview',
      'set_accounting_mapping',
      'set_accounting_state',
    ]),
  );
});

test.for([...functions, { name: 'an owner who signs in again', parameters: [] }])(
  '$name waits for a server at work; neither ends the other',
  async ({ name, parameters }) => {
    const values = parameters.map((each) => `${each} => ${VALUES[each]}`).join(', ');
    const { owner } = stage.us;
    let asked: Promise<unknown> = Promise.resolve();
    let isDone = false;
    await db.sql.begin(async (server) => {
      await server`select private.hold_accounting_lease(${stage.connection}, ${stage.lease})`;
      const [us] = await server`select pg_backend_pid() as pid`;
      asked = (
        parameters.length > 0
          ? stage.act(owner, (tx) => tx.unsafe(`select public.${name}(${values})`))
          : stage.tell({ state: 'connected' })
      )
        .then(
          () => 'done',
          (error: { code?: string }) => error.code,
        )
        .finally(() => {
          isDone = true;
        });
      await expect
        .poll(async () => {
          const [row] = await db.sql`
            select exists (select from pg_stat_activity where ${us?.['pid']} = any (pg_blocking_pids(pid))) as waits`;
          return isDone || row?.['waits'];
        })
        .toBe(true);
      expect(isDone).toBe(false);
      await server`select private.accounting_note_connection(${stage.connection}, ${stage.lease}, '{"lists_read": true}')`;
    });
    expect(['done', 'P0001', '22023']).toContain(await asked);
  },
);
