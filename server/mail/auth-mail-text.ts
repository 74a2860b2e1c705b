import type { Language } from './languages.ts';
import type { MailText } from './mail-text.ts';
import type { AuthMailName, AuthMailTexts } from './templates/auth-mail-texts.ts';
import { english } from './templates/en.ts';
import { spanish } from './templates/es.ts';

const TEXTS: Readonly<Record<Language, AuthMailTexts>> = { en: english, es: spanish };

export function authMailText(name: string, language: Language): MailText | undefined {
  return Object.hasOwn(TEXTS[language], name) ? TEXTS[language][name as AuthMailName] : undefined;
}
