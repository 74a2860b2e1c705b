import i18next from 'i18next';
import { AppError, knownWords } from '@/lib/errors';

/** What is wrong with a row, in words; `text.…` are problems of the file's own text. */
export function messageWords(message: string | null): string {
  if (message === null) return '';
  if (message.startsWith('text.')) return i18next.t(`import:problem.${message.slice(5)}` as never);
  return knownWords(new AppError(message)) ?? i18next.t('errors:import_value_wrong');
}
