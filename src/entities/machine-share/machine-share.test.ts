import { expect, test } from 'vitest';
import {
  draftsOf,
  type MachineDraft,
  machinesProblem,
  sharesOf,
  totalShare,
  withAnother,
  withShare,
} from '@/entities/machine-share/machine-share';

const part = (
  share: string,
  equipmentId: string | null = share,
  kind: MachineDraft['kind'] = 'working',
): MachineDraft => ({ equipmentId, kind, share });

test('another machine divides the time anew, and all of it', () => {
  let drafts = draftsOf('ex', null);
  for (const shares of [
    ['50', '50'],
    ['34', '33', '33'],
    ['25', '25', '25', '25'],
    ['20', '20', '20', '20', '20'],
    ['20', '16', '16', '16', '16', '16'],
  ]) {
    drafts = withAnother(drafts);
    expect(drafts.map(({ share }) => share)).toEqual(shares);
    expect(totalShare(drafts)).toBe(100);
  }
});

test('of two machines the other gets the rest', () => {
  const two = withAnother(draftsOf('ex', null));
  expect(withShare(two, 1, '33,33').map(({ share }) => share)).toEqual(['66.67', '33,33']);
  expect(withShare(two, 0, '').map(({ share }) => share)).toEqual(['', '50']);
  expect(withShare(two, 0, '120').map(({ share }) => share)).toEqual(['120', '50']);
  expect(sharesOf(withShare(two, 1, '33,33')).map(({ share }) => share)).toEqual([66.67, 33.33]);
});

test.each([
  [[part('60', 'a'), part('40', 'b')], null],
  [[part('60', 'a'), part('40', 'a', 'travel')], null],
  [[part('33.33', 'a'), part('33.33', 'b'), part('33.34', null)], null],
  [[part('60', 'a'), part('39.99', 'b')], 'notWhole'],
  [[part('100', 'a'), part('0', 'b')], 'notWhole'],
  [[part('60', 'a'), part('x', 'b')], 'notWhole'],
  [[part('60', 'a'), part('40', 'a')], 'twice'],
  [[part('60', null), part('40', null, 'travel')], 'noMachine'],
] as const)('%j: %s', (drafts, problem) => {
  expect(machinesProblem(drafts)).toBe(problem);
});

test('a stored split is the same again', () => {
  const stored = [
    { equipment_id: 'a', kind: 'standby' as const, share: 12.5 },
    { equipment_id: null, kind: 'working' as const, share: 87.5 },
  ];
  expect(sharesOf(draftsOf('a', stored))).toEqual(stored);
});
