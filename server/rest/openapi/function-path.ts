import type { CatalogFunction } from '../catalog/catalog.ts';
import { errorResponses } from './errors.ts';
import { exampleType, jsonType } from './json-type.ts';
import { reference } from './shared-parameters.ts';

/** How a function is called; by GET too when it changes nothing. */
export function functionPath(target: CatalogFunction): Record<string, unknown> {
  const common = {
    tags: [`(rpc) ${target.name}`],
    ...(target.description ? { summary: target.description } : {}),
    produces: ['application/json', 'application/vnd.pgrst.object+json'],
    responses: { '200': { description: 'OK' }, ...errorResponses },
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
