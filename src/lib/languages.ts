export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

const STORAGE_KEY = 'chalkline.language';

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

export function storedLanguage(): Language | null {
  const value = localStorage.getItem(STORAGE_KEY);
  return isLanguage(value) ? value : null;
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(STORAGE_KEY, language);
}

export function browserLanguage(): Language {
  const match = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage);
  return match ?? 'en';
}
