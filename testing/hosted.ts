import { test } from 'vitest';

/** The database suite runs on a PostgreSQL like that of a hosted project (`TEST_HOSTED=1`). */
export const isHosted = process.env['TEST_HOSTED'] !== undefined;

/** For what only our server brings; docs/scaling.md names it. */
export const testOnOurServer = test.skipIf(isHosted);

/** Who runs migrations and seeds. */
export const OWNER = isHosted ? 'postgres' : 'platform_owner';
