import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import { toast } from './support/time.ts';

/** A PDF of one page with one line of text. */
function pdf(line: string): Buffer {
  const stream = `BT /F1 24 Tf 40 120 Td (${line}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
const file = (name: string, line: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: pdf(line),
});

test('a plan is uploaded, made required reading, signed on a phone and replaced by a new version', {
  tag: MODULE,
}, async ({ page, company, browser, signInAs }) => {
  // The PDF library is the heaviest part of the app, and its first start is slow on a busy machine.
  test.slow();
  const worker = await company.addPerson('employee');
  await signInAs(company.owner);
  await page.goto('/documents');
  await page.getByRole('button', { name: 'New folder' }).click();
  const folder = page.getByRole('dialog', { name: 'New folder' });
  await folder.getByLabel('Folder name').fill('Safety');
  await folder.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Folder saved')).toBeVisible();
  await page.getByRole('navigation', { name: 'Folders' }).getByText('Safety').click();

  const input = page.getByLabel('Choose files to upload');
  await input.setInputFiles([
    file('Fall plan.pdf', 'Tie off at the red line'),
    file('Emergency.pdf', 'Assembly point behind the trailer'),
  ]);
  await expect(page.getByText('Upload finished')).toBeVisible();
  const plan = page.getByRole('button', { name: /Fall plan/ });
  await expect(plan).toContainText('PDF · 1 page');
  await plan.click();
  const details = page.getByRole('complementary', { name: 'Document details' });
  await details.getByRole('button', { name: 'More for this document' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit document' });
  await edit.getByRole('switch', { name: 'Required reading' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(details.getByText('0 of 2 signed')).toBeVisible();

  // The text of the PDF was read on this device when it was uploaded.
  await page.getByRole('searchbox', { name: 'Name or text in PDFs' }).fill('assembly');
  await expect(page.getByRole('button', { name: /Emergency/ })).toContainText('behind the trailer');

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await signInAs(worker, phone);
  await phone.goto('/my-status');
  await phone.getByRole('link', { name: /Fall plan/ }).click();
  const preview = phone.getByRole('dialog', { name: 'Fall plan' });
  await expect(preview.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible();
  await expectOpenedAccessible(phone, '[role="dialog"]');
  await preview.getByRole('checkbox').click();
  await preview.getByRole('button', { name: 'Sign' }).click();
  await expect(toast(phone, 'Signed')).toBeVisible();
  await context.close();

  await page.getByRole('navigation', { name: 'Folders' }).getByText('Safety').click();
  await page.getByRole('button', { name: /Fall plan/ }).click();
  await expect(details.getByText('1 of 2 signed')).toBeVisible();
  await input.setInputFiles(file('fall plan.pdf', 'Tie off at the blue line'));
  await expect(details.getByText('Superseded')).toBeVisible();
  await expect(details.getByText('0 of 2 signed')).toBeVisible();
  await details.getByRole('button', { name: 'Compare' }).click();
  const compare = page.getByRole('dialog', { name: 'Compare versions of Fall plan' });
  await expect(compare.getByRole('img', { name: 'Page 1 of 1' })).toHaveCount(2);
  await compare.getByRole('button', { name: 'Close' }).click();

  const zip = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all as ZIP' }).click();
  expect((await zip).suggestedFilename()).toBe('Safety.zip');

  await details.getByRole('button', { name: 'More for this document' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await toast(page, 'Deleted Fall plan').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Document restored')).toBeVisible();
  const signatures = must(
    await company.owner.client
      .from('document_signatures')
      .select('employee_id, language, version:document_versions(version)'),
  );
  expect(signatures).toEqual([
    { employee_id: worker.employeeId, language: 'en', version: { version: 1 } },
  ]);
});
