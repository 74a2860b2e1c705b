import { expect, test } from 'vitest';
import { type AccountingFigures, accountingLine } from './accounting-probe.ts';

const quiet: AccountingFigures = {
  connections: 2,
  signedOut: 0,
  failing: 0,
  heldUp: 0,
  waiting: 3,
  sent: 41,
  lastSentAt: new Date('2026-11-18T08:00:00Z'),
};

test.each([
  [{}, 'ok', 'ok', 41],
  [{ lastSentAt: null, sent: 0 }, 'ok', 'unused', 0],
  [{ failing: 1 }, 'warning', 'failing', 1],
  [{ failing: 1, signedOut: 2 }, 'warning', 'signIn', 2],
  [{ failing: 1, signedOut: 2, heldUp: 1 }, 'error', 'heldUp', 1],
] as const)('%o is %s, %s', (figures, state, reason, count) => {
  expect(accountingLine({ ...quiet, ...figures })).toMatchObject({
    id: 'accounting',
    state,
    reason,
    values: { count, waiting: 3 },
  });
});
