import type { IsoDate } from '@/lib/format';

/** What a line of the pasted text is. Every line is exactly one of these. */
export type LineRole =
  | 'blank'
  | 'rule'
  | 'page'
  | 'header'
  | 'modification'
  | 'identifier'
  | 'heading'
  | 'area'
  | 'craft'
  | 'class'
  | 'group'
  | 'footnote'
  | 'zone'
  | 'premium'
  | 'increase'
  | 'notice'
  | 'unread';

export interface ReadLine {
  /** From 1, as the pasted text counts. */
  number: number;
  /** As it was pasted. */
  text: string;
  role: LineRole;
}

/** What a person has to enter before the class can be used. */
export type QuestionCode =
  | 'rate_zero'
  | 'rate_unreadable'
  | 'rate_per_day'
  | 'fringe_percent'
  | 'fringe_footnote'
  | 'fringe_missing'
  | 'fringe_unreadable'
  | 'total_differs'
  | 'increase_unallocated'
  | 'zone';

export interface Question {
  code: QuestionCode;
  field: 'base' | 'fringe' | 'zone';
  /** An amount that arithmetic gives, in 1/10000 dollar. A person accepts it or enters another. */
  proposalE4: number | null;
  /** The words of the text it is about. */
  text: string | null;
}

/** What a person should know about a class that is read completely. */
export type RemarkCode =
  | 'name_joined'
  | 'heading_uncertain'
  | 'minimum_wage'
  | 'overtime_footnote'
  | 'overtime_unread'
  | 'premium'
  | 'group';

export interface Remark {
  code: RemarkCode;
  text: string;
}

export interface OvertimeRules {
  daily: { after: number; mult: number }[];
  day_rules: ({ dow: number; mult: number } | { holiday: true; mult: number })[];
}

export interface ZoneAdd {
  name: string;
  addE4: number;
}

export interface ReadClass {
  /** Names the class across the modifications of a determination. */
  code: string;
  name: string;
  nameEs: string | null;
  craft: string;
  /** The federal rate identifier, such as `ELEC0080-011`. */
  identifier: string | null;
  /** The date beside the identifier. */
  rateDate: IsoDate | null;
  /** Counties or area the rate is limited to, as printed. */
  area: string | null;
  printedBase: string;
  printedFringe: string;
  /** In 1/10000 dollar; null while a question about it is open. */
  baseE4: number | null;
  fringeE4: number | null;
  zoneE4: number | null;
  /** Zones of the text to choose from; none where it has no zones. */
  zones: ZoneAdd[];
  /** The text's own rules; null: those of the law. */
  overtime: OvertimeRules | null;
  expiresOn: IsoDate | null;
  questions: Question[];
  remarks: Remark[];
  lines: number[];
}

export type DeterminationKind = 'federal' | 'ca' | 'other';

export type NoteCode = 'dates_differ' | 'increases_elsewhere' | 'no_modification';

export interface DeterminationNote {
  code: NoteCode;
  text: string;
}

export interface ReadDeterminationText {
  kind: DeterminationKind;
  number: string;
  modification: string;
  publishedOn: IsoDate | null;
  /** Given by the text for predetermined increases and files; else a person enters it. */
  effectiveFrom: IsoDate | null;
  /** A raise that the determination has fixed in advance. */
  isIncrease: boolean;
  supersedes: string | null;
  state: string | null;
  constructionTypes: string | null;
  counties: string | null;
  notes: DeterminationNote[];
  classes: ReadClass[];
}

export type ReadingError = 'empty' | 'too_long' | 'not_a_determination' | 'one_line' | 'no_rates';

export type Reading =
  | { ok: true; determinations: ReadDeterminationText[]; lines: ReadLine[] }
  | { ok: false; error: ReadingError; lines: ReadLine[] };
