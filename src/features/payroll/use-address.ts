import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Addresses of this screen that differ in one parameter; null removes it. */
export function useAddress(): (name: string, value: string | null) => string {
  const [params] = useSearchParams();
  const query = params.toString();
  return useCallback(
    (name, value) => {
      const next = new URLSearchParams(query);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return `?${next}`;
    },
    [query],
  );
}
