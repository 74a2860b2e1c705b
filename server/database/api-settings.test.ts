import { expect, test } from 'vitest';
import { inDatabase, splitApiSettings } from './api-settings.ts';

test('settings of the data API are taken out of a migration', () => {
  const text = `create table a (id int);
alter role authenticator set pgrst.db_plan_enabled to 'true';
ALTER ROLE authenticator RESET pgrst.db_max_rows;
-- alter role authenticator set pgrst.x to '1';
alter role other set pgrst.x to '1';`;
  expect(splitApiSettings(text)).toEqual({
    rest: `create table a (id int);


-- alter role authenticator set pgrst.x to '1';
alter role other set pgrst.x to '1';`,
    settings: `alter role authenticator set pgrst.db_plan_enabled to 'true';
ALTER ROLE authenticator RESET pgrst.db_max_rows;`,
  });
});

test('they hold for one database', () => {
  expect(inDatabase("ALTER ROLE authenticator SET pgrst.db_tx_end to 'commit';", 'a"b')).toBe(
    `ALTER ROLE authenticator in database "a""b" SET pgrst.db_tx_end to 'commit';`,
  );
});
