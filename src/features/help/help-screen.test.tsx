import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { GuideText } from '@/features/help/components/guide-text';
import { openApp, words } from '@/testing/open';

const ANSWERS = {
  'GET projects': [],
  'GET cost_codes': [],
  'POST rpc/waiting_timesheets': [],
  'POST rpc/verification_count': 0,
};

test('opens at the page of a screen, in the language of the viewer', async () => {
  await openApp('/help/payroll', { answers: ANSWERS, language: 'es' });
  expect(screen.getByRole('heading', { level: 1, name: 'Nómina' })).toBeVisible();
  expect(screen.getByText('Corrige primero').tagName).toBe('STRONG');
  const picture = screen.getByRole('img', { name: /^Un período de pago/ });
  expect(picture.getAttribute('src')).toMatch(/payroll.*webp/);
  expect(document.title).toContain(words('help:title'));
});

test('leads from page to page; an unknown one is the first', async () => {
  const { user } = await openApp('/help/no-such-page', { answers: ANSWERS });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('First week with Chalkline');
  const list = screen.getByRole('navigation', { name: words('help:pages') });
  const pages = Object.keys(import.meta.glob('/docs/guide/en/*.md'));
  expect(within(list).getAllByRole('link')).toHaveLength(pages.length);
  await user.click(within(list).getByRole('link', { name: words('shell:nav.map') }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Draw a site' })).toBeVisible();
});

test('HTML in a page is text', () => {
  render(
    <GuideText
      pictures={new Map()}
      blocks={[{ kind: 'text', text: 'See **Save** <img src="x" onerror="alert(1)"> here' }]}
    />,
  );
  expect(screen.getByText('Save').tagName).toBe('STRONG');
  expect(document.querySelector('img')).toBeNull();
  expect(screen.getByRole('article')).toHaveTextContent('<img src="x" onerror="alert(1)">');
});

test('the leaflet for the crew is printed in both languages, with the address as a code', async () => {
  await openApp('/help/my-status-leaflet', { answers: ANSWERS });
  const print = await screen.findByRole('button', { name: words('help:printBoth') });
  await waitFor(() => expect(print).toBeEnabled());
  const sheet = document.querySelector<HTMLElement>('[data-print="sheet"]');
  const pages = [...(sheet?.querySelectorAll<HTMLElement>('[lang]') ?? [])];
  expect(pages.map(({ lang }) => lang)).toEqual(['en', 'es']);
  expect(pages.map((page) => page.querySelector('h1')?.textContent)).toEqual([
    'Leaflet for the crew',
    'Hoja para la cuadrilla',
  ]);
  expect(sheet?.querySelectorAll('img[src^="data:image/svg"]')).toHaveLength(2);
  expect(sheet?.textContent).toContain(window.location.origin);
});
