import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import { choose } from './support/time.ts';

test.use({ serviceWorkers: 'allow' });

/** What the browser itself reports while there is no network. */
const NO_SIGNAL = [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Could not load|Failed to fetch|WebSocket/];

test('a field is made, answered without a signal at the clock, and found again', async ({
  page,
  browser,
  company,
  signInAs,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(...NO_SIGNAL);
  await signInAs(company.owner);
  await page.goto('/settings?tab=rights');
  await page.getByRole('button', { name: 'Add field' }).click();
  const dialog = page.getByRole('dialog');
  await choose(dialog, 'Where it belongs', 'Time entries');
  await choose(dialog, 'Kind of answer', 'Choice');
  await dialog.getByLabel('Field name', { exact: true }).fill('Shift');
  await dialog.getByLabel('Choice 1', { exact: true }).fill('Day');
  await dialog.getByRole('button', { name: 'Add choice' }).click();
  await dialog.getByLabel('Choice 2', { exact: true }).fill('Night');
  await dialog.getByLabel('Choice 2 in Spanish').fill('Noche');
  await dialog.getByRole('switch', { name: 'Also on the phone' }).click();
  await dialog.getByRole('switch', { name: 'Required' }).click();
  await expectOpenedAccessible(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('When the clock starts', { exact: true })).toBeVisible();

  const rosa = await company.addPerson('employee');
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const field = await phone.newPage();
  await signInAs(rosa, field);
  await field.goto('/my-status');
  await field.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const controls = field.getByRole('region', { name: 'Timer' });
  await choose(controls, 'Project', 'Riverside Tower');
  await choose(controls, 'Cost code', /03 11 00/);
  await phone.setOffline(true);
  await controls.getByRole('button', { name: 'Start', exact: true }).click();
  // The clock waits for no answer.
  await expect(field.getByText(/On the clock since/)).toBeVisible();
  const question = field.getByRole('dialog', { name: 'For your time today' });
  await question.getByRole('button', { name: 'Night' }).click();
  await expectOpenedAccessible(field, '[role="dialog"]');
  await question.getByRole('button', { name: 'Save' }).click();
  await phone.setOffline(false);
  await expect
    .poll(async () => {
      const { data } = await company.owner.client.from('time_entries').select('custom');
      return data?.map(({ custom }) => Object.values(custom as object).length);
    })
    .toEqual([1]);
  await phone.close();

  const [made] = must(await company.owner.client.from('custom_fields').select('id, choices'));
  const choices = (made?.choices ?? []) as { id: string }[];
  const night = choices[1]?.id ?? '';
  await page.goto(`/time-tracker?fields=${made?.id}`);
  await expect(page.getByRole('columnheader', { name: 'Shift' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Night' })).toBeVisible();
  await page.getByRole('button', { name: 'Fields (1)' }).click();
  await choose(page.getByRole('dialog'), 'Filter by', 'Shift');
  await expect(page.getByRole('cell', { name: 'Night' })).toHaveCount(0);
  await choose(page.getByRole('dialog'), 'Answer', 'Night');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(night));
  await expect(page.getByRole('cell', { name: 'Night' })).toBeVisible();
});
