const prefer = (values: readonly string[]) => ({
  name: 'Prefer',
  description: 'Preference',
  required: false,
  type: 'string',
  in: 'header',
  enum: values,
});

const query = (name: string, description: string) => ({
  name,
  description,
  required: false,
  type: 'string',
  in: 'query',
});

/** Parameters every table takes. */
export const sharedParameters = {
  preferReturn: prefer(['return=representation', 'return=minimal', 'return=headers-only']),
  preferCount: prefer(['count=exact', 'count=planned', 'count=estimated']),
  preferPost: prefer([
    'return=representation',
    'return=minimal',
    'return=headers-only',
    'resolution=ignore-duplicates',
    'resolution=merge-duplicates',
  ]),
  preferParams: prefer(['max-affected', 'handling=strict', 'handling=lenient']),
  select: query('select', 'Filtering Columns'),
  on_conflict: query('on_conflict', 'On Conflict'),
  order: query('order', 'Ordering'),
  limit: query('limit', 'Limiting and Pagination'),
  offset: query('offset', 'Limiting and Pagination'),
  range: {
    name: 'Range',
    description: 'Limiting and Pagination',
    required: false,
    type: 'string',
    in: 'header',
  },
  rangeUnit: {
    name: 'Range-Unit',
    description: 'Limiting and Pagination',
    required: false,
    type: 'string',
    default: 'items',
    in: 'header',
  },
} as const;

export const reference = (name: string) => ({ $ref: `#/parameters/${name}` });
