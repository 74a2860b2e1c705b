import type { RowResult } from '@/features/lists/api/save-rows';
import { AppError, errorWords, knownWords } from '@/lib/errors';

/** Why the database refused a row, in our words; a rule without any says that the value does not fit. */
export function wordsOfResult({ reason, code, message }: RowResult): string {
  const known = knownWords(new AppError(reason ?? 'unexpected'));
  if (known && reason) return known;
  if (code?.startsWith('2')) return errorWords(new AppError('value_not_understood'));
  return message || errorWords(new AppError('unexpected'));
}
