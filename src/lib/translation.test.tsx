import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { loadNamespaces, loadTexts, showLanguage, startI18n } from '@/lib/i18n';
import { LANGUAGES } from '@/lib/languages';
import { addTexts, fixedT, pluralOf, shownLanguage, translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

const made = (key: string, values?: Record<string, unknown>): string =>
  (fixedT('en', 'unsubscribe') as (key: string, values?: object) => string)(key, values);

test('plurals are those of the language', () => {
  const counts = [0, 1, -1, 1.5, 2, 21, 1000, 999_999, 1e6, 1e6 + 0.5, 2_000_001, 3e6];
  for (const language of LANGUAGES) {
    const rules = new Intl.PluralRules(language);
    expect(counts.map((count) => pluralOf(language, count))).toEqual(
      counts.map((count) => rules.select(count)),
    );
  }
});

test('values are put in as they are, numbers as the language writes them', () => {
  addTexts('en', 'unsubscribe', {
    greeting: 'Hello {{name}}, {{name}}',
    total: '{{count, number}} of {{total, number}}',
    days_zero: 'no day',
    days_one: '{{count}} day',
    days_other: '{{count}} days',
    inner: { deep: 'found' },
  });
  expect(made('greeting', { name: '$& {{count}}' })).toBe('Hello $& {{count}}, $& {{count}}');
  expect(made('greeting', { name: null })).toBe('Hello , ');
  expect(made('total', { count: 1234, total: 5000 })).toBe('1,234 of 5,000');
  expect([0, 1, 2].map((count) => made('days', { count }))).toEqual(['no day', '1 day', '2 days']);
  expect(made('inner.deep')).toBe('found');
  expect(
    ['inner', 'inner.deep.er', 'constructor', 'toString.name'].map((key) => made(key)),
  ).toEqual(['inner', 'inner.deep.er', 'constructor', 'toString.name']);
});

function Title() {
  const { t, language } = useTranslation('projects');
  return <h1 lang={language}>{t('title')}</h1>;
}

test('a part waits for its texts, and follows the language when all of them are here', async () => {
  localStorage.setItem('chalkline.language', 'en');
  await startI18n();
  render(
    <Suspense fallback="waits">
      <Title />
    </Suspense>,
  );
  expect(await screen.findByRole('heading')).toHaveTextContent('Projects');
  await loadNamespaces(['errors']);
  await act(() => showLanguage('es'));
  expect(screen.getByRole('heading')).toHaveTextContent('Proyectos');
  expect(document.documentElement.lang).toBe('es');
  expect(translate('errors:not_found')).not.toBe('not_found');
});

test('of two changes the last one counts, whichever texts come first', async () => {
  await startI18n();
  await loadTexts('en', ['common']);
  await Promise.all([showLanguage('es'), showLanguage('en')]);
  expect(shownLanguage()).toBe('en');
});
