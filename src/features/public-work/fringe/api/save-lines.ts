import { AppError, errorText, knownErrorText, unwrap } from '@/lib/errors';
import { loadErrorTexts } from '@/lib/i18n';
import { asJson } from '@/lib/json';
import { supabase } from '@/lib/supabase';
import { uuidv7 } from '@/lib/uuid';

/**
 * Adds rows in one call, each with its own result: the good ones are saved. Returns in their order what is
 * wrong with each, null where it is saved.
 */
export async function addLines(
  list: 'employee_fringe_plans' | 'apprenticeships' | 'employee_classifications',
  rows: readonly object[],
): Promise<(string | null)[]> {
  const lines = rows.map((values) => ({ id: uuidv7(), new: true, values }));
  const results = unwrap(
    await supabase().rpc('save_rows', { list_param: list, rows_param: asJson(lines) }),
  );
  if (results.some(({ result }) => result === 'error')) await loadErrorTexts();
  return results.map(({ result, reason, message }) => {
    if (result !== 'error') return null;
    const refusal = new AppError(reason ?? 'unexpected');
    return knownErrorText(refusal) ?? (message || errorText(new AppError('unexpected')));
  });
}
