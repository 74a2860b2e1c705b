import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BaseMapState } from '@/features/settings/api/base-map';
import { SystemBaseMap } from '@/features/settings/components/system-base-map';
import { openPart, words } from '@/testing/open';

const NOTHING: BaseMapState = {
  map: null,
  upload: null,
  freeBytes: 40 * 1024 ** 3,
  hasProvider: false,
  isShared: false,
};
const UPLOAD = {
  id: '00000000-0000-7000-8000-000000000001',
  fingerprint: 'colorado.pmtiles 100 1',
  fileName: 'colorado.pmtiles',
  lengthBytes: 100 * 1024 ** 2,
  offsetBytes: 25 * 1024 ** 2,
};
const open = (state: Partial<BaseMapState>) =>
  openPart(<SystemBaseMap />, {
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

test('a map can be removed, after a question', async () => {
  const { user, backend } = await open({ map: { problem: null } });
  await user.click(await screen.findByRole('button', { name: words('system:baseMap.remove') }));
  backend.answer({ 'DELETE /system/v1/map': null, 'GET /system/v1/map': NOTHING });
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: words('system:baseMap.remove') }));
  expect(await screen.findByText(words('system:baseMap.stepUpload'))).toBeVisible();
  expect(backend.sent('DELETE /system/v1/map')).toHaveLength(1);
});

test('what makes a file useless here is said before it is sent', async () => {
  await open({ hasProvider: true, isShared: true });
  expect(await screen.findByText(words('system:baseMap.hasProvider'))).toBeVisible();
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
