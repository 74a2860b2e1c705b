import { expect, test } from 'vitest';
import { checkDefinition } from '@/entities/form/check-definition';
import { EQUIPMENT_CHECKS } from './equipment-check.ts';

test.each(EQUIPMENT_CHECKS)('$id can be saved as it is', ({ definition }) => {
  expect(checkDefinition(definition)).toEqual([]);
});
