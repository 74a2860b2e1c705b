import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS } from './scripts/find-chromium.ts';

/**
 * What a full browser window does for its address bar costs more than loading the app, once per test.
 * Chromium heeds the last list only, so what Playwright itself turns off comes first.
 */
const DISABLED_FEATURES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

const BROWSER = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** The shell without windows (scripts/find-chromium.ts) has no Background Sync. */
const NEEDS_THE_BROWSER = [
  '**/offline.spec.ts',
  '**/dead-network.spec.ts',
  '**/random-days.spec.ts',
];

const launch = (executablePath: string) => ({
  executablePath,
  args: [...CHROMIUM_FLAGS, `--disable-features=${DISABLED_FEATURES.join(',')}`],
});

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  workers: 2,
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  globalSetup: './e2e/global-setup.ts',
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Recording every step costs two fifths of the run: asked for when a failure is looked into.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    // It keeps every file of the app, which costs more than most tests; those about it let it in.
    serviceWorkers: process.env['SERVICE_WORKERS'] === 'allow' ? 'allow' : 'block',
    // What fades in has less contrast than it will have, and what fades out still holds the focus.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      name: 'browser',
      testMatch: NEEDS_THE_BROWSER,
      use: { launchOptions: launch(BROWSER) },
    },
    {
      name: 'pages',
      testIgnore: NEEDS_THE_BROWSER,
      use: { launchOptions: launch(process.env['CHROMIUM_SHELL'] ?? BROWSER) },
    },
  ],
});
