import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { makeAccount } from './support/account.ts';
import { fillAddresses, openScreen, visitTabs } from './support/open-screen.ts';
import { groups, SCREENS } from './support/screens.ts';

type Words = { [key: string]: string | Words };

const LOCALES = path.join(import.meta.dirname, '..', 'src', 'locales');

function texts(words: Words): string[] {
  return Object.values(words).flatMap((value) =>
    typeof value === 'string' ? [value] : texts(value),
  );
}

function textsOf(language: string): Set<string> {
  const folder = path.join(LOCALES, language);
  return new Set(
    globSync('*.json', { cwd: folder }).flatMap((file) =>
      texts(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Words),
    ),
  );
}

/** Our English sentences that are not also Spanish ones ("Error", "Total", "Chalkline"). */
const spanish = textsOf('es');
const english = new Set([...textsOf('en')].filter((text) => !spanish.has(text)));

/** All text and spoken names on the page. */
async function visibleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) found.push(walker.currentNode.textContent?.trim() ?? '');
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
      for (const name of ['aria-label', 'placeholder', 'title']) {
        found.push(element.getAttribute(name)?.trim() ?? '');
      }
    }
    found.push(document.title.replace(' · Chalkline', ''));
    return found.filter((text) => text !== '');
  });
}

async function expectSpanish(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Cargando…' })).toHaveCount(0);
  const left = (await visibleTexts(page)).filter((text) => english.has(text));
  expect([where, left]).toEqual([where, []]);
}

test.use({ locale: 'es-MX' });

test('the way in speaks Spanish', async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/No page at this address/);
  for (const address of ['/auth/login', '/auth/register', '/auth/forgot-password', '/nowhere']) {
    await openScreen(page, address);
    await expectSpanish(page, address);
  }
  await page.goto('/auth/register');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expectSpanish(page, 'errors of the form');
});

for (const paths of groups(SCREENS, 13)) {
  test(`${paths.join(' ')} speak Spanish`, async ({
    page,
    company,
    signInAs,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(/No page at this address/);
    const addressOf = await fillAddresses(company);
    await signInAs(company.owner);
    for (const path of paths) {
      await visitTabs(page, addressOf(path), (where) => expectSpanish(page, where));
    }
  });
}

test('onboarding and what opens speak Spanish', async ({ page, signInAs }) => {
  await signInAs(await makeAccount());
  await page.goto('/');
  await expect(page.getByLabel('Nombre de la empresa')).toBeVisible();
  await expectSpanish(page, 'onboarding');
  await page.getByRole('button', { name: /Menú de la cuenta/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Cerrar sesión' })).toBeVisible();
  expect((await visibleTexts(page)).filter((text) => english.has(text))).toEqual([]);
});
