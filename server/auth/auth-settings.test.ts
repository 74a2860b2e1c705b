import { expect, test } from 'vitest';
import type { Config } from '../config.ts';
import { durationSeconds, readAuthSettings } from './auth-settings.ts';

const config = (auth: unknown) =>
  ({
    siteUrl: 'http://127.0.0.1:3000',
    emailConfirmation: 'required',
    smtpUrl: undefined,
    project: { raw: { auth }, redirectUrls: [] },
  }) as unknown as Config;

test.each([
  ['60s', 60],
  ['1m30s', 90],
  ['24h', 86_400],
  ['500ms', 0.5],
  ['0', 0],
  ['soon', undefined],
  ['', undefined],
])('%s is %s seconds', (text, seconds) => expect(durationSeconds(text)).toBe(seconds));

test('what config.toml leaves out has safe values', () => {
  expect(readAuthSettings(config(undefined))).toMatchObject({
    minimumPasswordLength: 8,
    accessTokenSeconds: 3600,
    refreshReuseSeconds: 10,
    linkSeconds: 3600,
    mailIntervalSeconds: 60,
    doubleConfirmChanges: true,
    anonymousEnabled: false,
    mailsPerHour: undefined,
  });
});

test('a wrong value names itself', () => {
  expect(() => readAuthSettings(config({ email: { max_frequency: 'soon' } }))).toThrow(
    'auth.email.max_frequency: takes a duration',
  );
});
