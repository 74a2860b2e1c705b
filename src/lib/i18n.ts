import { keepTrying } from '@/lib/keep-trying';
import { browserLanguage, type Language, storedLanguage, storeLanguage } from '@/lib/languages';
import { addTexts, hasTexts, setShownLanguage, shownLanguage, type Texts } from '@/lib/translation';
import type { Namespace } from '@/lib/translation-keys';
import { withTimeout } from '@/lib/with-timeout';

/** Nobody reads both: where the texts of a language are comes with its first ones. */
const languages = {
  en: () => keepTrying(() => import('@/locales/en')),
  es: () => keepTrying(() => import('@/locales/es')),
} satisfies Record<Language, unknown>;

/** What the screens have asked for: a change of the language loads all of it. */
const asked = new Set<Namespace>(['common']);
const loading = new Map<string, Promise<void>>();

function loadOne(language: Language, namespace: Namespace): Promise<void> {
  const place = `${language}/${namespace}`;
  const running =
    loading.get(place) ??
    read(language, namespace).then((texts) => addTexts(language, namespace, texts));
  loading.set(place, running);
  return running;
}

/** Until they are here: a screen waits for its words, and never shows raw keys. */
async function read(language: Language, namespace: Namespace): Promise<Texts> {
  const { common, files, officeFiles } = await languages[language]();
  if (namespace === 'common') return common;
  const file = `./${namespace}.json`;
  const load = files[file] ?? (await officeFiles()).files[file];
  if (!load) throw new Error(`No translations ${language}/${namespace}`);
  return (await keepTrying(load)).default;
}

/** For texts in a language that need not be that of the screen. */
export async function loadTexts(
  language: Language,
  namespaces: Iterable<Namespace>,
): Promise<void> {
  const missing = [...namespaces].filter((namespace) => !hasTexts(language, namespace));
  await Promise.all(missing.map((namespace) => loadOne(language, namespace)));
}

/** Routes call this beside loading their code, so that no screen ever shows raw keys. */
export async function loadNamespaces(namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces) asked.add(namespace);
  await loadTexts(shownLanguage(), namespaces);
}

let wanted: Language | undefined;

/** For now; `changeLanguage` for good. Of several changes the last one counts. */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language;
  await loadTexts(language, asked);
  if (wanted !== language) return;
  setShownLanguage(language);
  document.documentElement.lang = language;
}

export async function startI18n(): Promise<void> {
  const language = storedLanguage() ?? browserLanguage();
  // At once: what is asked for meanwhile is asked for in this language.
  setShownLanguage(language);
  document.documentElement.lang = language;
  wanted = language;
  await loadTexts(language, ['common']);
}

const ERROR_TEXTS_MILLISECONDS = 1000;

/**
 * `errors`, what work in the field can be refused, comes with the shell; `refusals`, the others, when the shell
 * stands. Before, and before signing in, they come with the first refusal, which does not wait long for them.
 */
export async function loadErrorTexts(
  namespaces: readonly Namespace[] = ['errors', 'refusals'],
  milliseconds = ERROR_TEXTS_MILLISECONDS,
): Promise<void> {
  const load = () => loadNamespaces(namespaces);
  await withTimeout(load, milliseconds).catch(() => undefined);
}

export async function changeLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  if (shownLanguage() !== language || wanted !== language) await showLanguage(language);
}
