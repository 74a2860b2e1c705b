import { expect, MODULE, test } from './fixtures.ts';
import { expectOpenedAccessible } from './support/axe.ts';

test('keeps customers by keyboard, and a thousand pasted rows', { tag: MODULE }, async ({
  page,
  context,
  company,
  signInAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(company.owner);
  await page.goto('/management?list=customers');
  const grid = page.getByRole('grid', { name: 'Customers' });
  const cell = (name: string) => grid.getByRole('gridcell', { name, exact: true });

  // Typed like in a spreadsheet: every cell saves when it is left.
  await expect(grid).toBeVisible();
  await page.getByRole('button', { name: 'Add row' }).click();
  for (const text of ['Acme Homes', 'C-1', 'Jane Doe']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(cell('Jane Doe')).toBeVisible();
  await expect
    .poll(
      async () =>
        (await company.owner.client.from('customers').select('name, number, contact_name')).data,
    )
    .toContainEqual({ name: 'Acme Homes', number: 'C-1', contact_name: 'Jane Doe' });

  // A block from a spreadsheet: one wrong cell keeps nothing else from being saved.
  const lines = Array.from(
    { length: 1000 },
    (_, n) => `Customer ${n}\tP-${n}\t\t${n === 600 ? 'no address' : `c${n}@example.com`}`,
  );
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n'));
  await page.getByRole('button', { name: 'Add row' }).click();
  await page.keyboard.press('Control+V');
  const bar = page.getByRole('status').filter({ hasText: 'not saved yet' });
  await expect(bar).toContainText('1000 new');
  await bar.getByRole('button', { name: /Save/ }).click();
  await expect(bar).toContainText('1 cell to fix');
  await page.keyboard.press('Control+Home');
  const saved = () =>
    company.owner.client
      .from('customers')
      .select('id', { count: 'exact', head: true })
      .like('name', 'Customer %');
  expect((await saved()).count).toBe(999);

  // The refused cell says why; its correction saves the row.
  await page.getByRole('searchbox', { name: 'Find in customers' }).fill('Customer 600');
  await cell('no address').click();
  await expect(page.getByRole('dialog')).toContainText('Enter an email address.');
  await grid.focus();
  await page.keyboard.type('c600@example.com');
  await page.keyboard.press('Enter');
  await expect(bar).toBeHidden();
  await expect.poll(async () => (await saved()).count).toBe(1000);

  // What the row went through.
  await cell('c600@example.com').click();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog')).toContainText('added');
  await expectOpenedAccessible(page, '[role="dialog"]');
});
