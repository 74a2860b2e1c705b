import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Written by hand, and why. Whatever is not here uses the kit (docs/design.md, Forms). */
const BY_HAND: Readonly<Record<string, string>> = {
  'src/components/form/form.tsx': 'the kit itself',
  'src/features/auth/forgot-password-screen.tsx': 'password managers fill it',
  'src/features/auth/register-screen.tsx': 'password managers fill it',
  'src/features/auth/reset-password-screen.tsx': 'password managers fill it',
  'src/features/auth/sign-in-screen.tsx': 'password managers fill it',
  'src/features/held-events/components/explanation-form.tsx':
    'one field on My Status, which is opened at a job site: it would load the kit with the screen',
  'src/features/portal/components/code-form.tsx':
    'one field on a page for visitors, before anything of it is shown: it would load the kit first',
  'src/features/map/components/address-search.tsx': 'a search: it stores nothing',
  'src/features/time-tracker/components/timer-card.tsx':
    'starts and stops; its fields follow the running entry, on whatever device it was started',
};

const files = globSync('src/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'));
const withForm = files.filter((file) => /<form\b/.test(readFileSync(file, 'utf8')));

test('every form is one of the kit, or is named here with its reason', () => {
  expect(withForm.filter((file) => !(file in BY_HAND))).toEqual([]);
});

test('what is named here still has a form of its own', () => {
  expect(Object.keys(BY_HAND).filter((file) => !withForm.includes(file))).toEqual([]);
});

test('no other form library comes in beside it', () => {
  const users = globSync('src/**/*.{ts,tsx}').filter((file) =>
    /from '(react-hook-form|@hookform\/|formik|@tanstack\/react-form)/.test(
      readFileSync(file, 'utf8'),
    ),
  );
  expect(users).toEqual([]);
});
