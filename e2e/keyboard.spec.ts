import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectFocusVisible, tabTo } from './support/keyboard.ts';
import { addEntry, entriesOf, toast } from './support/time.ts';

async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({
    timeout: 30_000,
  });
}

test('skips the navigation with the first Tab, creates a project and changes a setting', async ({
  page,
  company,
  signInAs,
}) => {
  await signInAs(company.owner);
  await open(page, '/time-tracker', 'Time Tracker');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expectFocusVisible(skip);
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Add Manual Entry' })).toBeFocused();

  await open(page, '/projects', 'Projects');
  const create = page.getByRole('button', { name: 'New Project' });
  await tabTo(page, create);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New Project' });
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Quarry Road');
  // Enter saves from any field.
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Project created')).toBeVisible();
  await expect(create).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Quarry Road' })).toBeVisible();

  await open(page, '/settings', 'Settings');
  await tabTo(page, page.getByRole('tab', { name: 'Profile' }));
  for (const name of ['Notifications', 'Preferences']) {
    await page.keyboard.press('ArrowRight');
    const tab = page.getByRole('tab', { name });
    await expect(tab).toBeFocused();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
  }
  const timeFormat = page.getByRole('combobox', { name: 'Time format' });
  await tabTo(page, timeFormat);
  await expectFocusVisible(timeFormat);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: '12-hour' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: '24-hour' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(timeFormat).toContainText('24-hour');
  await expect(timeFormat).toBeFocused();
  await expect
    .poll(async () => {
      const row = must(
        await company.owner.client.from('preferences').select('time_format').single(),
      );
      return (row as { time_format: string }).time_format;
    })
    .toBe('24h');
});

test('clocks in, switches and stops', async ({ page, company, signInAs }) => {
  test.slow();
  const worker = await company.addPerson('employee');
  await signInAs(worker);
  // The searchable list comes late, as it does on a phone: what is typed meanwhile counts.
  const late = Promise.withResolvers<void>();
  await page.route('**/assets/option-list-*.js', async (route) => {
    await late.promise;
    await route.continue();
  });
  await open(page, '/time-tracker', 'Time Tracker');
  const card = page.getByRole('region', { name: 'Timer' });
  const project = card.getByRole('combobox', { name: 'Project' });
  await tabTo(page, project);
  await expectFocusVisible(project);
  await page.keyboard.press('Enter');
  await expect(page.getByPlaceholder('Search projects…')).toBeFocused();
  await page.keyboard.type('riverside');
  await page.keyboard.press('Enter');
  late.resolve();
  await expect(project).toContainText('Riverside Tower');
  await expect(project).toBeFocused();
  await tabTo(page, card.getByRole('button', { name: 'Start' }));
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Timer started')).toBeVisible();

  const change = page.getByRole('button', { name: 'Switch project' });
  await tabTo(page, change, 'Shift+Tab');
  await expectFocusVisible(change);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Switch project' });
  await expect(panel.getByLabel('Project')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByPlaceholder('Search projects…')).toBeFocused();
  await page.keyboard.type('elm');
  await page.keyboard.press('Enter');
  await expect(panel.getByLabel('Project')).toContainText('Elm St. Duplex');
  await tabTo(page, panel.getByRole('button', { name: 'Switch' }));
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Project switched')).toBeVisible();
  await expect(change).toBeFocused();

  await tabTo(page, card.getByRole('button', { name: 'Stop' }));
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Timer stopped')).toBeVisible();
  expect(await entriesOf(worker)).toHaveLength(2);
});

test('edits an entry; the dialog keeps the focus and gives it back', async ({
  page,
  company,
  signInAs,
}) => {
  test.slow();
  const worker = await company.addPerson('employee');
  const from = new Date(Date.now() - 10 * 60_000);
  await addEntry(company, worker, {
    from: from.toISOString(),
    to: new Date(from.getTime() + 5 * 60_000).toISOString(),
  });
  await signInAs(worker);
  await open(page, '/time-tracker?period=week', 'Time Tracker');
  const edit = page.getByRole('button', { name: /^Edit/ });
  await tabTo(page, edit);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit Time Entry' });
  await expect(dialog.getByLabel('Start Time')).toBeFocused();
  // Once around: the focus never leaves.
  for (let presses = 0; presses < 14; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  }
  await tabTo(page, dialog.getByLabel('Description'));
  await page.keyboard.type('By keyboard');
  await tabTo(page, dialog.getByRole('button', { name: 'Save' }));
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Entry updated')).toBeVisible();
  await expect(edit).toBeFocused();
  expect((await entriesOf(worker))[0]?.notes).toBe('By keyboard');

  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(edit).toBeFocused();
});
