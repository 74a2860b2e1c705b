import type { Policy, Site, Worker } from '../../supabase/tests/naive-public-pay.ts';
import type { Api } from './api.ts';
import type { Period } from './calendar.ts';

// What happened, as a person would write it down. Nothing in here was read from the product.

export interface Pause {
  readonly from: number;
  readonly to: number;
  readonly paid: boolean;
}

/** Instants in milliseconds. */
export interface Shift {
  readonly id: string;
  readonly person: Person;
  site: Site;
  code: string;
  readonly craft: string | null;
  readonly from: number;
  to: number;
  breaks: readonly Pause[];
  readonly date: string;
}

export interface TimeOff {
  readonly id: string;
  readonly type: TimeOffType;
  readonly start: string;
  readonly end: string;
  readonly hours: number;
  status: 'requested' | 'approved' | 'declined' | 'withdrawn';
}

export interface TimeOffType {
  readonly id: string;
  readonly name: string;
  readonly payCode: string;
  readonly kind: 'per_year' | 'per_period' | 'per_hours_worked';
  readonly hours: number;
  readonly worked?: number;
  readonly cap?: number;
  readonly carryOver?: number;
}

export interface Person extends Worker {
  readonly number: number;
  readonly api: Api;
  readonly trade: string;
  readonly hiredOn: string;
  /** Phones without a signal, or an office that types in paper. */
  readonly habit: 'phone' | 'office' | 'night';
  leftOn: string | null;
  readonly timeOff: TimeOff[];
  /** Events on a phone that has found no signal yet. */
  unsent: Shift[];
  sequence: number;
  /** Paid later for locked days: date of the posting, cents. */
  readonly adjustments: { readonly date: string; readonly cents: number }[];
  /** Cents of locked weeks, as paid and as posted later. */
  readonly paid: Map<string, number>;
}

interface BillRate {
  readonly trade: string;
  readonly from: string;
  readonly cents: number;
}

export interface Facts {
  readonly periods: readonly Period[];
  readonly policies: Policy[];
  readonly sites: readonly Site[];
  readonly codes: readonly string[];
  readonly people: Person[];
  readonly shifts: Map<string, Shift>;
  readonly types: readonly TimeOffType[];
  readonly holidays: readonly string[];
  readonly billRates: readonly BillRate[];
  readonly markupPercent: number;
}

export const APPRENTICE_CRAFT = 'Carpenter';
export const CRAFTS = [APPRENTICE_CRAFT, 'Laborer'];
export const RATIO = { apprentices: 1, journeyworkers: 2 };
export const toE4 = (dollars: number): number => Math.round(dollars * 10_000);
export const asDollars = (e4: number): string => (e4 / 10_000).toFixed(4);
export type { Policy, Site };
