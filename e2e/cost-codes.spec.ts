import { expect, test } from './fixtures.ts';
import { failRefresh } from './support/failing.ts';

test('imports pasted codes and takes them back; creates, edits, archives and merges codes', async ({
  page,
  company,
  signInAs,
  expectedConsoleErrors,
}) => {
  await signInAs(company.owner);
  await page.goto('/cost-codes');
  await page.getByRole('button', { name: 'Import' }).click();
  const paste = page.getByLabel('Paste rows from a spreadsheet');
  await paste.fill('Code\tName\tUnit\n26 05 00\tConduit\tLF\n03 11 00\tTaken\tSF');
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  await expect(page.getByText('This code already exists.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 2 rows' })).toBeDisabled();

  await page.getByRole('button', { name: 'Back' }).click();
  await paste.fill('Code\tName\tUnit\n26 05 00\tConduit\tLF\n26 50 00\tLighting\tEA');
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByText('2 cost codes imported')).toBeVisible();
  await expect(page.getByText('Conduit')).toBeVisible();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Conduit')).toHaveCount(0);
  const left = await company.owner.client.from('cost_codes').select('code').order('code');
  expect(left.data?.map(({ code }) => code)).toEqual(['03 11 00', '03 30 00']);

  await page.getByRole('button', { name: 'New Cost Code' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Code', { exact: true }).fill('03 11 00');
  await dialog.getByLabel('Name').fill('Grout');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This code already exists. Choose another one.')).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill('03 60 00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Cost code created')).toBeVisible();

  await page.getByRole('button', { name: 'Name of 03 60 00: Grout' }).click();
  await page.getByRole('textbox', { name: 'Name of 03 60 00' }).fill('Not this');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Name of 03 60 00: Grout' }).click();
  await page.getByRole('textbox', { name: 'Name of 03 60 00' }).fill('Grouting');
  const refresh = await failRefresh(page, '**/rest/v1/cost_codes?select*', expectedConsoleErrors);
  await page.keyboard.press('Enter');
  await expect(refresh.notice).toBeVisible();
  await expect(page.getByRole('button', { name: /^Name of 03 60 00/ })).toBeVisible();
  await refresh.tryAgain();
  await expect(refresh.notice).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Name of 03 60 00: Grouting' })).toBeVisible();

  await page.getByRole('button', { name: 'More actions for 03 60 00' }).click();
  await page.getByRole('menuitem', { name: 'Merge into another code' }).click();
  await page.getByRole('combobox', { name: 'Merge into' }).click();
  await page.getByRole('option', { name: /03 30 00/ }).click();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('Cost codes merged')).toBeVisible();
  const { data } = await company.owner.client
    .from('cost_codes')
    .select('active, merged_into')
    .eq('code', '03 60 00')
    .single();
  expect(data?.active).toBe(false);
  expect(data?.merged_into).toBe(company.costCodes[1]?.id);
});
