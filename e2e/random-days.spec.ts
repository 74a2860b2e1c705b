import type { Page } from '@playwright/test';
import { middayZone } from '../testing/midday-zone.ts';
import { Random } from '../testing/random.ts';
import { repeats } from '../testing/test-length.ts';
import { must } from './support/api.ts';
import { makeCompany, type Person } from './support/company.ts';
import type { Line } from './support/line.ts';
import { DEAD_LINE, expect, test } from './support/line-fixtures.ts';
import { storedForTheClock } from './support/stored-data.ts';
import { choose } from './support/time.ts';

/**
 * Random days of a worker: clock in, breaks, switches, clock out, over a line that dies and revives, in
 * an app that is killed at every step. What the screen showed is in the database, exactly once.
 * `RANDOM_DAYS_SEED=…` plays one again.
 */
const DAYS = repeats(50, 3);
const FIRST_SEED = Number(process.env['RANDOM_DAYS_SEED'] ?? 20_261_117);
const STEPS = 6;
const PROJECTS = ['Riverside Tower', 'Elm St. Duplex'];

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' });

type Shown = 'off' | 'on' | 'break';

const STATES = { off: 'Off the clock', on: /On the clock since/, break: /On break since/ } as const;
const controls = (page: Page) => page.getByRole('region', { name: 'Timer' });
const press = (page: Page, name: string) =>
  controls(page).getByRole('button', { name, exact: true }).click();
const shows = (page: Page, state: Shown, log: readonly string[]) =>
  expect(page.getByRole('main').getByText(STATES[state]).first(), log.join(', ')).toBeVisible({
    timeout: 30_000,
  });

async function open(page: Page): Promise<void> {
  await page.goto('/my-status');
  await expect(page.locator('h1')).toHaveText('My Status');
}

async function shownState(page: Page): Promise<Shown> {
  const badge = page
    .getByRole('main')
    .getByText(/^(Off the clock|On the clock since|On break since)/);
  const text = await badge.first().innerText();
  return text.startsWith('Off') ? 'off' : text.startsWith('On break') ? 'break' : 'on';
}

interface Worked {
  project: string;
  breaks: number;
  ended: boolean;
}

class Day {
  /** What the screen has shown to be so. */
  readonly worked: Worked[] = [];
  state: Shown = 'off';
  page: Page;
  readonly #line: Line;
  readonly #random: Random;
  readonly log: string[] = [];

  constructor(page: Page, line: Line, random: Random) {
    this.page = page;
    this.#line = line;
    this.#random = random;
  }

  async step(): Promise<void> {
    const isDead = this.#random.chance(0.6);
    if (isDead) this.#line.die();
    else this.#line.revive();
    const act = this.#choose();
    this.log.push(`${isDead ? 'dead' : 'alive'} ${act}`);
    await this.#press(act);
    const before = this.state;
    const expected = this.#after(act);
    if (this.#random.chance(0.4)) {
      // Killed at any moment after the press: done or not, as the next start shows.
      await this.page.waitForTimeout(this.#random.below(60));
      await this.#kill();
      const found = await shownState(this.page);
      const started =
        act === 'switch' ? await this.#showsProject(this.#other()) : found === expected;
      this.log.push(`killed at once, shows ${found}`);
      if (started) this.#apply(act);
      else expect(found, this.log.join(', ')).toBe(before);
    } else {
      await shows(this.page, expected, this.log);
      if (act === 'switch') await expect.poll(() => this.#showsProject(this.#other())).toBe(true);
      this.#apply(act);
      if (this.#random.chance(0.7)) {
        this.log.push('killed');
        await this.#kill();
        await shows(this.page, expected, this.log);
      }
    }
  }

  #choose(): string {
    if (this.state === 'off') return 'start';
    if (this.state === 'break') return this.#random.chance(0.7) ? 'resume' : 'stop';
    const roll = this.#random.next();
    return roll < 0.35 ? 'pause' : roll < 0.65 ? 'switch' : 'stop';
  }

  #current(): string {
    return this.worked.at(-1)?.project ?? PROJECTS[0] ?? '';
  }

  #other(): string {
    return PROJECTS.find((name) => name !== this.#current()) ?? '';
  }

  #showsProject(name: string): Promise<boolean> {
    return this.page
      .getByRole('region', { name: 'Clock' })
      .innerText()
      .then((text) => text.includes(name));
  }

  /** What was worked on last is offered with one tap, also when it is read a moment later; another project is behind it. */
  async #chooseToStart(label: string, option: string | RegExp): Promise<void> {
    const more = this.page.getByRole('button', { name: 'Other project or cost code' });
    const field = controls(this.page).getByRole('combobox', {
      name: new RegExp(`^${label}( ?\\(optional\\))?$`),
    });
    await expect(async () => {
      if (await more.isVisible()) await more.click({ timeout: 2000 });
      await field.click({ timeout: 2000 });
      await this.page.getByRole('option', { name: option }).click({ timeout: 2000 });
    }).toPass({ timeout: 60_000 });
  }

  async #press(act: string): Promise<void> {
    const { page } = this;
    if (act === 'start') {
      await this.#chooseToStart('Project', this.#other());
      await this.#chooseToStart('Cost code', /03 11 00/);
      return press(page, 'Start');
    }
    if (act === 'resume') return press(page, 'Resume');
    if (act === 'stop') return press(page, 'Stop');
    if (act === 'pause') {
      await press(page, 'Pause');
      return page.getByRole('menuitem', { name: 'Meal, unpaid' }).click();
    }
    await press(page, 'Switch');
    const dialog = page.getByRole('dialog', { name: 'Switch project' });
    await choose(dialog, 'Project', this.#other());
    await choose(dialog, 'Cost code', /03 30 00/);
    await dialog.getByRole('button', { name: 'Switch' }).click();
  }

  #after(act: string): Shown {
    return act === 'stop' ? 'off' : act === 'pause' ? 'break' : 'on';
  }

  #apply(act: string): void {
    const running = this.worked.at(-1);
    if (act === 'start') this.worked.push({ project: this.#other(), breaks: 0, ended: false });
    else if (act === 'switch') {
      const project = this.#other();
      if (running) running.ended = true;
      this.worked.push({ project, breaks: 0, ended: false });
    } else if (act === 'pause' && running) running.breaks += 1;
    else if (act === 'stop' && running) running.ended = true;
    this.state = this.#after(act);
  }

  /** As a phone ends it: nothing of the page runs after this. */
  async #kill(): Promise<void> {
    const next = await this.page.context().newPage();
    await this.page.close({ runBeforeUnload: false });
    this.page = next;
    await open(next);
    await expect(controls(next).getByRole('button').first()).toBeVisible();
  }
}

async function storedWork(worker: Person): Promise<Worked[]> {
  const rows = must(
    await worker.client
      .from('time_entries')
      .select('clock_out, projects(name), breaks:time_entry_breaks(id)')
      .eq('employee_id', worker.employeeId)
      .order('clock_in'),
  ) as unknown as { clock_out: string | null; projects: { name: string }; breaks: unknown[] }[];
  return rows.map(({ clock_out, projects, breaks }) => ({
    project: projects.name,
    breaks: breaks.length,
    ended: clock_out !== null,
  }));
}

for (let day = 0; day < DAYS; day += 1) {
  const seed = FIRST_SEED + day;
  test(`day of seed ${seed}: what was shown is stored, exactly once`, async ({
    page,
    line,
    signInAs,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(...DEAD_LINE);
    const company = await makeCompany({ timeZone: middayZone(), projects: PROJECTS });
    const worker = await company.addPerson('employee');
    await signInAs(worker);
    await open(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await storedForTheClock(page, ['03 30 00', PROJECTS[1] ?? '']);
    const today = new Day(page, line, new Random(seed));
    for (let step = 0; step < STEPS; step += 1) await today.step();
    line.revive();
    await expect(today.page.getByText(/not sent yet/)).toHaveCount(0, { timeout: 90_000 });
    await expect
      .poll(() => storedWork(worker), { timeout: 60_000, message: today.log.join(', ') })
      .toEqual(today.worked);
    const held = must(
      await worker.client
        .from('held_events')
        .select('kind, problem')
        .eq('employee_id', worker.employeeId),
    );
    expect(held, today.log.join(', ')).toEqual([]);
    await shows(today.page, today.state, today.log);
  });
}
