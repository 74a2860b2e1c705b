import type { OpenVisit } from '@/features/kiosk/api/site-visits';

const MIN_LETTERS = 2;
const MAX_SHOWN = 5;

const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().trim();

/** Those with a name that begins so; null while too little is typed to say. */
export function foundVisits(visits: readonly OpenVisit[], search: string): OpenVisit[] | null {
  const typed = fold(search);
  if (typed.length < MIN_LETTERS) return null;
  return visits
    .filter(
      ({ name }) =>
        fold(name).startsWith(typed) ||
        fold(name)
          .split(/\s+/)
          .some((part) => part.startsWith(typed)),
    )
    .slice(0, MAX_SHOWN);
}
