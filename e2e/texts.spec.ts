import { expect, test } from './fixtures.ts';

test('an owner switches texts on, a person agrees, gets one, and stops them', async ({
  page,
  company,
  signInAs,
}) => {
  await signInAs(company.owner);
  await page.goto('/settings?tab=texts');
  await page.getByRole('switch', { name: 'Send text messages' }).click();
  await page.getByLabel('Limit for a month, in dollars').fill('5');
  await page
    .locator('form', { has: page.locator('#texts-enabled') })
    .getByRole('button', { name: 'Save' })
    .click();
  await expect(page.getByText('Text messages saved')).toBeVisible();

  await page.getByRole('tab', { name: 'Notifications' }).click();
  await page.getByLabel('Mobile number').fill('555 0123');
  await page.getByRole('button', { name: 'Agree and get texts' }).click();
  await expect(page.getByText('Texts cannot go to this number.')).toBeVisible();
  await page.getByLabel('Mobile number').fill('(415) 555-0123');
  await page.getByRole('button', { name: 'Agree and get texts' }).click();
  await expect(page.getByText('+1 415 555 0123')).toBeVisible();
  await page.getByRole('button', { name: 'Send me a test text' }).click();
  await expect(page.getByText(/The last text was sent \(/)).toBeVisible();

  const texts = await (await page.request.get('/dev/texts.json')).json();
  const bodies = texts.map(({ body }: { body: string }) => body);
  expect(bodies.filter((body: string) => body.includes('this is your test text'))).toHaveLength(1);
  expect(bodies.some((body: string) => body.includes('Reply STOP to stop, HELP for help'))).toBe(
    true,
  );

  await page.getByRole('button', { name: 'Stop texts' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop texts' }).click();
  await expect(page.getByRole('button', { name: 'Agree and get texts' })).toBeVisible();
  await expect(page.getByText(/Stopped on .* in the settings/)).toBeVisible();
});
