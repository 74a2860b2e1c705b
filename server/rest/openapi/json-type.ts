const EXAMPLES: Readonly<Record<string, unknown>> = {
  uuid: '3f0c2a52-6f0e-7c11-9d6e-0b1f5a7d2c40',
  date: '2026-11-18',
  'timestamp with time zone': '2026-11-18T14:30:00Z',
  'timestamp without time zone': '2026-11-18T14:30:00',
  'time without time zone': '07:00:00',
  inet: '203.0.113.7',
};

/** With a value of its kind, so that a generated form or client shows what is meant. */
export function exampleType(type: string): Record<string, unknown> {
  const example = EXAMPLES[type];
  return { ...jsonType(type), ...(example === undefined ? {} : { example }) };
}

/** How PostgreSQL's JSON conversion writes a type, in OpenAPI's words. */
export function jsonType(type: string): Record<string, unknown> {
  if (type.endsWith('[]')) {
    return { type: 'array', format: type, items: jsonType(type.slice(0, -2)) };
  }
  switch (type.replace(/\([^()]*\)/, '')) {
    case 'smallint':
    case 'integer':
    case 'bigint':
      return { type: 'integer', format: type };
    case 'numeric':
    case 'real':
    case 'double precision':
      return { type: 'number', format: type };
    case 'boolean':
      return { type: 'boolean', format: type };
    case 'json':
    case 'jsonb':
      return { format: type };
    default:
      return { type: 'string', format: type };
  }
}
