import { keepTrying } from '@/lib/keep-trying';
import { browserLanguage, type Language, storedLanguage, storeLanguage } from '@/lib/languages';
import { addTexts, hasTexts, setShownLanguage, shownLanguage, type Texts } from '@/lib/translation';
import type { Namespace } from '@/lib/translation-keys';
import { withTimeout } from '@/lib/with-timeout';

/** One file per language and namespace; each is its own chunk and loads when a route asks. */
const files = import.meta.glob<{ default: Texts }>('../locales/*/*.json');

/** What the screens have asked for: a change of the language loads all of it. */
const asked = new Set<Namespace>(['common']);
const loading = new Map<string, Promise<void>>();

function loadOne(language: Language, namespace: Namespace): Promise<void> {
  const place = `../locales/${language}/${namespace}.json`;
  const load = files[place];
  if (!load) throw new Error(`No translations ${language}/${namespace}`);
  // Until they are here: a screen waits for its words, and never shows raw keys.
  const running =
    loading.get(place) ??
    keepTrying(load).then((file) => addTexts(language, namespace, file.default));
  loading.set(place, running);
  return running;
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

/** They come with the shell; before signing in, with the first refusal, which does not wait long for them. */
export async function loadErrorTexts(): Promise<void> {
  const load = () => loadNamespaces(['errors']);
  await withTimeout(load, ERROR_TEXTS_MILLISECONDS).catch(() => undefined);
}

export async function changeLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  if (shownLanguage() !== language || wanted !== language) await showLanguage(language);
}
