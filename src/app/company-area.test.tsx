import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '@/testing/open';

const ALONE = { employee: null, company: null, invitations: [] };

test.each([
  ['/documents', 'Documents'],
  ['/management/import', 'Management Lists'],
])('without a company %s asks for nothing and says what is missing', async (path, title) => {
  const { backend } = await openApp(path, { viewer: ALONE });
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await waitFor(() =>
    expect(screen.getAllByText('You are not in a company at the moment.')).toHaveLength(2),
  );
  expect(screen.getByRole('link', { name: 'Start page' })).toHaveAttribute('href', '/');
  expect(backend.requests.filter(({ path: asked }) => /documents|customers/.test(asked))).toEqual(
    [],
  );
});
