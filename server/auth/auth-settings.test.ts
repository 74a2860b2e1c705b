import { expect, test } from 'vitest';
import type { Config } from '../config.ts';
import { durationSeconds, readAuthSettings } from './auth-settings.ts';
import { allowedRedirect } from './redirect-allow-list.ts';

const config = (auth: unknown) =>
  ({
    siteUrl: 'http://127.0.0.1:3000',
    emailConfirmation: 'required',
    smtpUrl: undefined,
    authHooks: {},
    tls: { mode: 'off' },
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
    minimumPasswordLength: 6,
    siteUrl: 'http://127.0.0.1:3000',
    accessTokenSeconds: 3600,
    refreshReuseSeconds: 10,
    linkSeconds: 3600,
    mailIntervalSeconds: 60,
    doubleConfirmChanges: true,
    anonymousEnabled: false,
    mailsPerHour: undefined,
  });
});

test('links lead to the site that config.toml names, unless SITE_URL is set', () => {
  const named = config({ site_url: 'https://app.example.com/' });
  expect(readAuthSettings(named)).toMatchObject({
    siteUrl: 'https://app.example.com',
    apiUrl: 'http://127.0.0.1:3000/auth/v1',
  });
  const given = { ...named, siteUrlGiven: true };
  expect(readAuthSettings(given).siteUrl).toBe('http://127.0.0.1:3000');
});

test('in a local network links lead to this machine, under each of its names', () => {
  const lan = {
    ...config({ site_url: 'https://app.example.com' }),
    host: '192.168.1.20',
    siteUrlGiven: false,
    tls: { mode: 'lan', httpsPort: 3443, httpPort: 3080 },
  } as Config;
  const settings = readAuthSettings(lan, () => 'https://192.168.1.20:3443');
  expect(settings.siteUrl).toBe('https://192.168.1.20:3443');
  const wanted = 'https://192.168.1.20:3443/auth/update-password';
  const elsewhere = { siteUrl: 'https://10.0.0.1', redirectUrls: settings.redirectUrls };
  expect(allowedRedirect(wanted, elsewhere)).toBe(wanted);
  expect(allowedRedirect('https://192.168.1.21:3443/', elsewhere)).toBe('https://10.0.0.1');
});

test('a short minimum and common passwords count as config.toml says', () => {
  const loose = config({ minimum_password_length: 4, refuse_common_passwords: false });
  expect(readAuthSettings(loose)).toMatchObject({
    minimumPasswordLength: 4,
    refuseCommonPasswords: false,
  });
});

test('a wrong value names itself', () => {
  expect(() => readAuthSettings(config({ email: { max_frequency: 'soon' } }))).toThrow(
    'auth.email.max_frequency: takes a duration',
  );
});
