import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import FilledTab from '@/features/forms/components/filled-tab';
import type { AskedRequest } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const FILLED = {
  id: 's1',
  failed: 1,
  filled_at: '2026-03-10T13:05:00Z',
  corrects_id: null,
  forms: { name: 'Talk', name_es: '' },
  projects: { name: 'Harbor Point' },
  employees: { first_name: 'Ana', last_name: 'Ruiz' },
};
const open = (
  as: 'manager' | 'foreman',
  rows: (request: AskedRequest) => unknown,
  at = '/forms?project=p1&failed=yes',
) =>
  openPart(<FilledTab companyId="c1" />, {
    namespaces: ['forms', 'form-fill'],
    as,
    at,
    answers: {
      'GET employees': [],
      'GET equipment': [],
      'GET form_submissions': rows,
      'GET forms': [],
      'GET projects': [],
    },
  });
const button = () => screen.queryByRole('button', { name: words('forms:zip.save') });

afterEach(() => vi.restoreAllMocks());

test('managers save what the filters match as one archive, while the page goes on', async () => {
  const names: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:zip');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  // What is listed has no answers; what is saved is asked for with them.
  const asked: URLSearchParams[] = [];
  const { user } = await open('manager', ({ query }) => {
    if (!query.get('select')?.includes('answers')) return [FILLED];
    asked.push(query);
    return [];
  });
  await screen.findByRole('button', { name: 'Talk' });
  await user.click(button() as HTMLElement);
  await expect.poll(() => names).toEqual([`${words('forms:title')}.zip`]);
  expect(asked.map((one) => [one.get('project_id'), one.get('failed')])).toEqual([
    ['eq.p1', 'gte.1'],
  ]);
});

test('there is no archive of nothing', async () => {
  await open('manager', () => []);
  expect(await screen.findByText(words('forms:filled.noMatch'))).toBeVisible();
  expect(button()).toBeDisabled();
});

test('foremen have no archive', async () => {
  await open('foreman', () => [FILLED]);
  await screen.findByRole('button', { name: 'Talk' });
  expect(button()).toBeNull();
});

test('who has filled nothing reads that, without filters', async () => {
  await open('foreman', () => [], '/forms');
  expect(await screen.findByText(words('forms:filled.empty'))).toBeVisible();
  expect(screen.queryByRole('button', { name: words('forms:filled.csv') })).toBeNull();
});
