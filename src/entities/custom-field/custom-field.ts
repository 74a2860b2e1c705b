import type { OwnName } from '@/lib/own-name';
import type { Json } from '../../../supabase/types';

export const CUSTOM_TABLES = [
  'employees',
  'projects',
  'cost_codes',
  'equipment',
  'time_entries',
  'extra_work_tickets',
] as const;
export type CustomTable = (typeof CUSTOM_TABLES)[number];

export const CUSTOM_KINDS = ['text', 'number', 'date', 'choice'] as const;
export type CustomKind = (typeof CUSTOM_KINDS)[number];

export interface CustomChoice extends OwnName {
  id: string;
  archived: boolean;
}

/** A field of the company's own, as people fill it in. */
export interface CustomField extends OwnName {
  id: string;
  kind: CustomKind;
  choices: CustomChoice[];
  required: boolean;
  /** On the phone too, or for the office alone. */
  shown: 'phone' | 'desk';
}

/** The column `custom` of a row: by id of the field a text, a number, a day or the id of a choice. */
export type CustomValues = { readonly [fieldId: string]: Json | undefined };

const NO_VALUES: CustomValues = {};

/** The values of a row, or of none yet. */
export const customOf = (row: { custom?: unknown } | null | undefined): CustomValues =>
  (row?.custom as CustomValues | undefined) ?? NO_VALUES;
