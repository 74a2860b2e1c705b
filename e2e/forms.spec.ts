import { unzipSync } from 'fflate';
import { middayZone } from '../testing/midday-zone.ts';
import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import { makeCompany } from './support/company.ts';
import { downloaded, readPdf } from './support/files.ts';
import { addEntry } from './support/time.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const FORM = 'Daily machine check';

test('a template is assigned, filled without a signal with photo and signature, and its failure is verified', {
  tag: MODULE,
}, async ({ browser, page, signInAs }) => {
  const company = await makeCompany({ timeZone: middayZone() });
  const worker = await company.addPerson('employee');
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();
  await addEntry(company, worker, { from: hours(3), to: hours(1) });

  // The office takes a template and assigns it to a project.
  await signInAs(company.owner, page);
  await page.goto('/verification');
  await page.getByRole('link', { name: 'Forms', exact: true }).click();
  await page.getByRole('tab', { name: 'Forms', exact: true }).click();
  await page.getByRole('button', { name: 'Add from a template' }).click();
  const templates = page.getByRole('dialog', { name: 'Add from a template' });
  // It can be read before it is added.
  await templates.getByRole('button', { name: FORM, exact: true }).click();
  await expect(
    templates.getByRole('region', { name: 'Preview' }).getByText(FORM, { exact: true }),
  ).toBeVisible();
  await expectOpenedAccessible(page, '[role="dialog"]');
  await templates.getByRole('button', { name: `Add: ${FORM}`, exact: true }).click();
  await expect(templates.getByText('Added', { exact: true })).toBeVisible();
  await expectOpenedAccessible(page, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  const assign = page.getByRole('dialog', { name: 'Assign a form' });
  await assign.getByLabel('Where').click();
  await page.getByRole('option', { name: 'Project', exact: true }).click();
  await assign.getByLabel('Project').click();
  await page
    .getByRole('option', { name: company.projects[0]?.name ?? '' })
    .first()
    .click();
  await assign.getByLabel('How often').click();
  await page.getByRole('option', { name: 'Every month', exact: true }).click();
  await expectOpenedAccessible(page, '[role="dialog"]');
  await assign.getByRole('button', { name: 'Save' }).click();
  await expect(assign).toHaveCount(0);

  // A phone opens it with a signal; then there is none.
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await signInAs(worker, phone);
  await phone.goto('/my-status');
  const card = phone.getByRole('link', { name: new RegExp(FORM) });
  await expect(card).toContainText('Due');
  await card.click();
  await expect(phone.getByRole('heading', { name: FORM })).toBeVisible();
  await context.setOffline(true);
  const question = (label: string) => phone.getByRole('group', { name: label });
  const first = question('No leaks under it');
  await first.getByText('Fail', { exact: true }).click();
  for (const group of await phone.getByRole('group').all())
    if ((await group.getByRole('radio', { name: 'Pass' }).count()) > 0)
      if ((await group.getByRole('radio', { checked: true }).count()) === 0)
        await group.getByText('Pass', { exact: true }).click();
  await question('Is the machine safe to run?').getByText('Yes', { exact: true }).click();
  await phone.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(phone.getByText('2 answers are missing.')).toBeVisible();
  await expectOpenedAccessible(phone, 'main');
  await phone
    .getByLabel('Photo of what failed')
    .setInputFiles({ name: 'leak.png', mimeType: 'image/png', buffer: PNG });
  await expect(phone.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  const pad = phone.getByRole('img', { name: 'Sign here: Operator' });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  await phone.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 40);
  await phone.mouse.down();
  await phone.mouse.move((box?.x ?? 0) + 160, (box?.y ?? 0) + 60, { steps: 5 });
  await phone.mouse.up();
  await phone.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(phone.getByText('Enter the name of who signed.')).toBeVisible();
  await phone.getByLabel('Name of who signs').fill('Ana Ruiz');

  // The office changes the form meanwhile; what was seen is what is sent.
  const { client } = company.owner;
  const [form] = must(await client.from('forms').select('id'));
  const [version] = must(await client.from('form_versions').select('id, definition'));
  const definition = version?.definition as { sections: object[] };
  must(
    await client.rpc('change_form', {
      id_param: form?.id ?? '',
      form_param: { definition: { sections: definition.sections.slice(0, 1) } as never },
      based_on_param: 1,
    }),
  );
  await phone.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(phone.getByRole('link', { name: new RegExp(FORM) })).toContainText(
    'Waiting to be sent',
  );
  expect(must(await client.from('form_submissions').select('id'))).toEqual([]);
  await context.setOffline(false);
  const sent = async () =>
    must(await client.from('form_submissions').select('id, form_version_id, failed, photo_ids'));
  await expect.poll(sent).toMatchObject([{ form_version_id: version?.id, failed: 1 }]);
  const photos = async () => must(await client.from('photos').select('id, uploaded_at'));
  await expect.poll(photos).toMatchObject([{ uploaded_at: expect.any(String) }]);
  expect((await sent())[0]?.photo_ids).toEqual([(await photos())[0]?.id]);
  await expect(phone.getByRole('link', { name: new RegExp(FORM) })).toContainText('Done');
  await context.close();

  // The failure is an item to verify, which leads to the form and its paper.
  await page.goto('/verification');
  await page.getByText(`Failed: ${FORM}`).first().click();
  await page.goto(`/forms?submission=${(await sent())[0]?.id}`);
  const filled = page.getByRole('dialog', { name: FORM });
  await expect(filled.getByText('Ana Ruiz')).toBeVisible();
  await expect(filled.getByRole('img', { name: 'No leaks under it' })).toBeVisible();
  await expectOpenedAccessible(page, '[role="dialog"]');
  const { content } = await downloaded(page, () =>
    filled.getByRole('button', { name: 'Save PDF' }).click(),
  );
  const paper = readPdf(content);
  for (const part of [FORM, 'No leaks under it', 'FAILED: Fail', 'Ana Ruiz', 'Operator'])
    expect(paper).toContain(part);
  await page.keyboard.press('Escape');

  // All papers in one file, made while the page goes on.
  const zip = await downloaded(page, () =>
    page.getByRole('button', { name: 'All PDFs (ZIP)' }).click(),
  );
  expect(zip.name).toBe('Forms.zip');
  const [[name, pdf] = []] = Object.entries(unzipSync(new Uint8Array(zip.content)));
  expect(name).toMatch(/^Daily-machine-check-\d{4}-\d\d-\d\d\.pdf$/);
  expect(readPdf(Buffer.from(pdf ?? []))).toContain('FAILED: Fail');
  await expect(page.getByText('The ZIP of filled forms was downloaded')).toBeVisible();
});
