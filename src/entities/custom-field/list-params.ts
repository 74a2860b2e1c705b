/** In the address: which fields are columns, and which one the list is filtered by. */
export const LIST_PARAMS = { columns: 'fields', field: 'field', answer: 'answer' } as const;
/** Filters for rows without an answer. */
export const MISSING = 'missing';
