import { useEffect, useState } from 'react';
import { type AppError, toAppError } from '@/lib/errors';

/**
 * What `make` gives, made again when `make` is another. On purpose no query: social security numbers
 * would stay in its cache.
 */
export function useMadeFile<Result>(make: () => Promise<Result>) {
  const [state, setState] = useState<{ result: Result | null; error: AppError | null }>({
    result: null,
    error: null,
  });
  useEffect(() => {
    let isCurrent = true;
    make().then(
      (result) => isCurrent && setState({ result, error: null }),
      (cause) => isCurrent && setState({ result: null, error: toAppError(cause) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [make]);
  return state;
}
