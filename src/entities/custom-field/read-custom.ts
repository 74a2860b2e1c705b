import type { CustomField, CustomValues } from '@/entities/custom-field/custom-field';
import { numberIn } from '@/lib/read-number';
import type { Json } from '../../../supabase/types';

/** What is wrong with a value; the words are in `custom-fields.json` under `problem`. */
export type CustomProblem = 'required' | 'number' | 'date' | 'long';

const LARGEST = 1e12;
export const CUSTOM_NUMBER = { digits: 10, min: -LARGEST, max: LARGEST };
const MAX_TEXT = 500;

/** Of what was typed, what is stored; a text that is no number stays a text, and is a problem. */
export function typedValue({ kind }: CustomField, text: string): string | number | undefined {
  const typed = text.trim();
  if (kind !== 'number') return typed === '' ? undefined : text;
  return typed === '' ? undefined : (numberIn(typed, CUSTOM_NUMBER) ?? text);
}

export function problemOf(field: CustomField, value: unknown): CustomProblem | null {
  if (value === undefined || value === null || String(value).trim() === '')
    return field.required ? 'required' : null;
  if (field.kind === 'number' && (typeof value !== 'number' || Math.abs(value) > LARGEST))
    return 'number';
  if (field.kind === 'date' && value === 'invalid') return 'date';
  return field.kind === 'text' && String(value).length > MAX_TEXT ? 'long' : null;
}

/** The values without those that were emptied. */
export const withValue = (
  values: CustomValues,
  id: string,
  value: Json | undefined,
): CustomValues => {
  const { [id]: _, ...rest } = values;
  return value === undefined || value === null || value === '' ? rest : { ...rest, [id]: value };
};
