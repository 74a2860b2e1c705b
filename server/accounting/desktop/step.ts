import type { Activity, DeletedActivity, WrittenActivity } from '../system.ts';

/** What is read there; vendors and other names are both people who are no employees. */
export const LISTS = [
  'Employee',
  'Vendor',
  'OtherName',
  'Customer',
  'ItemService',
  'Class',
  'PayrollItemWage',
] as const;
export type ListName = (typeof LISTS)[number];
/** What a session reads before it writes. */
export type Reading = ListName | 'touched';

/**
 * One request of a message to QuickBooks. `find` comes before whatever must not happen twice or must not
 * overwrite what a person did there.
 */
export type Step =
  /** `iterator`: the next part of a list that was begun. */
  | { readonly kind: 'list'; readonly list: ListName; readonly iterator?: string }
  /** Time that was changed or deleted there since this day, whoever did it. */
  | { readonly kind: 'touched'; readonly how: 'changed' | 'deleted'; readonly since: string }
  | { readonly kind: 'find'; readonly activity: Activity; readonly count: number }
  | { readonly kind: 'add'; readonly activity: WrittenActivity }
  | {
      readonly kind: 'change';
      readonly activity: WrittenActivity;
      readonly found: FoundTime;
      /** How often it was read already. */
      readonly count: number;
    }
  | { readonly kind: 'remove'; readonly activity: DeletedActivity; readonly found: FoundTime };

/** Which record it is there, and the version of it that was read. */
export interface FoundTime {
  readonly txnId: string;
  readonly editSequence: string;
}

/**
 * Looked for first: what was not answered, since QuickBooks adds as often as it is asked; what somebody may
 * have entered by hand; and whatever changes or deletes.
 */
export function firstStep(activity: Activity): Step {
  const { action, attempt, mayExist } = activity;
  const isNew = action === 'create' && attempt <= 1 && !mayExist;
  return isNew ? { kind: 'add', activity } : { kind: 'find', activity, count: 1 };
}
