// Texts of the page and of `npm run verify`, which have nothing of the app around them.
import { addTexts, fixedT, flatTexts, type Texts } from '../lib/translation.ts';

export type Language = 'en' | 'es';
export type Say = (key: string, values?: Readonly<Record<string, unknown>>) => string;

/** `history`: what the system reports call the kinds of records, as `entity`, `action` and `source`. */
export function sayIn(language: Language, texts: Texts, history: Texts): Say {
  addTexts(language, 'verify', { ...flatTexts(texts), history: flatTexts(history) });
  return fixedT(language, 'verify') as Say;
}
