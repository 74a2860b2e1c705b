// `npm run keys -- rotate`: makes a new key for signing access tokens.
// Running servers publish it within a minute and sign with it a quarter of an hour later; tokens
// signed before stay valid until they expire. Nobody is signed out.
// `npm run keys -- rotate-ledger`: makes a new key for signing ends of histories and evidence. The key
// before introduces it and stays published; running servers sign with it within a minute.
// `npm run keys -- rotate-seal`: makes a new key for sealing the secrets of connected systems. Servers seal
// with it five minutes later; what was sealed before stays readable.
import path from 'node:path';
import { loadDotEnv, readConfig } from '../server/config.ts';
import { connectPlatform } from '../server/database/sql/connect.ts';
import { parseDatabaseUrl } from '../server/database/wire/endpoint.ts';
import { rotateKeys, type StoredKeys, withLaterKeys } from '../server/keys/keys.ts';
import { rotateLedgerKeys } from '../server/keys/ledger-keys.ts';
import { rotateSealKeys } from '../server/keys/seal-keys.ts';
import { readSecrets, writeSecrets } from '../server/keys/secrets.ts';
import { readSharedKeys, writeSharedKeys } from '../server/keys/shared-keys.ts';

const ROOT = path.join(import.meta.dirname, '..');

const ROTATIONS: Readonly<Record<string, (stored: StoredKeys) => Promise<StoredKeys>>> = {
  rotate: (stored) => rotateKeys(stored),
  'rotate-ledger': async (stored) => {
    const complete = await withLaterKeys(stored);
    return { ...complete, ledgerKeys: rotateLedgerKeys(complete.ledgerKeys ?? []) };
  },
  'rotate-seal': async (stored) => {
    const complete = await withLaterKeys(stored);
    return { ...complete, sealKeys: rotateSealKeys(complete.sealKeys ?? []) };
  },
};
const RESULTS: Readonly<Record<string, string>> = {
  rotate: 'A new signing key is stored. Servers use it from a quarter of an hour on.',
  'rotate-ledger':
    'A new key for the history is stored, introduced by the one before. Servers use it within a minute.',
  'rotate-seal':
    'A new key for sealing secrets is stored. Servers use it from five minutes on; those before stay readable.',
};

const command = process.argv[2] ?? '';
const rotateStored = ROTATIONS[command];
if (!rotateStored) {
  console.error('Usage: npm run keys -- rotate | rotate-ledger | rotate-seal');
  process.exit(1);
}
loadDotEnv(ROOT);
const config = readConfig(process.env, ROOT);
if (config.databaseUrl === undefined) {
  const secrets = await readSecrets(config.dataDir);
  writeSecrets(config.dataDir, { ...secrets, keys: await rotateStored(secrets.keys) });
} else {
  const sql = connectPlatform(parseDatabaseUrl(config.databaseUrl), { max: 1 });
  const stored = await readSharedKeys(sql);
  if (stored) await writeSharedKeys(sql, await rotateStored(stored));
  else console.error('No server has used this database yet, so there are no keys to rotate.');
  await sql.end();
}
console.log(RESULTS[command]);
