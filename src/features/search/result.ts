import type { ReactNode } from 'react';
import { matchWords } from '@/features/search/match-words';

export const GROUPS = [
  'recent',
  'actions',
  'projects',
  'people',
  'time',
  'fieldReports',
  'documents',
  'equipment',
  'bulletins',
  'savedReports',
  'customers',
  'costCodes',
  'pages',
  'settings',
] as const;
export type Group = (typeof GROUPS)[number];

export interface Result {
  key: string;
  group: Group;
  icon: ReactNode;
  title: string;
  detail?: string | null;
  /** Before the title, in figures of equal width. */
  code?: string;
  /** Searched beside title, code and detail. */
  words?: readonly string[];
  /** Whom it is about, where the rest of its title is the same for many: one word has to be of this. */
  subject?: string;
  /** Found on the server, which searches more than is shown. */
  found?: boolean;
  address?: string;
  /** What it does, instead of an address or before it opens it. */
  run?: () => void;
}

/** Of what the server found in a text, or by something else that is not shown. */
const FOUND_SCORE = 0.5;
const FIXED: readonly Group[] = ['actions', 'pages', 'settings'];
const MAX_IN_GROUP = 6;

const textsOf = ({ title, detail, code, words = [] }: Result): string[] => [
  code ?? '',
  title,
  detail ?? '',
  ...words,
];

const names = (query: string, subject: string | undefined): boolean =>
  subject === undefined ||
  query.split(/\s+/).some((word) => word !== '' && matchWords(word, [subject], false) > 0);

export interface ResultGroup {
  group: Group;
  results: Result[];
}

/**
 * What was typed, group by group: in each the better match first, then what this person opened last.
 * The group with the best match stands first.
 */
export function rankResults(
  all: readonly Result[],
  query: string,
  recentKeys: readonly string[],
): ResultGroup[] {
  const placeOf = ({ key }: Result): number => {
    const place = recentKeys.indexOf(key);
    return place < 0 ? recentKeys.length : place;
  };
  const groups = GROUPS.map((group) => {
    const scored = all
      .filter((result) => result.group === group && names(query, result.subject))
      .map((result) => ({
        result,
        score: Math.max(
          result.found ? FOUND_SCORE : 0,
          matchWords(query, textsOf(result), FIXED.includes(group)),
        ),
        place: placeOf(result),
      }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score || one.place - other.place)
      .slice(0, MAX_IN_GROUP);
    const opened = scored.some(({ place }) => place < recentKeys.length);
    return {
      group,
      results: scored.map(({ result }) => result),
      rank: (scored[0]?.score ?? 0) + (opened ? 0.25 : 0),
    };
  });
  return groups
    .filter(({ results }) => results.length > 0)
    .sort((one, other) => other.rank - one.rank)
    .map(({ group, results }) => ({ group, results }));
}
