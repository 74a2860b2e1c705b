import { expect, MODULE, test } from './fixtures.ts';

test('imports pasted codes and takes them back; creates, edits, archives and merges codes', {
  tag: MODULE,
}, async ({ page, company, signInAs }) => {
  await signInAs(company.owner);
  await page.goto('/cost-codes');
  await page.getByRole('button', { name: 'Import' }).click();
  const paste = page.getByLabel('Paste rows from a spreadsheet');
  await paste.fill('Code\tName\tUnit\n26 05 00\tConduit\tLF\n03 11 00\tTaken\tSF');
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  await expect(page.getByText('This code already exists.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import the good row' })).toBeEnabled();

  await page.getByRole('button', { name: 'Back' }).click();
  await paste.fill('Code\tName\tUnit\n26 05 00\tConduit\tLF\n26 50 00\tLighting\tEA');
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByText('2 cost codes imported')).toBeVisible();
  const list = page.getByLabel('Cost codes', { exact: true });
  await expect(list.getByText('Conduit')).toBeVisible();

  const notices = page.getByRole('region', { name: 'Notifications' });
  await notices.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByText('Conduit')).toHaveCount(0);
  const left = await company.owner.client.from('cost_codes').select('code').order('code');
  expect(left.data?.map(({ code }) => code)).toEqual(['03 11 00', '03 30 00']);

  // Typed into the grid; a code that exists says so in its cell.
  const grid = page.getByRole('grid', { name: 'Cost codes' });
  const cell = (name: string) => grid.getByRole('gridcell', { name, exact: true });
  const typed = async (texts: readonly string[]) => {
    for (const text of texts) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
  };
  await page.getByRole('button', { name: 'New Cost Code' }).click();
  await typed(['03 11 00', 'Grout']);
  await cell('03 11 00').last().click();
  await expect(page.getByText('There is already a cost code with this code.')).toBeVisible();
  await grid.focus();
  await page.keyboard.type('03 60 00');
  await page.keyboard.press('Enter');
  const saved = (code: string) =>
    company.owner.client.from('cost_codes').select().eq('code', code).maybeSingle();
  await expect.poll(async () => (await saved('03 60 00')).data?.name).toBe('Grout');

  await cell('Grout').dblclick();
  await page.keyboard.type('Not this');
  await page.keyboard.press('Escape');
  await cell('Grout').click();
  await page.keyboard.type('Grouting');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await saved('03 60 00')).data?.name).toBe('Grouting');

  // Limited to a project, archived and brought back.
  await cell('Grouting').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: '03 60 00 Grouting' });
  await form.getByRole('combobox', { name: /^Limit to projects/ }).click();
  await page.getByRole('option', { name: company.projects[0]?.name ?? '' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await cell('Grouting').click();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(cell('Grouting')).toHaveCount(0);
  expect((await saved('03 60 00')).data?.active).toBe(false);
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
  await expect(cell('Grouting')).toBeVisible();

  await cell('Grouting').click();
  await page.getByRole('button', { name: 'Merge…' }).click();
  await page.getByRole('combobox', { name: 'Merge into' }).click();
  await page.getByRole('option', { name: /03 30 00/ }).click();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('Rows merged')).toBeVisible();
  const { data } = await saved('03 60 00');
  expect(data?.active).toBe(false);
  expect(data?.merged_into).toBe(company.costCodes[1]?.id);
});
