// `npm run owner -- …`: accounts and limits, for whoever runs the server. USAGE below has all commands.
import path from 'node:path';
import {
  listAccounts,
  listSessions,
  lockAccount,
  removeSecondFactors,
  unlockAccount,
} from '../server/auth/account-administration.ts';
import { createOwnerLink } from '../server/auth/owner-link.ts';
import { reachRunningDatabase } from '../server/backup/running-database.ts';
import { type Config, loadDotEnv, readConfig } from '../server/config.ts';
import { connectPlatform } from '../server/database/sql/connect.ts';
import type { Sql } from '../server/database/sql/sql.ts';
import { parseDatabaseUrl } from '../server/database/wire/endpoint.ts';
import { readAddress } from '../server/lifecycle/server-address.ts';
import { StartupError } from '../server/startup-error.ts';
import { sendTestMailTo } from '../server/system/test-mail.ts';

const USAGE = `Usage: npm run owner -- COMMAND
  EMAIL                          a link with which this person opens an account, without a mail
  list                           all accounts: when they signed in, locked, second factor, sessions
  lock EMAIL | unlock EMAIL      ends the sessions and lets nobody in until it is unlocked
  reset-2fa EMAIL                removes the second factor of somebody who lost it
  sessions EMAIL                 where this person is signed in
  test-mail EMAIL                sends a mail at once and shows what the mail server answers
  limits [COMPANY_ID GIGABYTES]  how much each company may store, or how much one may from now on`;
const ROOT = path.join(import.meta.dirname, '..');

interface Installation {
  readonly config: Config;
  readonly sql: Sql;
  /** The address that people open. */
  readonly siteUrl: string;
}

const COMMANDS: Readonly<
  Record<string, (on: Installation, ...args: readonly string[]) => Promise<void>>
> = {
  async list({ sql }) {
    for (const account of await listAccounts(sql)) {
      const { email, lastSignInAt, isLocked, hasSecondFactor, sessions } = account;
      const state = [isLocked && 'locked', hasSecondFactor && 'second factor'].filter(Boolean);
      const last = lastSignInAt ? `last signed in ${minuteOf(lastSignInAt)}` : 'never signed in';
      console.log([email, last, `${sessions} sessions`, ...state].join(', '));
    }
  },
  async lock({ sql }, email) {
    const ended = await lockAccount(sql, required(email));
    console.log(`Locked, ${ended} sessions ended. Pages that are open work for up to an hour.`);
  },
  async unlock({ sql }, email) {
    await unlockAccount(sql, required(email));
    console.log('Unlocked.');
  },
  async 'reset-2fa'({ sql }, email) {
    const removed = await removeSecondFactors(sql, required(email));
    console.log(removed > 0 ? 'Removed. The next sign-in takes the password.' : 'There was none.');
  },
  async sessions({ sql }, email) {
    for (const session of await listSessions(sql, required(email))) {
      const { createdAt, lastUsedAt, address, userAgent } = session;
      const times = `since ${minuteOf(createdAt)}, last used ${minuteOf(lastUsedAt)}`;
      console.log([times, address, userAgent].filter(Boolean).join(', '));
    }
  },
  async 'test-mail'(on, email) {
    const sent = await sendTestMailTo(on, { email: required(email), language: 'en' });
    if (sent.result === 'failed') throw new StartupError(`${sent.server} answered: ${sent.answer}`);
    console.log(sent.result === 'sent' ? 'The mail server took it.' : 'Captured, not sent.');
  },
  async limits({ sql }, companyId, gigabytes) {
    if (companyId !== undefined) {
      if (gigabytes === undefined || !/^\d{1,6}$/.test(gigabytes)) throw new StartupError(USAGE);
      const changed = await sql`
        update public.companies set storage_limit_bytes = ${gigabytes}::bigint * 1073741824
        where id::text = ${companyId} returning id`;
      if (changed.length === 0) throw new StartupError(`There is no company ${companyId}.`);
    }
    const companies = await sql`
      select id, name, round(storage_limit_bytes / 1073741824.0, 1)::text as storage,
        round(private.stored_bytes(id) / 1073741824.0, 1)::text as used
      from public.companies order by name`;
    for (const { id, name, storage, used } of companies)
      console.log(`${id}  ${name}: ${used} of ${storage} GB stored`);
  },
};

const minuteOf = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function required(email: string | undefined): string {
  if (!email) throw new StartupError(USAGE);
  return email;
}

async function connect(config: Config): Promise<Installation> {
  const { databaseUrl, dataDir, siteUrl } = config;
  if (databaseUrl !== undefined) {
    const sql = connectPlatform(parseDatabaseUrl(databaseUrl), { max: 1 });
    return { config, sql, siteUrl };
  }
  const running = await reachRunningDatabase(config);
  // The server may have been started with settings of the command line, such as DOMAIN.
  if (running) return { config, sql: running, siteUrl: readAddress(dataDir) ?? siteUrl };
  throw new StartupError(`No server runs on ${dataDir}. Start it, then ask again.`);
}

async function run([first, ...rest]: readonly string[]): Promise<void> {
  const command = COMMANDS[first ?? ''];
  if (first === undefined || (!command && !first.includes('@'))) throw new StartupError(USAGE);
  loadDotEnv(ROOT);
  const installation = await connect(readConfig(process.env, ROOT));
  const { sql, siteUrl } = installation;
  try {
    if (command) await command(installation, ...rest);
    else console.log(await createOwnerLink(sql, siteUrl, first));
  } finally {
    await sql.end();
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
});
