import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzz } from '../bench/fuzz/fuzz.ts';
import { grown } from '../bench/fuzz/report.ts';
import { type FuzzStage, openStage } from '../bench/fuzz/stage.ts';
import { isLong, repeats } from '../testing/test-length.ts';

const requests = repeats(100_000, 1_500);
// The same in every short run, so that nobody's change fails over an address it never touched.
const seed = Number(process.env['FUZZ_SEED'] ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 1));
const AREAS = [
  ...['rest', 'calls', 'auth', 'storage', 'scim', 'sockets', 'accounting', 'quickbooks', 'system'],
  ...['push', 'sms', 'weather', 'geocoder', 'unsubscribe', 'plain-http'],
];
let stage: FuzzStage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.stop());

test(`${requests} generated requests to every route (seed ${seed}) break nothing and show nothing hidden`, async () => {
  const report = await fuzz(stage, { requests, seed, atOnce: 12 });
  expect(report.findings).toEqual([]);
  // A short run grows by what is made once.
  if (isLong) expect(grown(report)).toEqual([]);
  // A fuzz that never gets to what is to be tested would prove little.
  expect(report.handledShare).toBeGreaterThan(0.7);
  expect(report.sent).toBe(requests);
  const areas = Object.keys(report.statuses);
  expect(areas).toEqual(expect.arrayContaining(AREAS));
}, 1_800_000);
