import { tamper } from '../testing/evidence/tamper.ts';
import { packetParts, testPacket } from '../testing/evidence/test-packet.ts';
import { Random } from '../testing/random.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './support/axe.ts';

// The test tries a request, which the page's own policy refuses.
test.use({ expectedConsoleErrors: [/Content Security Policy/] });

test('a packet is checked in the browser, in both languages, without any request', async ({
  page,
}) => {
  const parts = packetParts();
  const zip = testPacket(parts);
  const forged = tamper(parts, zip, new Random(46)).bytes;
  const answer = await page.goto('/verify.html');
  expect(answer?.headers()['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; .*frame-ancestors 'none'$/,
  );
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const choose = (name: string, buffer: Uint8Array) =>
    page.locator('input[type=file]').setInputFiles({
      ...{ name, mimeType: 'application/zip', buffer: Buffer.from(buffer) },
    });

  await choose('claim.zip', zip);
  await expect(page.getByRole('heading', { name: 'Everything fits' })).toBeFocused();
  await expect(page.getByText('27 of 27')).toBeVisible();
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { name: 'Todo coincide' })).toBeVisible();
  await expectAccessible(page, 'a packet that fits');

  await choose('claim.zip', forged);
  await expect(page.getByRole('heading', { name: 'Algo no coincide' })).toBeFocused();
  await expectAccessible(page, 'a forged packet');
  // By its own rule it could not send anything.
  await page.evaluate(() => fetch('/config.json').catch(() => undefined));
  expect(requests).toEqual([]);
});
