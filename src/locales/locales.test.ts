import { describe, expect, it } from 'vitest';
import englishMails from '../../supabase/templates/mails.en.json';
import spanishMails from '../../supabase/templates/mails.es.json';
import screens from '../app/screens.ts?raw';
import { files as englishFiles } from './en';
import { files as englishOffice } from './en/office-files';
import { files as spanishFiles } from './es';
import { files as spanishOffice } from './es/office-files';

type Words = { [key: string]: string | string[] | Words };

const files: Record<string, Words> = {
  ...import.meta.glob<Words>('./*/*.json', { eager: true, import: 'default' }),
  './en/mails': englishMails,
  './es/mails': spanishMails,
};
const namespaces = Object.keys(files)
  .filter((path) => path.startsWith('./en/'))
  .map((path) => path.slice('./en/'.length));

function flatten(words: Words | string[], prefix = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  );
}

/** Spanish has one more plural form; it stands beside `_other`. */
const withoutPlural = (key: string): string => key.replace(/_(one|many|other|zero)$/, '');
const placeholders = (text: string): string[] => (text.match(/\{\{\s*\w+/g) ?? []).toSorted();

describe.each(namespaces)('%s', (file) => {
  const english = flatten(files[`./en/${file}`] ?? {});
  const spanish = new Map(flatten(files[`./es/${file}`] ?? {}));

  it('has the same keys in both languages', () => {
    const keys = (words: Iterable<string>) =>
      [...new Set([...words].map(withoutPlural))].toSorted();
    expect(keys(spanish.keys())).toEqual(keys(english.map(([key]) => key)));
  });

  it('fills the same blanks', () => {
    for (const [key, text] of english) {
      const translated = spanish.get(key);
      if (translated !== undefined)
        expect([key, placeholders(translated)]).toEqual([key, placeholders(text)]);
    }
  });

  it('has a line for each key', () => {
    for (const language of ['en', 'es']) {
      const nested = Object.values(files[`./${language}/${file}`] ?? {}).filter(
        (value) => typeof value !== 'string',
      );
      if (file !== 'mails') expect(nested).toEqual([]);
    }
  });

  it('leaves no words empty', () => {
    for (const [key, text] of [...english, ...spanish])
      expect([key, text.trim()]).not.toEqual([key, '']);
  });
});

/** Words that only stand where someone is called «usted»; other verbs are left to the reader. */
const FORMAL =
  /(?<![\p{L}])(ustede?s?|su contraseña|inténtelo|elija|escriba|seleccione|compruebe|introduzca|ingrese|haga clic|inicie sesión|póngase)(?![\p{L}])/iu;

describe('Spanish calls people «tú»', () => {
  it.each(namespaces)('in %s', (file) => {
    const formal = flatten(files[`./es/${file}`] ?? {}).filter(([, text]) => FORMAL.test(text));
    expect(formal).toEqual([]);
  });
});

describe.each([
  ['English', englishFiles, englishOffice],
  ['Spanish', spanishFiles, spanishOffice],
])('the lists of the files in %s', (_language, first, office) => {
  it('have each namespace once', () => {
    const all = namespaces.filter((file) => file.endsWith('.json') && file !== 'common.json');
    const listed = [...Object.keys(first), ...Object.keys(office)].map((file) => file.slice(2));
    expect(listed.toSorted()).toEqual(all.toSorted());
  });

  it('have what an address opens with in the first one', () => {
    const names = Object.keys(office).map((file) => file.slice(2, -'.json'.length));
    expect(screens).toContain(", 'payroll'");
    expect(names.filter((name) => screens.includes(`, '${name}'`))).toEqual([]);
  });
});
