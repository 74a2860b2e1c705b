import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-variables-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('every setting can be the content of a file', () => {
  const metrics = write('metrics', 'm'.repeat(32).concat('\n'));
  const secret = write('secret', 'of-the-provider\n');
  const config = readConfig(
    {
      METRICS_TOKEN_FILE: metrics,
      AUTH_EXTERNAL_GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com',
      AUTH_EXTERNAL_GOOGLE_SECRET_FILE: secret,
    },
    folder,
  );
  expect(config.metricsToken).toBe('m'.repeat(32));
  expect(config.signInProviders).toMatchObject([{ name: 'google', secret: 'of-the-provider' }]);
  expect(config.unknownVariables).toEqual([]);
});

test('a file that is missing, or beside the setting itself, is refused; its content is never repeated', () => {
  const missing = path.join(folder, 'missing');
  expect(() => readConfig({ SMTP_URL_FILE: missing }, folder)).toThrow(
    `SMTP_URL_FILE=${missing} cannot be read: ENOENT`,
  );
  const wrong = write('wrong', 'hunter2-hunter2');
  expect(() => readConfig({ LOG_LEVEL: 'info', LOG_LEVEL_FILE: wrong }, folder)).toThrow(
    'LOG_LEVEL and LOG_LEVEL_FILE are both set. Set one of them.',
  );
  expect(() => readConfig({ SITE_URL_FILE: wrong }, folder)).toThrow(
    /^SITE_URL is wrong: it takes/,
  );
});

test('names that set nothing are named with the setting that was meant', () => {
  write(
    '.env',
    [
      'SMTP_URI=smtp://mail.example.com:587',
      'DATABSE_URL=postgres://db.example.com/x',
      'BACKUPDIR=/backups',
      'COFFEE=black',
      'SMTP_URL_FILE=/run/secrets/smtp',
      'TZ=America/New_York',
      'AUTH_EXTERNAL_GOOGLE_LABEL=Google',
    ].join('\n'),
  );
  // What .env has is in the environment as well by then.
  const variables = { SMTP_URI: 'x', TRUSTED_PROXYS: '10.0.0.1', HOSTNAME: 'x', LOGNAME: 'ray' };
  const { unknownVariables } = readConfig(variables, folder);
  expect(unknownVariables).toEqual([
    'BACKUPDIR in .env is not a setting of this server. Did you mean BACKUP_DIR?',
    'COFFEE in .env is not a setting of this server.',
    'DATABSE_URL in .env is not a setting of this server. Did you mean DATABASE_URL?',
    'SMTP_URI in .env is not a setting of this server. Did you mean SMTP_URL?',
    'TRUSTED_PROXYS is not a setting of this server. Did you mean TRUSTED_PROXIES?',
  ]);
});
