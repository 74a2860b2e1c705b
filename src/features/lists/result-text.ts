import type { RowResult } from '@/features/lists/api/save-rows';
import { AppError, errorText, knownErrorText } from '@/lib/errors';

/** Why the database refused a row, in our words; a rule without any says that the value does not fit. */
export function resultText({ reason, code, message }: RowResult): string {
  const known = knownErrorText(new AppError(reason ?? 'unexpected'));
  if (known && reason) return known;
  if (code?.startsWith('2')) return errorText(new AppError('value_not_understood'));
  return message || errorText(new AppError('unexpected'));
}
