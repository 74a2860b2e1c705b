import { test as base, expect } from '../fixtures.ts';
import { api } from './api.ts';
import { type Line, openLine } from './line.ts';

export { expect };

/** What the browser and the app report while nothing comes back. */
export const DEAD_LINE = [/ERR_|Could not load|Failed to fetch|WebSocket|timeout|AbortError/];

/** The browser reaches the server over a line that can die while it looks connected. */
export const test = base.extend<{ line: Line }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here.
  line: async ({}, use) => {
    const line = await openLine(api.url);
    await use(line);
    await line.close();
  },
  baseURL: async ({ line }, use) => use(line.url),
});
