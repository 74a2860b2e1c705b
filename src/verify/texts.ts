// Texts of the page and of `npm run verify`, which have nothing of the app around them.
import { addTexts, fixedT, type Texts } from '../lib/translation.ts';

export type Language = 'en' | 'es';
export type Say = (key: string, values?: Readonly<Record<string, unknown>>) => string;

/** What the history calls its kinds of records: `entity`, `action` and `source` of the system reports. */
export interface HistoryTexts {
  readonly entity: Readonly<Record<string, string>>;
  readonly action: Readonly<Record<string, string>>;
  readonly source: Readonly<Record<string, string>>;
}

export function sayIn(
  language: Language,
  texts: Texts,
  { entity, action, source }: HistoryTexts,
): Say {
  addTexts(language, 'verify', { ...texts, history: { entity, action, source } });
  return fixedT(language, 'verify') as Say;
}
