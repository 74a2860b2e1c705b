import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SETTINGS } from '../server/config.ts';

/** The image sets them, or they name places in it. */
const OF_THE_IMAGE = ['BACKUP_DIR', 'DATA_DIR', 'HOST', 'PORT', 'POSTGRES_BIN', 'SUPABASE_DIR'];

test('compose passes every setting on to the container', () => {
  const compose = readFileSync(path.join(import.meta.dirname, '../deploy/compose.yaml'), 'utf8');
  const [, environment = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(compose) ?? [];
  // Without a value it is that of the shell or of --env-file, and nothing where neither has one.
  const passed = [...environment.matchAll(/^ {6}([A-Z0-9_]+):$/gm)].map(([, name]) => name);
  expect(passed).toEqual(SETTINGS.filter((name) => !OF_THE_IMAGE.includes(name)).toSorted());
});
