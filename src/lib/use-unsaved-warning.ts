import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, useBlocker } from 'react-router';

/** An address without the parameters that change nothing of what is being edited. */
function placeOf({ pathname, search }: Location, ignored: readonly string[]): string {
  const params = new URLSearchParams(search);
  for (const name of ignored) params.delete(name);
  return `${pathname}?${params}`;
}

/** Asks before the page is closed. */
export function useClosingWarning(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}

/** Asks before typed changes are left behind, on another screen or by closing the page. */
export function useUnsavedWarning(dirty: boolean, ignored: readonly string[] = []): void {
  const { t } = useTranslation('common');
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && placeOf(currentLocation, ignored) !== placeOf(nextLocation, ignored),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(t('unsaved'))) blocker.proceed();
    else blocker.reset();
  }, [blocker, t]);
  useClosingWarning(dirty);
}
