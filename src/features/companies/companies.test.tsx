import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { enqueue } from '@/entities/offline/event-queue';
import { queuedElsewhere, readQueue } from '@/entities/offline/queue-store';
import { InvitationNotice } from '@/features/companies/invitation-notice';
import {
  companyOfToken,
  isOfAnotherCompany,
  keyInCompany,
  workIn,
  workplaceOf,
} from '@/lib/token-company';
import { giveDeviceMemory } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';

const USER = 'person-1';
const tokenOf = (claims: object): string => `x.${btoa(JSON.stringify(claims))}.y`;

beforeEach(() => {
  giveDeviceMemory();
  localStorage.clear();
  vi.stubGlobal('isSecureContext', true);
});

test('a page works in the company of its token, and uses no token for another', () => {
  workIn(USER, 'a');
  expect(companyOfToken(tokenOf({ company_id: 'a' }))).toBe('a');
  expect([companyOfToken('nonsense'), companyOfToken(undefined)]).toEqual([null, null]);
  expect(isOfAnotherCompany(tokenOf({ sub: USER, company_id: 'b' }))).toBe(true);
  for (const claims of [
    { sub: USER, company_id: 'a' },
    { sub: USER },
    { sub: 'kiosk', company_id: 'b' },
  ]) {
    expect(isOfAnotherCompany(tokenOf(claims))).toBe(false);
  }
  expect([workplaceOf(USER), workplaceOf('kiosk')]).toEqual(['a', null]);
});

test('what is stored has a key of its own in every company but the first', () => {
  workIn(USER, 'a');
  expect(keyInCompany('data', USER)).toBe('data');
  workIn(USER, 'b');
  expect(keyInCompany('data', USER)).toBe('data:b');
  workIn(USER, 'a');
  expect(keyInCompany('data', USER)).toBe('data');
});

test('what was done waits for the company it was done in', async () => {
  const punch = { kind: 'clock_in', payload: {} } as const;
  workIn(USER, 'a');
  const [first] = await enqueue(USER, [punch], 0);
  workIn(USER, 'b');
  const [second] = await enqueue(USER, [punch], 0);
  expect((await readQueue(USER)).map(({ id }) => id)).toEqual([second?.id]);
  expect([...(await queuedElsewhere(USER)).keys()]).toEqual(['a']);
  workIn(USER, 'a');
  expect((await readQueue(USER)).map(({ id }) => id)).toEqual([first?.id]);
  expect([...(await queuedElsewhere(USER)).keys()]).toEqual(['b']);
});

test('who works in one company joins a second with a press', async () => {
  const invitation = {
    id: 'invitation-1',
    company_name: 'Second Builders',
    first_name: 'Maria',
    last_name: 'Reyes',
    role: 'manager' as const,
    inviter_name: 'Sam',
    expires_at: '2100-01-01T00:00:00Z',
  };
  const { user, backend } = await openPart(<InvitationNotice />, {
    namespaces: ['companies'],
    viewer: { invitations: [invitation] },
    answers: { 'POST rpc/accept_invitation': {} },
  });
  expect(screen.getByText(/Second Builders/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: words('companies:invited.join') }));
  await waitFor(() => expect(backend.sent('POST rpc/accept_invitation')).toHaveLength(1));
});
