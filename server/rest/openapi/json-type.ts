/** How PostgreSQL's JSON conversion writes a type, in OpenAPI's words. */
export function jsonType(type: string): Record<string, unknown> {
  if (type.endsWith('[]')) return { type: 'array', items: jsonType(type.slice(0, -2)) };
  switch (type.replace(/\(.*\)/, '')) {
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
