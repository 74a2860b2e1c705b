import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LocalAddressNotice } from '@/components/shared/local-address-notice';
import { openPart, words } from '@/testing/open';

test.each([
  ['http://localhost:4412/auth/register', true],
  ['http://127.0.0.1:3000/portal/x', true],
  ['http://192.168.1.20:3000/portal/x', false],
  ['https://localhost.example.com/x', false],
])('%s says that no other device opens it: %s', async (href, says) => {
  await openPart(
    <>
      <LocalAddressNotice href={href} />
      <p>drawn</p>
    </>,
    { namespaces: [], as: null },
  );
  expect(await screen.findByText('drawn')).toBeVisible();
  expect(screen.queryByText(words('common:localAddress')) !== null).toBe(says);
});
