import { expect, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import { GENERAL_DECISION } from './support/general-decision.ts';

test('a pasted decision is read line by line, saved, and compared with its next modification', async ({
  page,
  company,
  signInAs,
}) => {
  const project = company.projects[0];
  const { client } = company.owner;
  must(
    await client
      .from('public_contracts')
      .insert({ project_id: project?.id ?? '' })
      .select(),
  );
  await signInAs(company.owner);
  const dialog = page.getByRole('dialog');
  const text = dialog.getByRole('textbox', { name: 'Text of the determination' });
  const paste = async (pasted: string) => {
    await page.getByRole('button', { name: 'Paste a determination' }).click();
    await text.fill(pasted);
    await dialog.getByRole('button', { name: 'Read the text' }).click();
  };
  await page.goto(`/projects?project=${project?.id}&tab=public-work`);

  // Something else says so, and what was pasted stays.
  await paste('Bring boots on Monday.');
  await expect(dialog.getByRole('alert')).toContainText('This is not a wage determination.');
  await expect(text).toHaveValue('Bring boots on Monday.');

  const strange = GENERAL_DECISION.replace(
    'ELECTRICIAN....',
    'Flurbish the wotsit\n\nELECTRICIAN....',
  );
  await text.fill(strange.replaceAll('\n', '\r\n'));
  await dialog.getByRole('button', { name: 'Read the text' }).click();
  await expect(dialog.getByText('1 line was not read')).toBeVisible();
  await expect(dialog.locator('[data-role="unread"]')).toContainText('Flurbish the wotsit');
  await dialog.getByRole('searchbox', { name: 'Search classes' }).fill('elec');
  await dialog.getByRole('checkbox', { name: 'Use ELECTRICIAN' }).click();
  await dialog.getByRole('searchbox', { name: 'Search classes' }).fill('peón');
  await dialog.getByRole('checkbox', { name: 'Use LABORER: Common or General' }).click();
  await dialog.getByRole('searchbox', { name: 'Search classes' }).fill('');
  await dialog.getByRole('checkbox', { name: 'Use ELEVATOR MECHANIC' }).click();
  await dialog.getByRole('button', { name: /^ELEVATOR MECHANIC/ }).click();
  await dialog.getByRole('button', { name: /^Show line/ }).click();
  await expect(dialog.locator('[data-role="class"]', { hasText: '38.435+a' })).toBeInViewport();
  await expectOpenedAccessible(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Save 3 classes' }).click();
  await expect(dialog.getByText('Enter the fringe per hour; 0.00 if none is due.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use 38.435' }).click();
  await dialog.getByRole('button', { name: /^Use the publication date/ }).click();
  await dialog.getByRole('button', { name: 'Save 3 classes' }).click();
  await expect(page.getByText('3 classes saved')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('VA20260195')).toBeVisible();

  // The next modification: what the project uses is chosen, and what changes is said.
  await paste(
    GENERAL_DECISION.replace('$ 34.15', '$ 35.40')
      .replace('VA20260195 07/31/2026', 'VA20260195 09/25/2026')
      .replace('2              07/31/2026', '3              09/25/2026'),
  );
  await expect(dialog.getByRole('checkbox', { name: 'Use ELECTRICIAN' })).toBeChecked();
  await expect(dialog.getByText('Before: 34.15 + 16.70')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use the calculated fringes' }).click();
  await dialog.getByRole('button', { name: /^Use the publication date/ }).click();
  await dialog.getByRole('button', { name: 'Save 3 classes' }).click();
  await expect(dialog).toBeHidden();

  const saved = must(
    await client
      .from('wage_determinations')
      .select(
        'modification,effective_from,source_text,work_classifications(code,name_es,base_rate,fringe_rate)',
      )
      .order('effective_from'),
  );
  expect(saved).toMatchObject([
    { modification: '2', effective_from: '2026-07-31', source_text: strange },
    { modification: '3', effective_from: '2026-09-25' },
  ]);
  const rates = saved.map(({ work_classifications: classes }) =>
    classes.find(({ code }) => code === 'ELEC0080-011 ELECTRICIAN'),
  );
  expect(rates).toMatchObject([
    { base_rate: 34.15, fringe_rate: 16.7, name_es: 'Electricista' },
    { base_rate: 35.4 },
  ]);
});
