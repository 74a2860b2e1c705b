/** `npm run test:long` runs every test whose file asks here, at full length. */
export const isLong = process.env['TEST_LENGTH'] === 'long';

/** How often a generated test runs: at full length, or in `npm test`. */
export const repeats = (long: number, short: number): number => (isLong ? long : short);
