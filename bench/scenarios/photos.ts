import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { buildWebApp } from '../../scripts/build-web-app.ts';
import { findChromium } from '../../scripts/find-chromium.ts';
import { breakingLine } from '../../testing/breaking-line.ts';
import type { BenchEnvironment } from '../environment.ts';
import { serverMebibytes } from '../processes.ts';
import { type Frames, framesWhile } from '../web/frames.ts';
import { FLAGS, signIn } from '../web/stage.ts';
import type { Scenario, ScenarioResult } from './scenario.ts';

/** `zipParts`: films of 95 MiB each that become one ZIP. */
const LONG = { sent: 200, listed: 10_000, punches: 5000, zipParts: 11, scrollSeconds: 8 };
type Sizes = typeof LONG;
const PART_BYTES = 95 * 1024 * 1024;
/** Software that draws maps and two hundred previews is slow on a small machine. */
const SLOW_MACHINE_MS = 240_000;
/** The map is drawn by the processor where there is no graphics card. */
const WITH_WEBGL = [
  ...FLAGS.filter((flag) => flag !== '--disable-gpu'),
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/**
 * Photos in a real browser: 200 over a line that breaks every ten seconds, a gallery of 10,000 while it is
 * scrolled, a gigabyte as one ZIP, and a map of 5,000 punches while it is moved.
 */
export const photos: Scenario<Sizes> = {
  name: 'photos',
  env: { DEMO: 'on' },
  settings: { long: LONG, quick: { sent: 40, listed: 3000, zipParts: 3, scrollSeconds: 4 } },
  async *run(environment, _options, sizes) {
    await buildWebApp((step) => console.error(`  · ${step}`));
    const withBrowser = async <T>(
      flags: readonly string[],
      measure: (browser: Browser, environment: BenchEnvironment, sizes: Sizes) => Promise<T>,
    ): Promise<T> => {
      const executablePath = await findChromium();
      const browser = await chromium.launch({ executablePath, args: [...flags] });
      return measure(browser, environment, sizes).finally(() => browser.close());
    };
    const { sent, listed, punches, zipParts } = sizes;
    yield {
      name: `${sent} photos over a breaking line`,
      ...(await withBrowser(FLAGS, send)),
    };
    yield { name: `gallery of ${listed}`, ...(await withBrowser(FLAGS, scroll)) };
    yield { name: `ZIP of ${zipParts} films of 95 MiB`, note: await withBrowser(FLAGS, zip) };
    yield { name: `map of ${punches} punches`, note: await withBrowser(WITH_WEBGL, map) };
  },
};

async function openPage(
  browser: Browser,
  url: string,
  place: string,
  session: string,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript((kept) => localStorage.setItem('chalkline.session', kept), session);
  const page = await context.newPage();
  page.setDefaultTimeout(SLOW_MACHINE_MS);
  await page.goto(`${url}${place}`);
  return page;
}

const words = ({ perSecond, slowestMs }: Frames): string =>
  `${perSecond.toFixed(0)} frames a second, one in a hundred takes ${slowestMs.toFixed(0)} ms`;

/** One picture, and behind its end bytes that make each file another one. */
async function pictures(folder: string, count: number): Promise<string[]> {
  const picture = await sharp({
    create: { width: 640, height: 480, channels: 3, background: '#8899aa' },
  })
    .jpeg()
    .toBuffer();
  return Array.from({ length: count }, (_, index) => {
    const file = path.join(folder, `photo-${index}.jpg`);
    writeFileSync(file, Buffer.concat([picture, randomBytes(400_000)]));
    return file;
  });
}

async function send(
  browser: Browser,
  { url, sql }: BenchEnvironment,
  { sent }: Sizes,
): Promise<Omit<ScenarioResult, 'name'>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-photos-'));
  const files = await pictures(folder, sent);
  const line = await breakingLine(url, { everyMs: 10_000, bytesPerSecond: 1_500_000 });
  const over = await openPage(browser, line.url, '/photos', await signIn(url));
  try {
    await over.getByRole('button', { name: 'Add photos' }).first().click();
    await over.getByTestId('choose-photos').setInputFiles(files);
    const add = over.getByRole('button', { name: `Add ${sent} photos` });
    await add.waitFor({ timeout: 120_000 });
    await over.getByRole('combobox', { name: 'Project' }).last().click();
    await over.getByRole('option').first().click();
    await add.click();
    const begun = performance.now();
    const arrived = async (): Promise<number> =>
      (
        await sql<{ count: number }[]>`
        select count(*)::integer from public.photos where uploaded_at is not null and size_bytes > 400000`
      )[0]?.count ?? 0;
    while ((await arrived()) < sent && performance.now() - begun < 900_000) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    const seconds = (performance.now() - begun) / 1000;
    const hashes = new Set(
      files.map((file) => createHash('sha256').update(readFileSync(file)).digest('hex')),
    );
    const rows = await sql<{ sha256: string; stored: number }[]>`
      select p.sha256, (select count(*)::integer from storage.objects o where o.bucket_id = 'photos' and o.name = p.path) as stored
      from public.photos p where p.size_bytes > 400000`;
    const once = rows.filter(({ sha256, stored }) => hashes.has(sha256) && stored === 1).length;
    const figures = [
      { line: 'photos over a breaking line: lost', value: sent - once, atMost: 0 },
      { line: 'photos over a breaking line: rows twice', value: rows.length - sent, atMost: 0 },
    ];
    return {
      note: `${once} of ${sent} stored once, ${rows.length} rows, ${line.breaks()} breaks, ${seconds.toFixed(0)} s`,
      figures,
    };
  } finally {
    line.close();
    await over.context().close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rows of pictures that all look like the first one. */
async function listMany({ sql }: BenchEnvironment, count: number): Promise<void> {
  await sql`
    insert into public.photos (company_id, id, project_id, employee_id, path, sha256, media_type, size_bytes, width, height, taken_at, caption, uploaded_at)
    select o.company_id, n.id, o.project_id, o.employee_id, format('%s/%s/%s.jpg', o.company_id, o.project_id, n.id), o.sha256, 'image/jpeg',
      o.size_bytes, o.width, o.height, now() - n.place * interval '3 minutes', 'Copy ' || n.place, now()
    from (select * from public.photos order by taken_at limit 1) o
    cross join (select gen_random_uuid() as id, place from generate_series(1, ${count}::integer) place) n`;
}

async function scroll(
  browser: Browser,
  environment: BenchEnvironment,
  { listed, scrollSeconds }: Sizes,
): Promise<Omit<ScenarioResult, 'name'>> {
  const { url } = environment;
  await listMany(environment, listed);
  const picture = await sharp({
    create: { width: 480, height: 360, channels: 3, background: '#8899aa' },
  })
    .jpeg()
    .toBuffer();
  const page = await openPage(browser, url, '/photos', await signIn(url));
  await page.route('**/render/image/**', (route) =>
    route.fulfill({ contentType: 'image/jpeg', body: picture }),
  );
  try {
    await page.getByRole('checkbox').first().waitFor();
    const still = await framesWhile(page, '', 2);
    const moved = await framesWhile(page, 'window.scrollBy(0, 40)', scrollSeconds);
    const drawn = await page.getByRole('checkbox').count();
    return {
      note: `${words(moved)}; standing still ${words(still)}; ${drawn} of ${listed} drawn`,
      figures: [
        {
          line: 'gallery while it is scrolled: frames a second',
          value: moved.perSecond,
          atLeast: 59,
        },
      ],
    };
  } finally {
    await page.context().close();
  }
}

async function zip(
  browser: Browser,
  environment: BenchEnvironment,
  { zipParts }: Sizes,
): Promise<string> {
  const { sql, url, serverPid } = environment;
  const [first] = await sql<{ company_id: string; project_id: string }[]>`
    select company_id, project_id from public.photos limit 1`;
  if (!first) throw new Error('no photo');
  const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), randomBytes(PART_BYTES)]);
  const sha256 = createHash('sha256').update(film).digest('hex');
  for (let part = 0; part < zipParts; part += 1) {
    const id = crypto.randomUUID();
    const name = `${first.company_id}/${first.project_id}/${id}.mp4`;
    await sql`insert into public.photos (company_id, id, project_id, path, sha256, media_type, size_bytes, taken_at, caption)
      values (${first.company_id}, ${id}, ${first.project_id}, ${name}, ${sha256}, 'video/mp4', ${film.length}, now() - interval '400 days', 'Film')`;
    const stored = await fetch(`${url}/storage/v1/object/photos/${name}`, {
      method: 'POST',
      headers: {
        apikey: environment.serviceKey,
        authorization: `Bearer ${environment.serviceKey}`,
        'content-type': 'video/mp4',
      },
      body: film,
    });
    if (!stored.ok) throw new Error(await stored.text());
  }
  const day = await sql<{ from: string; to: string }[]>`
    select min(taken_on)::text as "from", max(taken_on)::text as "to" from public.photos where media_type = 'video/mp4'`;
  const place = `/photos?from=${day[0]?.from}&to=${day[0]?.to}`;
  const page = await openPage(browser, url, place, await signIn(url));
  let most = 0;
  const before = serverMebibytes(serverPid);
  const watch = setInterval(() => {
    most = Math.max(most, serverMebibytes(serverPid));
  }, 100);
  const session = await page.context().newCDPSession(page);
  const heap = async () => (await session.send('Runtime.getHeapUsage')).usedSize / 1e6;
  try {
    await page.getByRole('button', { name: 'Select all' }).first().waitFor();
    for (const all of await page.getByRole('button', { name: 'Select all' }).all()) {
      await all.click();
    }
    const began = await heap();
    const saving = page.waitForEvent('download', { timeout: 600_000 });
    await page.getByRole('button', { name: /Download ZIP/ }).click();
    const download = await saving;
    const failure = await download.failure();
    return `server ${before.toFixed(0)} MiB before, ${most.toFixed(0)} MiB at most; page ${began.toFixed(0)} → ${(await heap()).toFixed(0)} MB of heap${failure ? `; ${failure}` : ''}`;
  } finally {
    clearInterval(watch);
    await page.context().close();
  }
}

/** Punches of one day around one town, as the database would answer. */
const punchesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    time_entry_id: '00000000-0000-7000-8000-000000000001',
    employee_id: '00000000-0000-7000-8000-000000000002',
    project_id: null,
    moment: 'in',
    punched_at: new Date().toISOString(),
    latitude: 42.65 + ((index * 7919) % 1000) / 5000,
    longitude: -73.75 + ((index * 104_729) % 1000) / 5000,
    accuracy_m: 5 + (index % 40),
    fix_age_s: 3,
    inside: index % 3 > 0,
    edge_m: null,
  }));
const ZOOM_IN_AND_OUT = `document.querySelector('canvas').dispatchEvent(new WheelEvent('wheel',
  { deltaY: frame % 120 < 60 ? -8 : 8, bubbles: true, clientX: 700, clientY: 450 }))`;

async function map(
  browser: Browser,
  { url }: BenchEnvironment,
  { punches: count, scrollSeconds }: Sizes,
): Promise<string> {
  const punches = punchesOf(count);
  const page = await openPage(browser, url, '/map', await signIn(url));
  try {
    await page.route('**/rpc/punch_locations_for*', (route) => route.fulfill({ json: punches }));
    await page.locator('canvas').waitFor({ timeout: 60_000 });
    const empty = await framesWhile(page, ZOOM_IN_AND_OUT, scrollSeconds);
    await page.getByLabel('Why do you want to see where people punched?').fill('Bench');
    await page.getByRole('button', { name: 'Show punch locations' }).click();
    await page.getByRole('listitem').nth(20).waitFor();
    const full = await framesWhile(page, ZOOM_IN_AND_OUT, scrollSeconds);
    return `${words(full)}; without punches ${words(empty)} (drawn by the processor)`;
  } finally {
    await page.context().close();
  }
}
