import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';

test('a contract from nothing: what is missing is said until it is there', async ({
  page,
  company,
  signInAs,
}) => {
  const project = company.projects[0];
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name });
  const save = () => dialog.getByRole('button', { name: 'Save' }).click();
  await signInAs(company.owner);

  // Private until somebody enters a contract, and the list says so.
  await page.goto('/public-work');
  await expect(page.getByText('No public project yet')).toBeVisible();
  await page.goto(`/projects?project=${project?.id}&tab=public-work`);
  await page.getByRole('button', { name: 'Set up public work' }).click();
  await dialog.getByRole('combobox', { name: 'Law' }).click();
  await page.getByRole('option', { name: 'California' }).click();
  await dialog.getByRole('combobox', { name: 'Your role' }).click();
  await page.getByRole('option', { name: 'Subcontractor' }).click();
  await field('Contract number').fill('C-4711');
  await field('DIR project ID').fill('A-1');
  await save();
  // Exactly that field says what is wrong, and what was typed stays.
  await expect(dialog.getByText('Enter digits only, up to 18.')).toBeVisible();
  await expect(field('Contract number')).toHaveValue('C-4711');
  await field('DIR project ID').fill('123456');
  await save();
  await expect(page.getByText('Contract saved')).toBeVisible();
  await expect(dialog).toBeHidden();

  // The checklist leads to what is missing.
  await page.getByRole('link', { name: 'Fix: No name of the prime contractor' }).click();
  await page.getByRole('button', { name: 'Edit contract' }).click();
  await field('Name of the prime contractor').fill('Granite Prime, Inc.');
  await field('County').fill('Alameda');
  await field('State').fill('CA');
  await field('Agency').fill('City of Oakland');
  await dialog.getByRole('radio', { name: /^Does not apply/ }).click();
  await save();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Under Granite Prime, Inc.')).toBeVisible();
  await expect(page.getByText('No name of the prime contractor')).toHaveCount(0);

  // A determination by hand, with a class.
  await page.getByRole('button', { name: 'Add determination' }).click();
  await field('Number').fill('NC-23-63-1');
  await field('Counts from').fill('2026-03-11');
  await expect(dialog.getByText('Two rates in one week')).toBeVisible();
  await save();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('NC-23-63-1 has no classifications')).toBeVisible();
  await page.getByRole('button', { name: 'Add class' }).click();
  await dialog.getByRole('textbox', { name: 'Class', exact: true }).fill('Carpenter');
  await field('Name in Spanish').fill('Carpintero');
  for (const [typed, message] of [
    ['-3', 'A rate cannot be negative.'],
    ['0', 'The base rate must be more than 0.'],
    ['ten', 'Enter an amount like 38.25.'],
  ] as const) {
    await field('Base rate').fill(typed);
    await save();
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await field('Base rate').fill('58.42');
  await field('Fringe').fill('34.1250');
  await field('Double time after, hours a day').fill('12');
  await expect(dialog.getByText('Every hour must be worth $92.545.')).toBeVisible();
  await save();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Carpenter' })).toBeVisible();

  // Which code and who do that work.
  await page.getByRole('combobox', { name: 'Class of 03 11 00 Concrete forming' }).click();
  await page.getByRole('option', { name: /Carpenter/ }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add people' }).click();
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('combobox', { name: 'Class' }).click();
  await page.getByRole('option', { name: /Carpenter/ }).click();
  await dialog.getByRole('radio', { name: /^A fixed amount/ }).click();
  await field('Dollars per hour').fill('12.50');
  await save();
  await expect(page.getByText('Usual class saved')).toBeVisible();
  await expect(page.getByRole('cell', { name: '$12.50' })).toBeVisible();

  const client = company.owner.client;
  const [stored] = must(await client.from('public_contracts').select('*'));
  expect(stored).toMatchObject({
    project_id: project?.id,
    regime: 'ca',
    cwhssa: 'does_not',
    contractor_role: 'sub',
    prime_name: 'Granite Prime, Inc.',
    external_ids: { dir_project_id: '123456' },
    top_up: true,
  });
  const [stage] = must(await client.from('work_classifications').select('*'));
  expect(stage).toMatchObject({
    code: 'Carpenter',
    base_rate: 58.42,
    fringe_rate: 34.125,
    overtime: { daily: [{ after: 720, mult: 2 }] },
  });
  const [usual] = must(await client.from('employee_classifications').select('*'));
  expect(usual).toMatchObject({ classification_id: stage?.id, cash_in_lieu: 12.5 });
  const [code] = must(await client.from('cost_code_classifications').select('*'));
  expect(code).toMatchObject({ classification_id: stage?.id });

  // A later edition begins with the classes of the one before.
  await page.getByRole('button', { name: 'Add determination' }).click();
  await field('Number').fill('NC-23-63-1');
  await field('Modification').fill('1');
  await field('Counts from').fill('2099-01-05');
  await expect(dialog.getByRole('switch', { name: 'Take over its class' })).toBeChecked();
  await save();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Upcoming')).toBeVisible();

  await page.goto('/public-work');
  await expect(page.getByRole('link', { name: project?.name ?? '' })).toBeVisible();
});
