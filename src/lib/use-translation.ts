import { useSyncExternalStore } from 'react';
import { loadNamespaces } from '@/lib/i18n';
import type { Language } from '@/lib/languages';
import {
  fixedT,
  hasTexts,
  shownLanguage,
  subscribeToLanguage,
  type TFunction,
} from '@/lib/translation';
import type { Namespace } from '@/lib/translation-keys';

interface Translation<First extends Namespace, Others extends Namespace = First> {
  t: TFunction<First, Others>;
  language: Language;
}

/** The same object for the same texts: what depends on `t` is not made anew. */
const made = new Map<string, Translation<Namespace>>();

function translationIn(language: Language, namespace: Namespace): Translation<Namespace> {
  const place = `${language}/${namespace}`;
  let translation = made.get(place);
  if (!translation) {
    translation = { t: fixedT(language, namespace) as TFunction<Namespace>, language };
    made.set(place, translation);
  }
  return translation;
}

/** The texts of a namespace, of the first of several without its name, of `common` where none is given. */
export function useTranslation<const Name extends Namespace = 'common'>(
  namespace?: Name,
): Translation<Name>;
export function useTranslation<const First extends Namespace, const Others extends Namespace>(
  namespaces: readonly [First, ...Others[]],
): Translation<First, Others>;
export function useTranslation(
  namespaces: Namespace | readonly Namespace[] = 'common',
): Translation<Namespace> {
  const language = useSyncExternalStore(subscribeToLanguage, shownLanguage);
  const names = typeof namespaces === 'string' ? [namespaces] : namespaces;
  // Whoever draws loads them first; what does not waits here, and raw keys are never shown.
  if (!names.every((name) => hasTexts(language, name))) throw loadNamespaces(names);
  return translationIn(language, names[0] ?? 'common');
}
