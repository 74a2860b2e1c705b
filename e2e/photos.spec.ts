import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import { downloaded, readPdf } from './support/files.ts';
import { choose, toast } from './support/time.ts';

const picture = (color: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: color } });

/** Real files, as phones make them. */
async function files() {
  const taken = { DateTimeOriginal: '2026:03:10 10:06:41', OffsetTimeOriginal: '-05:00' };
  return [
    {
      name: 'wall.jpg',
      mimeType: 'image/jpeg',
      buffer: await picture('#a44').withExif({ IFD2: taken }).jpeg().toBuffer(),
    },
    { name: 'slab.png', mimeType: 'image/png', buffer: await picture('#4a4').png().toBuffer() },
    { name: 'deck.webp', mimeType: 'image/webp', buffer: await picture('#44a').webp().toBuffer() },
    {
      name: 'iphone.heic',
      mimeType: 'image/heic',
      buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
    },
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a photo at all') },
  ];
}

test('photos are added on a phone, looked at, commented, deleted and brought back; the office shares them', {
  tag: MODULE,
}, async ({ page, company, browser, signInAs }) => {
  const worker = await company.addPerson('employee');
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await signInAs(worker, phone);
  await phone.goto('/photos');
  await phone.getByRole('button', { name: 'Add photos' }).first().click();
  const dialog = phone.getByRole('dialog', { name: 'Add photos' });
  await dialog.getByTestId('choose-photos').setInputFiles(await files());
  await expect(dialog.getByText('iphone.heic cannot be added')).toBeVisible();
  await expect(dialog.getByText('This is not a photo or video.')).toBeVisible();
  await choose(dialog, 'Project', 'Riverside Tower');
  await dialog.getByLabel('Caption').fill('East wall');
  await dialog.getByLabel('Tags').fill('concrete, quality');
  await expectOpenedAccessible(phone, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Add 3 photos' }).click();
  await expect(phone.getByRole('button', { name: /^Open East wall/ })).toHaveCount(3);

  const rows = must(
    await worker.client
      .from('photos')
      .select('media_type, taken_at, taken_from, tags, sha256, width'),
  );
  expect(rows.map(({ media_type }) => media_type).sort()).toEqual([
    'image/jpeg',
    'image/png',
    'image/webp',
  ]);
  expect(rows.find(({ media_type }) => media_type === 'image/jpeg')).toMatchObject({
    taken_at: '2026-03-10T15:06:41+00:00',
    taken_from: 'file',
    tags: ['concrete', 'quality'],
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    width: 640,
  });

  // Full screen: arrow keys, a comment, delete and undo.
  await phone
    .getByRole('button', { name: /^Open East wall/ })
    .first()
    .click();
  const viewer = phone.getByRole('dialog');
  await expect(viewer.getByRole('heading', { name: '1 of 3' })).toBeVisible();
  await expect(viewer.getByRole('img', { name: 'East wall' })).toBeVisible();
  await phone.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('heading', { name: '2 of 3' })).toBeVisible();
  await viewer.getByLabel('Your comment').fill('Crack at column 4');
  await viewer.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(viewer.getByRole('listitem').getByText('Crack at column 4')).toBeVisible();
  await expectOpenedAccessible(phone, '[role="dialog"]');
  await viewer.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(phone, '1 photo deleted')).toBeVisible();
  await phone.getByRole('button', { name: 'Undo' }).click();
  await expect(phone.getByRole('button', { name: /^Open East wall/ })).toHaveCount(3);
  await context.close();

  await signInAs(company.owner);
  await page.goto('/photos');
  await expect(page.getByRole('button', { name: /^Open East wall/ })).toHaveCount(3);
  const all = page.getByRole('button', { name: 'Select all' });
  await all.first().click();
  await all.first().click();
  const bar = page.getByRole('region', { name: 'Selected photos' });
  await expect(bar.getByText('3 selected')).toBeVisible();
  const zip = await downloaded(page, () =>
    bar.getByRole('button', { name: 'Download ZIP' }).click(),
  );
  expect(Object.keys(unzipSync(new Uint8Array(zip.content))).sort()[0]).toMatch(
    /^2026-03-10 East wall \w{8}\.jpg$/,
  );
  const report = await downloaded(page, () =>
    bar.getByRole('button', { name: 'Photo report' }).click(),
  );
  expect(readPdf(report.content)).toContain('East wall');

  await bar.getByRole('button', { name: 'Share link' }).click();
  const share = page.getByRole('dialog', { name: 'Share link' });
  await share.getByLabel('Title').fill('For the client');
  await share.getByRole('button', { name: 'Create link to 3 photos' }).click();
  const link = await share.getByLabel('Link', { exact: true }).inputValue();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'For the client' })).toBeVisible();
  await visitor.getByRole('button', { name: 'Open East wall' }).first().click();
  await expect(visitor.getByRole('img', { name: 'East wall' })).toBeVisible();
  await share.getByRole('button', { name: 'Revoke' }).click();
  await expect(toast(page, 'Link revoked')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'This link is over' })).toBeVisible();
});
