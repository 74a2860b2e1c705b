import type { CatalogFunction } from '../catalog/catalog.ts';
import { errorResponses } from './errors.ts';
import { exampleType, jsonType } from './json-type.ts';
import { reference } from './shared-parameters.ts';

/** How a function is called, by GET too when it changes nothing, and what it answers. */
export function functionPath(
  target: CatalogFunction,
  describedTables: ReadonlySet<string>,
): Record<string, unknown> {
  const common = {
    tags: [`(rpc) ${target.name}`],
    ...(target.description ? { summary: target.description } : {}),
    produces: ['application/json', 'application/vnd.pgrst.object+json'],
    responses: { ...answerOf(target, describedTables), ...errorResponses },
  };
  const required = target.parameters.filter((one) => one.required).map((one) => one.name);
  const post = {
    ...common,
    parameters: [
      {
        required: true,
        in: 'body',
        name: 'args',
        schema: {
          type: 'object',
          ...(target.description ? { description: target.description } : {}),
          ...(required.length > 0 ? { required } : {}),
          properties: Object.fromEntries(
            target.parameters.map((one) => [one.name, exampleType(one.type)]),
          ),
        },
      },
      reference('preferParams'),
    ],
  };
  if (target.volatility === 'volatile') return { post };
  const parameters = target.parameters.map((one) => ({
    name: one.name,
    required: one.required,
    in: 'query',
    ...jsonType(one.type),
  }));
  return { get: { ...common, parameters }, post };
}

function answerOf(
  target: CatalogFunction,
  describedTables: ReadonlySet<string>,
): Record<string, unknown> {
  if (target.returns === 'void') return { '204': { description: 'No Content' } };
  if (target.mediaType !== undefined) return { '200': { description: 'OK' } };
  const items = answerSchema(target, describedTables);
  const schema = target.returnsSet ? { type: 'array', items } : items;
  return { '200': { description: 'OK', schema } };
}

function answerSchema(
  { schema, returns, returnType, returnTable, returnColumns }: CatalogFunction,
  describedTables: ReadonlySet<string>,
): Record<string, unknown> {
  if (returns === 'scalar') return jsonType(returnType);
  if (returnTable?.schema === schema && describedTables.has(returnTable.name)) {
    return { $ref: `#/definitions/${returnTable.name}` };
  }
  const properties = [...returnColumns.values()].map(({ name, type }) => [name, exampleType(type)]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}
