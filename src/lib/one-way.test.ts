import { expect, test } from 'vitest';

/** The code of the app, without its tests. */
const files = Object.entries(
  import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.*', '!/src/testing/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).map(([path, text]) => ({ path: path.replace('/src/', ''), text }));

const holding = (pattern: RegExp): string[] =>
  files
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted();

/** What a press starts without changing any data; everything else goes through useWrite(). */
const NO_WRITES: Record<string, string> = {
  'entities/signed-timesheet/sheet-picture.tsx': 'opens a picture',
  'features/my-status/report/use-hours-files.ts': 'makes a file',
  'features/onboarding/components/past-documents.tsx': 'downloads a file',
  'features/payroll/components/timesheet-view.tsx': 'makes a file',
  'features/scheduling/use-printed-week.ts': 'makes a file',
  'features/settings/api/records.ts': 'asks for a check',
  'features/system-reports/components/chain-check.tsx': 'asks for a check',
  'features/time-tracker/api/punch-places.ts': 'asks for places, which is recorded',
  'features/time-tracker/list/use-download-csv.ts': 'makes a file',
};

test('every write goes through useWrite', () => {
  expect(holding(/\buseMutation\b/)).toEqual(
    [...Object.keys(NO_WRITES), 'lib/use-write.ts'].toSorted(),
  );
});

test('every query key begins with a name of queryKeys', () => {
  expect(
    holding(
      /(?:queryKey:|Quer(?:y|ies)Data(?:<[^()]*>)?\(|\bKEY =|\browsQuery(?:<[^()]*>)?\()\s*\[\s*['"`]/,
    ),
  ).toEqual([]);
});

/** Failures that are not of a query on the screen; those are drawn by Loaded. */
const NO_QUERIES: Record<string, string> = {
  'app/dev/display-specimens.tsx': 'shows how it looks',
  'app/routes/protected-area.tsx': 'who is looking could not be loaded: there is no screen yet',
  'app/screen-crash.tsx': 'a screen that broke',
  'app/server-unreachable.tsx': 'nothing could be loaded at all',
  'features/payroll/payroll-screen.tsx': 'one of several queries that find the period',
  'features/site-page/site-page-screen.tsx': 'read from the disk first, by no query',
  'features/time-tracker/entry-form/entry-dialog.tsx': 'in the body of a dialog',
};

test('what a query shows while it loads or fails is drawn by Loaded', () => {
  expect(holding(/<ErrorState\b/)).toEqual(
    [...Object.keys(NO_QUERIES), 'components/shared/loaded.tsx'].toSorted(),
  );
});

/** Where the compiler is told to look away, and why. */
const UNCHECKED: Record<string, string> = {
  'components/form/use-form.ts': 'what is wrong has no value',
  'lib/call-by-name.ts': 'stored calls',
};

/** What looks like reading a number that somebody types, and is not. */
const NO_TYPED_NUMBERS: Record<string, string> = {
  'components/form/number-input.tsx': 'the field itself',
  'entities/determination/money.ts': 'reads a printed determination',
  'features/crew-hours/components/hours-input.tsx': 'a cell of a day, read by minutesOfHours',
  'features/map/components/site-editor.tsx': 'degrees, as maps write them',
  'features/public-work/facts/formats/money.ts': 'reads the file of a payroll system',
  'features/public-work/facts/match-people.ts': 'names of people',
};
const READS_A_NUMBER = [
  /inputMode="decimal"/,
  /type="number"/,
  /parseFloat\(/,
  /\.replace(?:All)?\((?:',', ?'\.?'|\/\[[^\]/]*,[^\]/]*\]\/)/,
  /\bNumber\((?:typed|(?:\w+\.)*\w+\.trim\()/,
  /test\([^)]*\)\s*\?\s*Number\(/,
];

test('numbers that people type are read by readNumber', () => {
  const found = new Set(READS_A_NUMBER.flatMap(holding));
  found.delete('lib/read-number.ts');
  expect([...found].toSorted()).toEqual(Object.keys(NO_TYPED_NUMBERS).toSorted());
});

test('nothing else is passed off as a type it may not have', () => {
  expect(holding(/\bas never\b/)).toEqual(Object.keys(UNCHECKED).toSorted());
});
