import { expect, MODULE, test } from './fixtures.ts';

test('a pasted budget is approved, and three taps on the phone move its forecast', {
  tag: MODULE,
}, async ({ page, company, signInAs }) => {
  test.slow();
  const { client } = company.owner;
  const { data: project } = await client
    .from('projects')
    .insert({ name: 'Budget Tower' })
    .select('id')
    .single();
  await signInAs(company.owner);
  await page.goto(`/budgets?project=${project?.id}`);
  await page.getByRole('button', { name: 'Add budget' }).click();
  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
  const paste = page.getByLabel('Paste rows from a spreadsheet');
  await paste.fill('Code\tHours\tQuantity\tUnit\n03 11 00\t120\t400\tSF\n99 99 99\t5\t5\tEA');
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  await expect(page.getByText('This cost code does not exist.')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await paste.fill('Code\tHours\tQuantity\tUnit\n03 11 00\t120\t400\tSF');
  await page.getByRole('button', { name: 'Check 1 row' }).click();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByRole('button', { name: 'Save and approve' }).click();
  await expect(page.getByText('Budget approved')).toBeVisible();
  await expect(page.getByText('0 of 400 SF')).toBeVisible();

  // Versions compared: nothing of the table covers the original.
  await page.getByRole('button', { name: 'New version' }).click();
  await page.getByRole('button', { name: 'Save and approve' }).click();
  await page.getByRole('button', { name: 'All versions' }).click();
  await page.getByRole('dialog').getByText('1. Original').click({ trial: true });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/progress?project=${project?.id}`);
  await page.getByRole('button', { name: /0 of 400 SF/ }).click();
  await page.getByLabel('Quantity in SF').fill('300');
  await expect(page.getByText('0% → 75% complete')).toBeVisible();
  await page.getByRole('button', { name: 'Save 300 SF' }).click();
  await expect(page.getByText('Quantity saved')).toBeVisible();

  // Three taps: the code, the usual quantity, save.
  await page.getByRole('button', { name: /300 of 400 SF/ }).click();
  await page.getByRole('button', { name: 'Usual 300' }).click();
  await page.getByRole('button', { name: 'Save 300 SF' }).click();
  await expect(page.getByRole('button', { name: /600 of 400 SF/ })).toBeVisible();

  const { data: saved } = await client
    .from('projects')
    .select('percent_complete, percent_computed')
    .eq('id', project?.id ?? '')
    .single();
  expect(saved).toEqual({ percent_complete: 100, percent_computed: true });
});
