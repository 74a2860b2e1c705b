import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Location } from 'react-router';

interface Unsaved {
  /** Parameters of the address that change nothing of what is being edited. */
  ignored: readonly string[];
  /** False from the moment it was saved, before the screen is drawn again. */
  isUnsaved: () => boolean;
}

/** What is typed on the page and not saved. */
let unsaved: readonly Unsaved[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Unsaved[]): void {
  unsaved = next;
  for (const listener of listeners) listener();
}

/** For the router alone: whether something on the page is not saved. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => unsaved.length > 0,
  );
}

/** An address without the parameters that change nothing of what is being edited. */
function placeOf({ pathname, search }: Location, ignored: readonly string[]): string {
  const params = new URLSearchParams(search);
  for (const name of ignored) params.delete(name);
  return `${pathname}?${params}`;
}

/** For the router alone: whether going there leaves typed changes behind. */
export function leavesUnsaved(from: Location, to: Location): boolean {
  return unsaved.some(
    ({ ignored, isUnsaved }) => isUnsaved() && placeOf(from, ignored) !== placeOf(to, ignored),
  );
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

const ALWAYS = () => true;

/** Asks before typed changes are left behind, on another screen or by closing the page. */
export function useUnsavedWarning(
  dirty: boolean,
  { ignored = [], isUnsaved = ALWAYS }: Partial<Unsaved> = {},
): void {
  const latest = useRef({ ignored, isUnsaved });
  latest.current = { ignored, isUnsaved };
  useLayoutEffect(() => {
    if (!dirty) return;
    const own: Unsaved = {
      ignored: latest.current.ignored,
      isUnsaved: () => latest.current.isUnsaved(),
    };
    change([...unsaved, own]);
    return () => change(unsaved.filter((other) => other !== own));
  }, [dirty]);
  useClosingWarning(dirty);
}
