import { expect, test } from 'vitest';
import { homeScreenWay, type PushEnvironment, pushSupport } from '@/entities/push/push-support';

const SAFARI = (system: string, version: string): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`;
const IPHONE_17 = SAFARI('iPhone; CPU iPhone OS 17_5 like Mac OS X', '17.5');
/** The system's number stays at 18 since 26. */
const IPHONE_26 = SAFARI('iPhone; CPU iPhone OS 18_6 like Mac OS X', '26.1');
const IPAD = SAFARI('Macintosh; Intel Mac OS X 10_15_7', '18.1');
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const CHROME_ON_IPHONE = IPHONE_17.replace('Version/17.5', 'CriOS/142.0');
const INSIDE_AN_APP =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';

const on = (userAgent: string, given: Partial<PushEnvironment> = {}): PushEnvironment => ({
  userAgent,
  maxTouchPoints: /Android|iPhone/.test(userAgent) ? 5 : 0,
  isSecure: true,
  isStandalone: false,
  hasPush: true,
  permission: 'default',
  ...given,
});

test.each([
  ['Android, by http', on(ANDROID, { isSecure: false }), 'plain-http'],
  ['Android', on(ANDROID), 'ready'],
  ['Android, blocked', on(ANDROID, { permission: 'denied' }), 'blocked'],
  ['a view inside of an app', on(ANDROID, { hasPush: false }), 'unsupported'],
  ['iPhone in Safari', on(IPHONE_17, { hasPush: false }), 'needs-home-screen'],
  ['iPhone from the Home Screen', on(IPHONE_17, { isStandalone: true }), 'ready'],
  ['iPhone 26', on(IPHONE_26, { hasPush: false }), 'needs-home-screen'],
  ['iPad, which says Mac', on(IPAD, { maxTouchPoints: 5 }), 'needs-home-screen'],
  ['a Mac', on(IPAD, { maxTouchPoints: 0 }), 'ready'],
  [
    'iPhone 16.3',
    on(SAFARI('iPhone; CPU iPhone OS 16_3 like Mac OS X', '16.3'), { hasPush: false }),
    'old-ios',
  ],
  [
    'iPhone 16.4',
    on(SAFARI('iPhone; CPU iPhone OS 16_4 like Mac OS X', '16.4'), { isStandalone: true }),
    'ready',
  ],
] as const)('%s', (_name, environment, support) => {
  expect(pushSupport(environment)).toBe(support);
});

test.each([
  [IPHONE_17, 'safari'],
  [IPHONE_26, 'safari-26'],
  [CHROME_ON_IPHONE, 'other-browser'],
  [INSIDE_AN_APP, 'inside-app'],
] as const)('the way to the Home Screen of %s', (userAgent, way) => {
  expect(homeScreenWay(on(userAgent))).toBe(way);
});
