import sharp from 'sharp';
import { expect, MODULE, test } from './fixtures.ts';
import { must } from './support/api.ts';
import { expectOpenedAccessible } from './support/axe.ts';
import { worldOfOneColor } from './support/pmtiles.ts';
import { choose } from './support/time.ts';

const DENVER = { latitude: 39.7392, longitude: -104.9903 };

test('a site from where one stands, a punch on it, and a look with its reason', {
  tag: MODULE,
}, async ({ page, context, company, signInAs }) => {
  const worker = await company.addPerson('employee');
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ ...DENVER, accuracy: 8 });
  await signInAs(company.owner);
  await page.goto('/map');
  await expect(page.locator('[data-map=drawn]')).toBeVisible();
  await page.getByRole('button', { name: 'Draw site' }).click();
  const editor = page.getByRole('region', { name: 'Sites' });
  await choose(editor, 'Project', 'Riverside Tower');
  await editor.getByRole('button', { name: 'Add site' }).click();
  await expect(editor.getByText('Choose a project and enter a center')).toBeVisible();
  await page.locator('[data-map] canvas').click({ position: { x: 120, y: 120 } });
  await expect(editor.getByLabel('Latitude')).toHaveValue(/^\d+\.\d{6}$/);
  await editor.getByRole('button', { name: 'I am here' }).click();
  await expect(editor.getByLabel('Latitude')).toHaveValue('39.739200');
  await expectOpenedAccessible(page, 'main');
  await editor.getByRole('button', { name: 'Add site' }).click();
  await expect(editor.getByText('39.73920, -104.99030, radius 300 ft')).toBeVisible();
  await editor.getByRole('button', { name: 'Done' }).click();

  const [site] = must(await worker.client.from('geofences').select('project_id'));
  must(
    await worker.client.rpc('clock_in', {
      project_id_param: site?.project_id ?? '',
      location_param: { ...DENVER, accuracy_m: 8, fix_age_s: 2 },
    }),
  );
  await page.reload();
  const rollCall = page.getByRole('region', { name: 'Roll call' });
  await expect(rollCall.getByText('On site')).toBeVisible();
  await expect(rollCall.getByText('1 person clocked in')).toBeVisible();
  expect(must(await worker.client.rpc('my_location_views'))).toEqual([]);

  await page.getByLabel('Why do you want to see where people punched?').fill('Fire drill');
  await page.getByRole('button', { name: 'Show punch locations' }).click();
  const punch = page.getByRole('button', { name: /39\.73920, -104\.99030 · ±26 ft/ });
  await punch.press('Enter');
  await expect(punch).toHaveAttribute('aria-pressed', 'true');

  expect(must(await worker.client.rpc('my_location_views'))).toMatchObject([
    { purpose: 'Fire drill', viewer_role: 'owner' },
  ]);
});

test('the installation’s own file of tiles is what sites are drawn on', async ({
  page,
  company,
  signInAs,
}) => {
  const archive = await worldOfOneColor('#b03060');
  await page.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), baseMap: { tiles: true } } });
  });
  await page.route('**/map.pmtiles', (route) => {
    const [, first, last] =
      /bytes=(\d+)-(\d+)/.exec(route.request().headers()['range'] ?? '') ?? [];
    const [start, end] = [Number(first), Math.min(Number(last), archive.length - 1)];
    return route.fulfill({
      status: 206,
      headers: { 'content-range': `bytes ${start}-${end}/${archive.length}` },
      body: archive.subarray(start, end + 1),
    });
  });
  await signInAs(company.owner);
  await page.goto('/map');
  const map = page.locator('[data-map=drawn]');
  await expect(map).toBeVisible();
  const middle = async () => {
    const { data, info } = await sharp(await map.screenshot())
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at =
      (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
    return [...data.subarray(at, at + 3)];
  };
  await expect.poll(middle).toEqual([0xb0, 0x30, 0x60]);
});
