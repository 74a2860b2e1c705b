import { expect, test } from 'vitest';
import { presetOf, presetsOffered } from '@/entities/company/overtime-presets';

test('a zone is offered the states in it that have rules of their own', () => {
  expect(presetsOffered('America/Denver')).toEqual(['CO']);
  expect(presetsOffered('America/Los_Angeles')).toEqual(['CA', 'NV']);
  expect(presetsOffered('America/New_York')).toEqual([]);
});

test('presets are known by their key in any letters', () => {
  expect(presetOf('ca_4X10')).toBe('CA_4x10');
  expect(presetOf('CUSTOM')).toBeNull();
});
