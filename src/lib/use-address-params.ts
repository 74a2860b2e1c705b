import { useSearchParams } from 'react-router';

/**
 * The parameters of the address, and a way to change one of them. It starts from the address as it is
 * at that moment, so that of two changes before the next render neither undoes the other.
 */
export function useAddressParams() {
  const [params, setParams] = useSearchParams();
  const change = (name: string, value: string | null) =>
    setParams(
      () => {
        const next = new URLSearchParams(window.location.search);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params, change] as const;
}
