import { AppError } from '@/lib/errors';

/** The answer, or a timeout after so many milliseconds. The work itself goes on. */
export function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AppError('timeout')), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
