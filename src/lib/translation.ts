import type { Language } from '@/lib/languages';
import type { Namespace, TextKey } from '@/lib/translation-keys';

/** The texts of a namespace, with keys that the compiler checks. */
export type TFunction<First extends Namespace, Others extends Namespace = First> = (
  key: TextKey<First, Others>,
  values?: Values,
) => string;

type Values = Readonly<Record<string, unknown>>;

/** A file of src/locales. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

const loaded = new Map<string, Readonly<Record<string, string>>>();
const listeners = new Set<() => void>();
let shown: Language = 'en';

export const hasTexts = (language: Language, namespace: string): boolean =>
  loaded.has(`${language}/${namespace}`);

export function addTexts(language: Language, namespace: Namespace, texts: Texts): void {
  loaded.set(`${language}/${namespace}`, flatTexts(texts));
}

/** Under the keys that code asks for: `list.title`. */
export function flatTexts(texts: Texts, prefix = ''): Readonly<Record<string, string>> {
  const flat: Record<string, string> = {};
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') flat[prefix + key] = value;
    else Object.assign(flat, flatTexts(value, `${prefix}${key}.`));
  }
  return flat;
}

/** The language of the screen. */
export const shownLanguage = (): Language => shown;

/** Its texts are loaded before: see `i18n.ts`. */
export function setShownLanguage(language: Language): void {
  if (shown === language) return;
  shown = language;
  for (const listener of listeners) listener();
}

export function subscribeToLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `projects:list.title`, or a key of the given namespace. */
function find(language: Language, namespace: string, key: string): string | undefined {
  const colon = key.indexOf(':');
  const name = colon < 0 ? namespace : key.slice(0, colon);
  const found: unknown = loaded.get(`${language}/${name}`)?.[key.slice(colon + 1)];
  // Every object has a `constructor`.
  return typeof found === 'string' ? found : undefined;
}

/** As `Intl.PluralRules` has it, whose first use would hold up a first screen. */
export function pluralOf(language: Language, count: number): 'one' | 'many' | 'other' {
  if (Math.abs(count) === 1) return 'one';
  return language === 'es' && count !== 0 && count % 1_000_000 === 0 ? 'many' : 'other';
}

function findPlural(language: Language, namespace: string, key: string, count: number) {
  const kinds = [...(count === 0 ? ['zero'] : []), pluralOf(language, count), 'other'];
  for (const kind of kinds) {
    const found = find(language, namespace, `${key}_${kind}`);
    if (found !== undefined) return found;
  }
  return find(language, namespace, key);
}

const numbers = new Map<Language, Intl.NumberFormat>();

function numberIn(language: Language, value: unknown): string {
  const format = numbers.get(language) ?? new Intl.NumberFormat(language);
  numbers.set(language, format);
  return format.format(value as number);
}

/** `{{name}}`, or `{{count, number}}` as the language writes numbers. */
const PLACES = /\{\{(\w+)(, number)?\}\}/g;

function say(language: Language, namespace: string, key: string, values: Values = {}): string {
  const { count } = values;
  const found =
    typeof count === 'number'
      ? findPlural(language, namespace, key, count)
      : find(language, namespace, key);
  if (found === undefined) return key.slice(key.indexOf(':') + 1);
  if (!found.includes('{{')) return found;
  return found.replace(PLACES, (place, name: string, isNumber?: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return isNumber ? numberIn(language, value) : String(value ?? '');
  });
}

/** A text outside of components. */
export const text: TFunction<'common', Namespace> = (key, values) =>
  say(shown, 'common', key, values);

/** Where a key is among the texts that are here, whichever namespace has it. */
export function loadedKey(key: string): string | undefined {
  for (const place of loaded.keys()) {
    const candidate = `${place.slice(place.indexOf('/') + 1)}:${key}`;
    if (hasText(candidate)) return candidate;
  }
  return undefined;
}

/** Whether there are words for a key that is known only while the app runs. */
export const hasText = (key: string, namespace: Namespace = 'common'): boolean =>
  find(shown, namespace, key) !== undefined;

/** The texts of a namespace in a language that is loaded, which need not be that of the screen. */
export const fixedT =
  <const Name extends Namespace>(language: Language, namespace: Name): TFunction<Name> =>
  (key, values) =>
    say(language, namespace, key, values);

/**
 * The text of a key that is known only while the app runs, such as the name of a column; with its namespace.
 * Keys that are written in the code are checked by the compiler: use `t` or `text` for those.
 */
export const translate = (key: string, values?: Values): string =>
  say(shown, 'common', key, values);
