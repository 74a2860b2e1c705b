// `npm run screenshots`: docs/pictures from the demo company, on a server of its own with a fixed clock.
// With names (`npm run screenshots -- payroll map`) only these.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { buildWebApp } from './build-web-app.ts';
import { findChromium } from './find-chromium.ts';
import { openView, settle } from './screenshots/camera.ts';
import { filmCoreLoop } from './screenshots/core-loop.ts';
import { type DemoServer, startDemoServer } from './screenshots/demo-server.ts';
import { LANGUAGES, type Language, SHOTS, type Shot } from './screenshots/shots.ts';

const PICTURES = path.join(import.meta.dirname, '../docs/pictures');
const CORE_LOOP = 'core-loop';
const wanted = new Set(process.argv.slice(2));
const isWanted = (name: string): boolean => wanted.size === 0 || wanted.has(name);

async function keep(language: Language, name: string, png: Buffer): Promise<void> {
  const folder = path.join(PICTURES, language);
  mkdirSync(folder, { recursive: true });
  const webp = await sharp(png)
    .resize({ width: 1280, withoutEnlargement: true })
    .webp({ quality: 72, effort: 6 })
    .toBuffer();
  writeFileSync(path.join(folder, `${name}.webp`), webp);
  console.log(`  ${language}/${name}.webp  ${Math.round(webp.length / 1000)} kB`);
}

async function take(browser: Browser, server: DemoServer, shot: Shot, language: Language) {
  const { as = 'owner', on = 'desk', theme = 'light' } = shot;
  const context = await openView(browser, server, { as, on, theme, language });
  try {
    const page = await context.newPage();
    await page.goto(shot.path);
    await settle(page);
    if (shot.open) {
      await shot.open(page);
      await settle(page);
    }
    await keep(language, shot.name, await page.screenshot());
  } finally {
    await context.close();
  }
}

await buildWebApp((step) => console.log(`  · ${step}`));
const server = await startDemoServer();
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
});
try {
  const shots = SHOTS.filter(({ name }) => isWanted(name));
  const done = new Set<Shot['after']>();
  for (const shot of shots) {
    if (!done.has(shot.after)) await shot.after?.(server);
    done.add(shot.after);
    for (const language of shot.languages ?? LANGUAGES) {
      await take(browser, server, shot, language);
    }
  }
  if (isWanted(CORE_LOOP)) {
    for (const language of LANGUAGES) {
      await keep(language, CORE_LOOP, await filmCoreLoop(browser, server, language));
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
