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
  const pressed = await editor.getByLabel('Latitude').inputValue();
  await page.locator('[data-map-handle]').dragTo(page.locator('[data-map] canvas'), {
    targetPosition: { x: 160, y: 200 },
  });
  await expect(editor.getByLabel('Latitude')).not.toHaveValue(pressed);
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

test('the installation’s own file of tiles is what sites are drawn on, and an address is found on it', async ({
  page,
  company,
  signInAs,
}) => {
  const archive = await worldOfOneColor('#b03060');
  await page.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    const config = { ...(await answer.json()), baseMap: { tiles: true }, addressSearch: true };
    await route.fulfill({ json: config });
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
  await expect(page.getByText('no streets')).toHaveCount(0);

  await page.route('**/geocoder/v1/search', (route) =>
    route.fulfill({
      json: {
        places: [{ label: '1437 Bannock Street, Denver', ...DENVER }],
        attribution: 'Data © OpenStreetMap contributors, ODbL 1.0.',
      },
    }),
  );
  await page.getByRole('button', { name: 'Draw site' }).click();
  const editor = page.getByRole('region', { name: 'Sites' });
  await editor.getByLabel('Find address').fill('1437 Bannock St');
  await editor.getByLabel('Find address').press('Enter');
  await editor.getByRole('button', { name: '1437 Bannock Street, Denver' }).click();
  await expect(editor.getByLabel('Longitude')).toHaveValue('-104.990300');
  // The map has gone there: the mark of the center is in its middle.
  const handle = page.locator('[data-map-handle]');
  const distance = async () => {
    const [mark, box] = [await handle.boundingBox(), await map.boundingBox()];
    if (!mark || !box) return Number.NaN;
    return Math.abs(mark.x + mark.width / 2 - box.x - box.width / 2);
  };
  await expect.poll(distance).toBeLessThan(3);
});
