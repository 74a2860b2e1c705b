import type { Browser, Page } from '@playwright/test';
import { openView, settle } from './camera.ts';
import type { DemoServer } from './demo-server.ts';
import type { Language } from './shots.ts';

const CAPTIONS = {
  en: ['1  Clock in', '2  Switch', '3  Clock out', '4  Approve', '5  Export'],
  es: ['1  Marca entrada', '2  Cambia', '3  Marca salida', '4  Aprueba', '5  Exporta'],
};
const LABELS = {
  en: { switch: 'Switch', stop: 'Stop', export: 'Export' },
  es: { switch: 'Cambiar', stop: 'Detener', export: 'Exportar' },
};

/** From the first punch to the payroll file: five frames of a phone in one picture. */
export async function filmCoreLoop(
  browser: Browser,
  server: DemoServer,
  language: Language,
): Promise<Buffer> {
  const view = { on: 'phone', theme: 'light', language } as const;
  const worker = await openView(browser, server, { ...view, as: 'employee' });
  const owner = await openView(browser, server, { ...view, as: 'owner' });
  try {
    const frames = [
      ...(await workerFrames(await worker.newPage(), language)),
      ...(await ownerFrames(await owner.newPage(), language)),
    ];
    return await strip(await owner.newPage(), frames, CAPTIONS[language]);
  } finally {
    await worker.close();
    await owner.close();
  }
}

async function workerFrames(page: Page, language: Language): Promise<Buffer[]> {
  const words = LABELS[language];
  const button = (name: string) =>
    page.getByRole('main').getByRole('button', { name, exact: true });
  await page.goto('/my-status');
  await settle(page);
  const choosing = await page.screenshot();
  await page.getByRole('main').getByRole('button').first().click();
  await page.getByRole('dialog').waitFor();
  await closeDialogs(page);
  await button(words.switch).click();
  await page.getByRole('dialog').waitFor();
  const switching = await page.screenshot();
  await closeDialogs(page);
  await settle(page);
  const running = await page.screenshot();
  await button(words.stop).click();
  // The questions of the company come once the clock has stopped.
  await page.getByRole('dialog').waitFor();
  return [choosing, switching, running];
}

/** The bulletins and questions that come with a punch, and what was opened for the picture. */
async function closeDialogs(page: Page): Promise<void> {
  while (await page.getByRole('dialog').first().isVisible()) {
    await page.keyboard.press('Escape');
    await page.clock.runFor(300);
  }
}

async function ownerFrames(page: Page, language: Language): Promise<Buffer[]> {
  await page.goto('/payroll');
  await settle(page);
  const approving = await page.screenshot();
  await page
    .getByRole('main')
    .getByRole('button', { name: LABELS[language].export, exact: true })
    .click();
  await page.getByRole('dialog').waitFor();
  await settle(page);
  return [approving, await page.screenshot()];
}

async function strip(page: Page, frames: Buffer[], captions: readonly string[]): Promise<Buffer> {
  await page.setViewportSize({ width: 1400, height: 640 });
  const figures = frames.map(
    (frame, index) =>
      `<figure><img src="data:image/png;base64,${frame.toString('base64')}"><figcaption>${captions[index]}</figcaption></figure>`,
  );
  await page.setContent(`<style>
    body { margin: 0; background: #f5f5f4; font: 600 17px system-ui, sans-serif; color: #1c1917; }
    main { display: flex; gap: 20px; padding: 24px; width: max-content; }
    figure { margin: 0; } img { width: 254px; display: block; border: 1px solid #d6d3d1; border-radius: 16px; }
    figcaption { padding: 12px 4px 0; white-space: pre; }
    </style><main>${figures.join('')}</main>`);
  return page.locator('main').screenshot();
}
