import type { DateInputValue } from '@/components/shared/date-input';
import {
  type ComparedClass,
  compareClasses,
  type StoredClass,
} from '@/entities/determination/compare-classes';
import { moneyText } from '@/entities/determination/money';
import type { ReadClass, ReadDeterminationText, ZoneAdd } from '@/entities/determination/reading';
import { spanishName } from '@/entities/determination/spanish-names';
import { numberIn } from '@/lib/read-number';

/** A class as it stands in the fields: texts as typed. */
export interface DraftClass {
  read: ReadClass;
  stored: StoredClass | null;
  rows: readonly StoredClass[];
  code: string;
  name: string;
  nameEs: string;
  craft: string;
  base: string;
  fringe: string;
  zone: string;
  usesOvertime: boolean;
}

export interface DraftDetermination {
  read: ReadDeterminationText;
  /** A determination and the raises it has fixed have the same: their classes stand in the same places. */
  series: number;
  number: string;
  modification: string;
  publishedOn: DateInputValue;
  effectiveFrom: DateInputValue;
  isIncluded: boolean;
  classes: DraftClass[];
  /** Classes of the project that the text no longer has. */
  missing: StoredClass[];
}

export interface Draft {
  determinations: DraftDetermination[];
  /** Classes this project uses, as `series:place`. */
  chosen: ReadonlySet<string>;
}

export const choiceOf = ({ series }: DraftDetermination, place: number): string =>
  `${series}:${place}`;

/** Dollars per hour, also below zero, which is refused by name. */
export const TYPED_RATE = { digits: 4, min: -9_999.9999, max: 9_999.9999 };

/** In 1/10000 dollar; null where it is no amount. */
export function typedE4(text: string): number | null {
  const amount = numberIn(text, TYPED_RATE);
  return amount === null ? null : Math.round(amount * 10_000);
}

const amountText = (amountE4: number | null): string =>
  amountE4 === null ? '' : moneyText(amountE4);

const draftClass = (read: ReadClass, { code, stored, rows }: ComparedClass): DraftClass => ({
  read,
  stored,
  rows,
  code,
  name: read.name,
  nameEs: stored?.nameEs ?? read.nameEs ?? spanishName(read.name) ?? '',
  craft: stored?.craft ?? read.craft,
  base: amountText(read.baseE4),
  fringe: amountText(read.fringeE4),
  zone: amountText(read.zoneE4),
  usesOvertime: read.overtime !== null,
});

/** What was read, beside what the project has. A list made for this purpose is chosen as it is. */
export function makeDraft(
  read: readonly ReadDeterminationText[],
  storedOf: (number: string) => readonly StoredClass[],
): Draft {
  let series = -1;
  const determinations = read.map((own): DraftDetermination => {
    if (!own.isIncrease) series += 1;
    const { classes, missing } = compareClasses(own.classes, storedOf(own.number));
    return {
      read: own,
      series,
      number: own.number,
      modification: own.modification,
      publishedOn: own.publishedOn,
      effectiveFrom: own.effectiveFrom,
      // A raise that leaves open where it goes waits until somebody has entered it.
      isIncluded: !own.classes.some(({ questions }) =>
        questions.some(({ code }) => code === 'increase_unallocated'),
      ),
      classes: own.classes.map((item, place) => draftClass(item, classes[place] as ComparedClass)),
      missing,
    };
  });
  const chosen = determinations.flatMap((own) =>
    own.classes.flatMap(({ stored }, place) =>
      stored || own.read.kind === 'other' ? [choiceOf(own, place)] : [],
    ),
  );
  return { determinations, chosen: new Set(chosen) };
}

/** Names belong to the class, whenever its rates begin. */
const SHARED = ['code', 'name', 'nameEs', 'craft'] as const;

export function changeClass(
  draft: Draft,
  at: number,
  place: number,
  changes: Partial<DraftClass>,
): Draft {
  const { series } = draft.determinations[at] as DraftDetermination;
  const shared = Object.fromEntries(
    SHARED.filter((field) => field in changes).map((field) => [field, changes[field]]),
  );
  const determinations = draft.determinations.map((own, other) => {
    const applied = other === at ? changes : own.series === series ? shared : {};
    if (Object.keys(applied).length === 0) return own;
    const classes = own.classes.map((item, index) =>
      index === place ? { ...item, ...applied } : item,
    );
    return { ...own, classes };
  });
  return { ...draft, determinations };
}

export function changeDetermination(
  draft: Draft,
  at: number,
  changes: Partial<DraftDetermination>,
): Draft {
  const { series } = draft.determinations[at] as DraftDetermination;
  const { number } = changes;
  return {
    ...draft,
    determinations: draft.determinations.map((own, other) => {
      if (other === at) return { ...own, ...changes };
      // A raise is of the same number.
      return own.series === series && number !== undefined ? { ...own, number } : own;
    }),
  };
}

export function choose(draft: Draft, choices: readonly string[], isChosen: boolean): Draft {
  const chosen = new Set(draft.chosen);
  for (const choice of choices) {
    if (isChosen) chosen.add(choice);
    else chosen.delete(choice);
  }
  return { ...draft, chosen };
}

/** The site is in one zone: the answer goes to every class with the same zones that has none. */
export function answerZone(draft: Draft, at: number, place: number, zone: ZoneAdd): Draft {
  const zones = JSON.stringify(draft.determinations[at]?.classes[place]?.read.zones);
  const add = moneyText(zone.addE4);
  return {
    ...draft,
    determinations: draft.determinations.map((own, other) => ({
      ...own,
      classes: own.classes.map((item, index) => {
        const isSame = JSON.stringify(item.read.zones) === zones;
        const isAsked = (other === at && index === place) || (isSame && item.zone === '');
        return isAsked ? { ...item, zone: add } : item;
      }),
    })),
  };
}

/** The amounts arithmetic gives, for all chosen classes that have none. */
export function acceptProposals(draft: Draft): Draft {
  return {
    ...draft,
    determinations: draft.determinations.map((own) => ({
      ...own,
      classes: own.classes.map((item, place) =>
        draft.chosen.has(choiceOf(own, place)) ? withProposals(item) : item,
      ),
    })),
  };
}

function withProposals(item: DraftClass): DraftClass {
  const proposed = item.read.questions.find(
    ({ field, proposalE4 }) => field === 'fringe' && proposalE4 !== null,
  );
  const canTake = item.fringe === '' && proposed?.proposalE4 !== undefined;
  return canTake ? { ...item, fringe: amountText(proposed?.proposalE4 ?? null) } : item;
}

/** Fields that a person has to fill before the class can be saved. */
export const openFields = (item: DraftClass): ('base' | 'fringe' | 'zone')[] =>
  (['base', 'fringe', 'zone'] as const).filter((field) => item[field].trim() === '');

export interface Problem {
  determination: number;
  /** Null: of the determination itself. */
  place: number | null;
  problem: string;
}

const isTaken = ({ isIncluded }: DraftDetermination): boolean => isIncluded;

function amountProblem(text: string, missing: string, wrong: string, min: number): string | null {
  const amount = typedE4(text);
  if (amount === null) return missing;
  return amount < min ? wrong : null;
}

function classProblem(item: DraftClass, codes: Set<string>): string | null {
  const code = item.code.trim();
  if (code === '') return 'code_missing';
  if (codes.has(code)) return 'code_twice';
  codes.add(code);
  if (item.name.trim() === '') return 'name_missing';
  return (
    amountProblem(item.base, 'base_rate_missing', 'base_rate_not_positive', 1) ??
    amountProblem(item.fringe, 'fringe_rate_missing', 'fringe_rate_negative', 0) ??
    amountProblem(item.zone, 'zone_missing', 'zone_add_wrong', 0)
  );
}

/** What keeps the chosen classes from being saved, in the order of the screen. */
export function problemsOf(draft: Draft): Problem[] {
  return draft.determinations.flatMap((own, determination) => {
    const places = chosenPlaces(draft, own);
    if (!isTaken(own) || places.length === 0) return [];
    const problems: Problem[] = [];
    if (own.number.trim() === '')
      problems.push({ determination, place: null, problem: 'number_missing' });
    if (own.effectiveFrom === null || own.effectiveFrom === 'invalid')
      problems.push({ determination, place: null, problem: 'effective_from_missing' });
    if (own.publishedOn === 'invalid')
      problems.push({ determination, place: null, problem: 'published_on_wrong' });
    const codes = new Set<string>();
    for (const place of places) {
      const problem = classProblem(own.classes[place] as DraftClass, codes);
      if (problem) problems.push({ determination, place, problem });
    }
    return problems;
  });
}

const chosenPlaces = (draft: Draft, own: DraftDetermination): number[] =>
  own.classes.flatMap((_, place) => (draft.chosen.has(choiceOf(own, place)) ? [place] : []));

/** What `save_determination` takes, and where each line of it stands in the draft. */
export function toSend(draft: Draft): {
  determinations: object[];
  places: number[][];
  at: number[];
} {
  const sent = draft.determinations
    .map((own, at) => ({ own, at, places: chosenPlaces(draft, own) }))
    .filter(({ own, places }) => isTaken(own) && places.length > 0);
  return {
    determinations: sent.map(({ own, places }) => ({
      number: own.number.trim(),
      modification: own.modification.trim(),
      published_on: own.publishedOn,
      effective_from: own.effectiveFrom,
      kind: own.read.kind,
      classes: places.map((place) =>
        sentClass(own.classes[place] as DraftClass, own.effectiveFrom),
      ),
    })),
    places: sent.map(({ places }) => places),
    at: sent.map(({ at }) => at),
  };
}

const sentAmount = (text: string): string => moneyText(typedE4(text) ?? 0);

function basedOn(item: DraftClass, effectiveFrom: DateInputValue): object | null {
  const row = item.rows.find((own) => own.effectiveFrom === effectiveFrom);
  return row
    ? {
        base_rate: moneyText(row.baseE4),
        fringe_rate: moneyText(row.fringeE4),
        zone_add: moneyText(row.zoneE4),
      }
    : null;
}

const sentClass = (item: DraftClass, effectiveFrom: DateInputValue): object => ({
  code: item.code.trim(),
  name: item.name.trim(),
  name_es: item.nameEs.trim() || null,
  craft: item.craft.trim() || null,
  base_rate: sentAmount(item.base),
  fringe_rate: sentAmount(item.fringe),
  zone_add: sentAmount(item.zone),
  overtime: item.usesOvertime ? item.read.overtime : null,
  based_on: basedOn(item, effectiveFrom),
});
