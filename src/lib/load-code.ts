import { AppError } from '@/lib/errors';
import { withTimeout } from '@/lib/with-timeout';

const LIMIT_MILLISECONDS = 20_000;

/**
 * Code that a press needs, such as for a PDF: `await loadCode(() => import('…'))`. Where it cannot be
 * loaded the press fails with words that say so, and the next one tries again.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(load, LIMIT_MILLISECONDS);
  } catch (cause) {
    throw new AppError('part_missing', { cause });
  }
}
