import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BaseMapState } from '@/features/settings/api/base-map';
import { BaseMapCard } from '@/features/settings/components/base-map-card';
import { openPart, words } from '@/testing/open';

const NOTHING: BaseMapState = {
  map: null,
  upload: null,
  freeBytes: 40 * 1024 ** 3,
  hasProvider: false,
  isShared: false,
};
const MAP: NonNullable<BaseMapState['map']> = {
  sizeBytes: 600 * 1024 ** 2,
  storedAt: '2026-11-10T12:00:00Z',
  facts: {
    kind: 'vector',
    name: 'Basemap',
    attribution: '© OpenStreetMap',
    license: 'ODbL 1.0',
    bounds: [-109.06, 36.99, -102.04, 41],
    minZoom: 0,
    maxZoom: 15,
    dataAt: '2026-11-01T12:00:00Z',
  },
  problem: null,
};
const UPLOAD = {
  id: '00000000-0000-7000-8000-000000000001',
  fingerprint: 'colorado.pmtiles 100 1',
  fileName: 'colorado.pmtiles',
  lengthBytes: 100 * 1024 ** 2,
  offsetBytes: 25 * 1024 ** 2,
};
const open = (state: Partial<BaseMapState>) =>
  openPart(<BaseMapCard />, {
    namespaces: ['system', 'settings'],
    answers: { 'GET /system/v1/map': { ...NOTHING, ...state } },
  });

test('without a map the steps are there', async () => {
  await open({});
  expect(await screen.findByText(words('system:baseMap.stepUpload'))).toBeVisible();
  expect(screen.getByText(/^npm run map -- cut/)).toBeVisible();
  expect(screen.getByRole('button', { name: words('system:baseMap.choose') })).toBeEnabled();
  expect(screen.queryByRole('button', { name: words('system:baseMap.remove') })).toBeNull();
});

test('a map says whose data it is, what it covers, how old and how large it is; and can be removed', async () => {
  const { user, backend } = await open({ map: MAP });
  expect(await screen.findByText('© OpenStreetMap')).toBeVisible();
  expect(screen.getByText('ODbL 1.0')).toBeVisible();
  expect(screen.getByText('36.99° N, 109.06° W to 41.00° N, 102.04° W')).toBeVisible();
  expect(screen.getByText('600 MB')).toBeVisible();
  expect(screen.getByText(/Nov 1, 2026|11\/0?1\/2026/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: words('system:baseMap.remove') }));
  backend.answer({ 'DELETE /system/v1/map': null, 'GET /system/v1/map': NOTHING });
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: words('system:baseMap.remove') }));
  expect(await screen.findByText(words('system:baseMap.stepUpload'))).toBeVisible();
  expect(backend.sent('DELETE /system/v1/map')).toHaveLength(1);
});

test('what is wrong with a file is told, and what makes it useless', async () => {
  await open({
    map: { ...MAP, facts: null, problem: { code: 'map_unknown_layers', message: 'layers' } },
    hasProvider: true,
    isShared: true,
  });
  expect(await screen.findByText(words('errors:map_unknown_layers'))).toBeVisible();
  expect(screen.getByText(words('system:baseMap.hasProvider'))).toBeVisible();
  expect(screen.getByText(words('system:baseMap.isShared'))).toBeVisible();
});

test('an upload that was left waits for its file, or is dropped', async () => {
  const { user, backend } = await open({ upload: UPLOAD });
  expect(await screen.findByText(/colorado\.pmtiles is not complete: 25\.0 MB of/)).toBeVisible();
  backend.answer({ [`DELETE /system/v1/map/upload/${UPLOAD.id}`]: null });
  await user.click(screen.getByRole('button', { name: words('system:baseMap.cancel') }));
  await waitFor(() =>
    expect(backend.sent(`DELETE /system/v1/map/upload/${UPLOAD.id}`)).toHaveLength(1),
  );
});
