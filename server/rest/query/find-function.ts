import { minSimilarityOfNames, nearestName } from '../../nearest-name.ts';
import type { CatalogFunction } from '../catalog/catalog.ts';
import type { PayloadType } from '../request/media-type.ts';
import { RestError } from '../rest-error.ts';

export interface WantedFunction {
  readonly schema: string;
  readonly name: string;
  /** Names of the arguments sent, sorted. */
  readonly arguments: readonly string[];
  /** POST: what the body is; undefined for GET and HEAD. */
  readonly payload: PayloadType | undefined;
}

/** The overload that takes exactly these arguments, or else the one that takes the whole body. */
export function findFunction(
  functions: ReadonlyMap<string, readonly CatalogFunction[]>,
  wanted: WantedFunction,
): CatalogFunction {
  const overloads = functions.get(wanted.name) ?? [];
  const named = overloads.filter((one) => takesArguments(one, wanted));
  const whole = overloads.filter((one) => !named.includes(one) && takesBody(one, wanted.payload));
  const candidates = named.length > 0 ? named : whole;
  if (candidates.length === 1 && candidates[0] !== undefined) return candidates[0];
  if (candidates.length === 0) throw noFunction(functions, overloads, wanted);
  throw ambiguous(candidates);
}

const bodyTypes: Readonly<Partial<Record<PayloadType, readonly string[]>>> = {
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  binary: ['bytea'],
};

export function takesSingleBody(one: CatalogFunction): boolean {
  return one.parameters.length === 1 && one.parameters[0]?.name === '';
}

function takesBody(one: CatalogFunction, payload: PayloadType | undefined): boolean {
  if (payload === undefined || !takesSingleBody(one)) return false;
  return bodyTypes[payload]?.includes(one.parameters[0]?.type ?? '') ?? false;
}

const isRaw = (payload: PayloadType | undefined) =>
  payload === 'text' || payload === 'xml' || payload === 'binary';

function takesArguments(one: CatalogFunction, wanted: WantedFunction): boolean {
  if (one.parameters.length === 0) return wanted.arguments.length === 0 && !isRaw(wanted.payload);
  const names = new Set(one.parameters.map((parameter) => parameter.name));
  return (
    wanted.arguments.every((name) => names.has(name)) &&
    one.parameters.every(
      (parameter) => !parameter.required || wanted.arguments.includes(parameter.name),
    )
  );
}

function noFunction(
  functions: ReadonlyMap<string, readonly CatalogFunction[]>,
  overloads: readonly CatalogFunction[],
  wanted: WantedFunction,
): RestError {
  const name = `${wanted.schema}.${wanted.name}`;
  const sent = wanted.arguments.join(', ');
  const none = wanted.arguments.length === 0;
  const withArguments = none
    ? ' without parameters'
    : ` with parameter${wanted.arguments.length > 1 ? 's' : ''} ${sent}`;
  const searched = searchedFor(wanted.payload, withArguments);
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${name}${isRaw(wanted.payload) ? '' : none ? ' without parameters' : `(${sent})`} in the schema cache`,
    `Searched for the function ${name}${searched}, but no matches were found in the schema cache.`,
    isRaw(wanted.payload) ? null : functionHint(functions, overloads, wanted),
  );
}

function searchedFor(payload: PayloadType | undefined, withArguments: string): string {
  switch (payload) {
    case 'text':
      return ' with a single unnamed text parameter';
    case 'xml':
      return ' with a single unnamed xml parameter';
    case 'binary':
      return ' with a single unnamed bytea parameter';
    case 'json':
      return `${withArguments} or with a single unnamed json/jsonb parameter`;
    default:
      return withArguments;
  }
}

function functionHint(
  functions: ReadonlyMap<string, readonly CatalogFunction[]>,
  overloads: readonly CatalogFunction[],
  wanted: WantedFunction,
): string | null {
  const asText = (names: readonly string[]) => `(${[...names].sort().join(', ')})`;
  const near =
    overloads.length === 0
      ? nearestName(wanted.name, functions.keys(), minSimilarityOfNames)
      : prefixed(
          wanted.name,
          nearestName(
            asText(wanted.arguments),
            overloads.map((one) => asText(one.parameters.map((parameter) => parameter.name))),
          ),
        );
  return near === undefined
    ? null
    : `Perhaps you meant to call the function ${wanted.schema}.${near}`;
}

const prefixed = (prefix: string, text: string | undefined) =>
  text === undefined ? undefined : prefix + text;

function ambiguous(candidates: readonly CatalogFunction[]): RestError {
  const signatures = candidates.map(
    (one) =>
      `${one.schema}.${one.name}(${one.parameters.map(({ name, type }) => `${name} => ${type}`).join(', ')})`,
  );
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    null,
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  );
}
