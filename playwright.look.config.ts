import base from './playwright.config.ts';
const { globalSetup: _, ...rest } = base as Record<string, unknown>;
export default { ...rest, workers: 1, timeout: 100_000, expect: { timeout: 12_000 }, use: { ...(rest as any).use, actionTimeout: 12_000 } };
