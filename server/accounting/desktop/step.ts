import type { Activity } from '../system.ts';

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

/**
 * One request of a message to QuickBooks. `find` comes before whatever must not happen twice or must not
 * overwrite what a person did there.
 */
export type Step =
  | { readonly kind: 'list'; readonly list: ListName }
  | { readonly kind: 'find'; readonly activity: Activity; readonly count: number }
  | { readonly kind: 'add'; readonly activity: Activity }
  | {
      readonly kind: 'change';
      readonly activity: Activity;
      readonly found: FoundTime;
      /** How often it was read already. */
      readonly count: number;
    }
  | { readonly kind: 'remove'; readonly activity: Activity; readonly found: FoundTime };

/** Which record it is there, and the version of it that was read. */
export interface FoundTime {
  readonly txnId: string;
  readonly editSequence: string;
}

/** What was not answered is looked for before it is added: QuickBooks adds as often as it is asked. */
export function firstStep(activity: Activity): Step {
  const isNew = activity.action === 'create' && activity.attempt <= 1;
  return isNew ? { kind: 'add', activity } : { kind: 'find', activity, count: 1 };
}
