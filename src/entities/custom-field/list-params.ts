import type { CustomField } from '@/entities/custom-field/custom-field';

/** In the address: which fields are columns, and which one the list is filtered by. */
export const LIST_PARAMS = { columns: 'fields', field: 'field', answer: 'answer' } as const;
/** Filters for rows without an answer. */
export const MISSING = 'missing';

/** The answer a list is filtered by; one of another field counts for nothing. */
export function answerOf(
  { choices }: Pick<CustomField, 'choices'>,
  params: URLSearchParams,
): string {
  const answer = params.get(LIST_PARAMS.answer);
  return choices.find(({ id }) => id === answer)?.id ?? MISSING;
}
