// `npm run keys -- rotate`: makes a new key for signing access tokens.
// Running servers publish it within a minute and sign with it a quarter of an hour later; tokens
// signed before stay valid until they expire. Nobody is signed out.
import path from 'node:path';
import { loadDotEnv, readConfig } from '../server/config.ts';
import { connectPlatform } from '../server/database/sql/connect.ts';
import { parseDatabaseUrl } from '../server/database/wire/endpoint.ts';
import { rotateKeys } from '../server/keys/keys.ts';
import { readSecrets, writeSecrets } from '../server/keys/secrets.ts';
import { readSharedKeys, writeSharedKeys } from '../server/keys/shared-keys.ts';

const ROOT = path.join(import.meta.dirname, '..');

if (process.argv[2] !== 'rotate') {
  console.error('Usage: npm run keys -- rotate');
  process.exit(1);
}
loadDotEnv(ROOT);
const config = readConfig(process.env, ROOT);
if (config.databaseUrl === undefined) {
  const secrets = await readSecrets(config.dataDir);
  writeSecrets(config.dataDir, { ...secrets, keys: await rotateKeys(secrets.keys) });
} else {
  const sql = connectPlatform(parseDatabaseUrl(config.databaseUrl), { max: 1 });
  const stored = await readSharedKeys(sql);
  if (stored) await writeSharedKeys(sql, await rotateKeys(stored));
  else console.error('No server has used this database yet, so there are no keys to rotate.');
  await sql.end();
}
console.log('A new signing key is stored. Servers use it from a quarter of an hour on.');
