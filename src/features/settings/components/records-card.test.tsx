import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RecordsCard } from '@/features/settings/components/records-card';
import { openPart, words } from '@/testing/open';

const PROOF = {
  company_id: 'c1',
  company: 'Ridgeline Builders',
  checked_at: '2026-11-16T12:00:00Z',
  events: 1204,
  first_at: '2026-01-02T12:00:00Z',
  last_at: '2026-11-16T11:59:00Z',
  broken_id: null,
  broken_at: null,
  waiting: 0,
  last_position: 1204,
  last_hash: 'ab12',
};

const check = async (proof: object) => {
  const { user } = await openPart(<RecordsCard />, {
    namespaces: ['settings'],
    answers: { 'POST rpc/audit_proof': proof },
  });
  await user.click(screen.getByRole('button', { name: words('settings:records.check') }));
  return user;
};

test('a whole history is said in words and can be taken along as proof', async () => {
  const files: { name: string; text: Promise<string> }[] = [];
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push(blob as Blob);
    return 'blob:proof';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    files.push({ name: this.download, text: textOf(made.at(-1) as Blob) });
  });
  const user = await check(PROOF);
  expect(await screen.findByText(words('settings:records.wholeTitle'))).toBeVisible();
  expect(screen.getByText(/1,204 recorded changes were checked/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: words('settings:records.download') }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toBe('history-check-2026-11-16.json');
  expect(JSON.parse((await files[0]?.text) ?? '')).toMatchObject({ result: 'whole', ...PROOF });
  vi.restoreAllMocks();
});

test('a broken history says since when, or that something is missing', async () => {
  await check({ ...PROOF, broken_id: 'e1', broken_at: '2026-03-04T15:00:00Z' });
  expect(await screen.findByText(words('settings:records.brokenTitle'))).toBeVisible();
  expect(screen.getByText(/March|Mar|03\/04\/2026|3\/4\/2026/)).toBeVisible();
});

test('an event that is gone has no moment to name', async () => {
  await check({ ...PROOF, broken_id: 'e1', broken_at: null });
  expect(await screen.findByText(words('settings:records.missing'))).toBeVisible();
});

function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
}
