import { test as base, expect, type Page } from '@playwright/test';
import type { Account } from './support/account.ts';
import { api } from './support/api.ts';
import { type Company, makeCompany } from './support/company.ts';

export { expect };

/** Tag of the one journey through each module that `npm test` makes; `npm run test:all` makes the others, too. */
export const MODULE = '@module';

interface Fixtures {
  /** A company of this test's own, with an owner, two projects and two cost codes. */
  company: Company;
  /** Errors in the browser's console that this test provokes on purpose. */
  expectedConsoleErrors: RegExp[];
  /** Signs a person in without the sign-in screen. Call before the first `goto`. */
  signInAs: (account: Account, page?: Page) => Promise<void>;
}

/** Answers the browser itself reports for requests that a test expects to be refused. */
const NETWORK_ANSWER = /Failed to load resource: the server responded with a status of 4\d\d/;

export const test = base.extend<Fixtures & { watchConsole: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here.
  baseURL: async ({}, use) => use(api.url),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  company: async ({}, use) => use(await makeCompany()),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  expectedConsoleErrors: async ({}, use) => use([]),
  signInAs: async ({ page }, use) => {
    await use(async (account, target = page) => {
      await target.addInitScript((session) => {
        // Once per tab: a later page of the same tab must not undo a sign-out.
        if (sessionStorage.getItem('e2e.signed-in')) return;
        sessionStorage.setItem('e2e.signed-in', 'yes');
        localStorage.setItem('chalkline.session', session);
      }, JSON.stringify(account.session));
    });
  },
  watchConsole: [
    async ({ page, expectedConsoleErrors }, use) => {
      const unexpected: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') unexpected.push(message.text());
      });
      page.on('pageerror', (error) => unexpected.push(String(error)));
      await use(undefined);
      const allowed = [NETWORK_ANSWER, ...expectedConsoleErrors];
      expect(unexpected.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual(
        [],
      );
    },
    { auto: true },
  ],
});
