import type { Column, Table } from '../catalog/catalog.ts';
import { errorResponses } from './errors.ts';
import { exampleType } from './json-type.ts';
import { reference } from './shared-parameters.ts';

const filterName = (table: Table, column: string) => `rowFilter.${table.name}.${column}`;

/** What can be done to a table, each verb with its parameters. */
export function tablePath(table: Table): Record<string, unknown> {
  const filters = [...table.columns.keys()].map((column) => reference(filterName(table, column)));
  const body = reference(`body.${table.name}`);
  const common = {
    tags: [table.name],
    ...(table.description ? { summary: table.description } : {}),
  };
  const path: Record<string, unknown> = {
    get: {
      ...common,
      parameters: [
        ...filters,
        ...['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'].map(
          reference,
        ),
      ],
      responses: {
        '200': {
          description: 'OK',
          schema: { type: 'array', items: { $ref: `#/definitions/${table.name}` } },
        },
        '206': { description: 'Partial Content' },
        ...errorResponses,
      },
    },
  };
  if (table.insertable) {
    path['post'] = {
      ...common,
      parameters: [body, reference('select'), reference('preferPost')],
      responses: { '201': { description: 'Created' }, ...errorResponses },
    };
  }
  if (table.updatable) {
    path['patch'] = {
      ...common,
      parameters: [...filters, body, reference('preferReturn')],
      responses: { '204': { description: 'No Content' }, ...errorResponses },
    };
  }
  if (table.deletable) {
    path['delete'] = {
      ...common,
      parameters: [...filters, reference('preferReturn')],
      responses: { '204': { description: 'No Content' }, ...errorResponses },
    };
  }
  return path;
}

export function columnParameters(table: Table): Record<string, unknown> {
  const filters = [...table.columns.keys()].map((column) => [
    filterName(table, column),
    { name: column, required: false, in: 'query', type: 'string' },
  ]);
  const body = {
    name: table.name,
    description: table.name,
    required: false,
    in: 'body',
    schema: { $ref: `#/definitions/${table.name}` },
  };
  return Object.fromEntries([...filters, [`body.${table.name}`, body]]);
}

export function tableDefinition(table: Table): Record<string, unknown> {
  const columns = [...table.columns.values()];
  return {
    ...(table.description ? { description: table.description } : {}),
    required: columns
      .filter((column) => !column.nullable && column.defaultSql === undefined)
      .map((column) => column.name),
    properties: Object.fromEntries(
      columns.map((column) => [column.name, columnProperty(table, column)]),
    ),
    type: 'object',
  };
}

function columnProperty(table: Table, column: Column): Record<string, unknown> {
  const notes = [column.description, ...keyNotes(table, column)].filter(
    (note) => note !== undefined,
  );
  return {
    ...exampleType(column.type),
    ...(notes.length > 0 ? { description: notes.join('\n\n') } : {}),
    ...(column.maxLength === undefined ? {} : { maxLength: column.maxLength }),
    ...(column.enumValues.length > 0 ? { enum: column.enumValues } : {}),
    ...(column.defaultSql === undefined ? {} : { default: column.defaultSql }),
  };
}

/** In the words that tools reading PostgREST's description look for. */
function keyNotes(table: Table, column: Column): string[] {
  const notes: string[] = [];
  if (table.primaryKey.includes(column.name)) notes.push('Note:\nThis is a Primary Key.<pk/>');
  for (const one of table.relationships) {
    if (one.kind !== 'many-to-one' || one.columns.length !== 1) continue;
    const [own, foreign] = one.columns[0] ?? ['', ''];
    if (own === column.name && !one.foreign.isView) {
      notes.push(
        `Note:\nThis is a Foreign Key to \`${one.foreign.name}.${foreign}\`.<fk table='${one.foreign.name}' column='${foreign}'/>`,
      );
    }
  }
  return notes;
}
