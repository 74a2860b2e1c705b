import { LANGUAGES, type Language } from '@/lib/languages';
import { addTexts, fixedT, type TFunction } from '@/lib/translation';
import en from '@/locales/en/ticket-copy.json';
import es from '@/locales/es/ticket-copy.json';

/** Both at once: the customer may read the other language, also where there is no signal. */
const TEXTS = { en, es } satisfies Record<Language, object>;
for (const language of LANGUAGES) addTexts(language, 'ticket-copy', TEXTS[language]);

export type CopyTexts = TFunction<'ticket-copy'>;

/** What the customer reads, in their language, which need not be that of the screen. */
export const copyTexts = (language: Language): CopyTexts => fixedT(language, 'ticket-copy');
