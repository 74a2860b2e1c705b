import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { unservedSettings } from './unserved-settings.ts';

test('what is switched on and not served is named, what is off is not', () => {
  const project = parse(`
[auth.oauth_server]
enabled = true
[auth.passkey]
enabled = true
[auth.mfa.totp]
enroll_enabled = true
[auth.mfa.phone]
enroll_enabled = false
verify_enabled = false
[auth.mfa.web_authn]
enroll_enabled = true
verify_enabled = false
[auth.sms]
enable_signup = true
[auth.sms.twilio]
enabled = false
[auth.external.github]
enabled = true
[auth.external.apple]
enabled = false
`);
  expect(unservedSettings(project)).toEqual([
    'auth.external.github',
    'auth.mfa.web_authn',
    'auth.oauth_server',
    'auth.passkey',
    'auth.sms',
  ]);
});

test('switches without effect are named where they ask for something else', () => {
  const project = parse(`
[api]
enabled = true
[auth]
enable_refresh_token_rotation = false
[storage]
enabled = false
`);
  expect(unservedSettings(project)).toEqual([
    'auth.enable_refresh_token_rotation = false',
    'storage.enabled = false',
  ]);
});
