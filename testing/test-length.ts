/** `npm run test:long` runs every test whose file imports this at full length. */
export const isLong = process.env['TEST_LENGTH'] === 'long';

/** 1 is a tenth of the full length or so; `npm test` makes half of that in the database (`scripts/test.ts`). */
const effort = Number(process.env['TEST_EFFORT'] ?? 1);

/** How often a generated test runs: at full length, or short, times `TEST_EFFORT`. */
export const repeats = (long: number, short: number): number =>
  isLong ? long : Math.min(long, Math.max(1, Math.round(short * effort)));
