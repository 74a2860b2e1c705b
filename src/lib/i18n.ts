import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { keepTrying } from '@/lib/keep-trying';
import { browserLanguage, type Language, storedLanguage, storeLanguage } from '@/lib/languages';
import { withTimeout } from '@/lib/with-timeout';

/** One file per language and namespace; each is its own chunk and loads when a route asks. */
const files = import.meta.glob<{ default: Record<string, unknown> }>('../locales/*/*.json');

const lazyFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = files[`../locales/${language}/${namespace}.json`];
    if (!load) return done(new Error(`No translations ${language}/${namespace}`), false);
    // Until they are here: a screen waits for its words, and never shows raw keys.
    void keepTrying(load).then((file) => done(null, file.default));
  },
};

export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  await i18next
    .use(lazyFiles)
    .use(initReactI18next)
    .init({
      lng: storedLanguage() ?? browserLanguage(),
      fallbackLng: false,
      supportedLngs: ['en', 'es'],
      load: 'languageOnly',
      ns: ['common'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      returnNull: false,
    });
}

export type Namespace = keyof import('i18next').CustomTypeOptions['resources'];

/** Routes call this beside loading their code, so that no screen ever shows raw keys. */
export async function loadNamespaces(namespaces: readonly Namespace[]): Promise<void> {
  await i18next.loadNamespaces([...namespaces]);
}

const ERROR_WORDS_MILLISECONDS = 1000;

/** They come with the shell; before signing in, with the first refusal, which does not wait long for them. */
export async function loadErrorWords(): Promise<void> {
  const load = () => loadNamespaces(['errors']);
  await withTimeout(load, ERROR_WORDS_MILLISECONDS).catch(() => undefined);
}

export async function changeLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  if (i18next.language !== language) await i18next.changeLanguage(language);
}
