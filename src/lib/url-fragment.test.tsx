import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '@/testing/people';

const MINE = '0190a000-0000-7000-8000-000000000001';
const OTHER = '0190a000-0000-7000-8000-000000000002';

beforeEach(() => localStorage.clear());
afterEach(() => {
  localStorage.clear();
  window.history.replaceState(null, '', '/');
});

/** As a page does that opens with it. */
async function open(hash: string, path = '/time?from=mail') {
  window.history.replaceState(null, '', `${path}#${hash}`);
  vi.resetModules();
  return import('@/lib/url-fragment');
}

const signedIn = (id: string) =>
  localStorage.setItem('chalkline.session', JSON.stringify(session(id)));
const linkOf = (id: string) =>
  `access_token=${session(id).access_token}&refresh_token=r&expires_in=3600&token_type=bearer&type=recovery`;

test('a session in the address waits for an answer where somebody else is signed in', async () => {
  signedIn(MINE);
  const { offeredLink, urlFragment } = await open(linkOf(OTHER));
  expect(offeredLink?.address).toContain('access_token=');
  expect(urlFragment).toMatchObject({ hasAccessToken: false, type: null });
  expect(window.location.hash).toBe('');
});

test('so does an invitation, whose account nobody knows yet', async () => {
  signedIn(MINE);
  const { offeredLink, urlFragment } = await open('invite_token=abc', '/auth/reset-password');
  expect(offeredLink).toMatchObject({ name: null });
  expect(urlFragment.inviteToken).toBeNull();
});

test.each([
  ['of the same person', () => signedIn(OTHER)],
  ['in another browser, or signed out', () => undefined],
])('a link %s does its work', async (_who, before) => {
  before();
  const { offeredLink, urlFragment } = await open(linkOf(OTHER));
  expect(offeredLink).toBeNull();
  expect(urlFragment).toMatchObject({ hasAccessToken: true, type: 'recovery' });
  expect(window.location.hash).toContain('access_token=');
});

test.each([
  ['in the query', '', `/time?${linkOf(OTHER)}`],
  ['in the query, beside one of the same person', linkOf(MINE), `/time?${linkOf(OTHER)}`],
  ['a part of it in the query', linkOf(MINE), '/time?refresh_token=theirs'],
  ['that is there twice', `${linkOf(MINE)}&${linkOf(OTHER)}`, '/time'],
  ['with a second token to renew it', `${linkOf(MINE)}&refresh%5Ftoken=theirs`, '/time'],
])('a session %s is of no link of ours: nothing gets to see it', async (_what, hash, path) => {
  for (const before of [() => signedIn(MINE), () => localStorage.clear()]) {
    before();
    const { offeredLink, urlFragment } = await open(hash, path);
    expect(offeredLink).toBeNull();
    expect(urlFragment.hasAccessToken).toBe(false);
    expect(window.location.href).toMatch(/\/time$/);
  }
});

test('what signs nobody in is passed on', async () => {
  signedIn(MINE);
  const { offeredLink, urlFragment } = await open('error_code=otp_expired');
  expect(offeredLink).toBeNull();
  expect(urlFragment.errorCode).toBe('otp_expired');
});
