import { cleanup, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useHasMachines } from '@/entities/equipment/use-has-machines';
import { queryClient } from '@/lib/query-client';
import { openPart } from '@/testing/open';

const EXCAVATOR = {
  id: 'e1',
  name: 'Excavator',
  number: '',
  status: 'available',
  meter_unit: null,
};

/** What forms were told, drawing by drawing. */
async function told(machines: unknown[], last: boolean): Promise<boolean[]> {
  const seen: boolean[] = [];
  function Probe() {
    seen.push(useHasMachines());
    return null;
  }
  await openPart(<Probe />, { namespaces: [], answers: { 'GET equipment': machines } });
  await waitFor(() => {
    expect(queryClient.isFetching()).toBe(0);
    expect(seen.at(-1)).toBe(last);
  });
  cleanup();
  queryClient.clear();
  return seen;
}

test('the field has its place until the list says otherwise', async () => {
  expect(new Set(await told([EXCAVATOR], true))).toEqual(new Set([true]));
});

test('a company without machines is remembered, and so is its first machine', async () => {
  expect((await told([], false))[0]).toBe(true);
  expect(new Set(await told([], false))).toEqual(new Set([false]));
  expect((await told([EXCAVATOR], true))[0]).toBe(false);
  expect((await told([EXCAVATOR], true))[0]).toBe(true);
});
