import { ScimError } from './scim-error.ts';
import { isObject, type PersonChange, setAttribute } from './scim-user.ts';

const MAX_OPERATIONS = 100;

/** What the operations of a PATCH add up to. */
export function readPatch(body: unknown): PersonChange {
  const operations = isObject(body) ? (body['Operations'] ?? body['operations']) : undefined;
  if (!Array.isArray(operations) || operations.length > MAX_OPERATIONS) {
    throw new ScimError(400, 'A PATCH takes a list of Operations', 'invalidSyntax');
  }
  return Object.assign({}, ...operations.map(readOperation)) as PersonChange;
}

function readOperation(operation: unknown): PersonChange {
  const { op, path, value } = isObject(operation) ? operation : {};
  // Entra writes Add and Replace.
  const verb = typeof op === 'string' ? op.toLowerCase() : '';
  if (!['add', 'replace', 'remove'].includes(verb)) {
    throw new ScimError(400, 'An operation is add, replace or remove', 'invalidSyntax');
  }
  if (typeof path === 'string' && path !== '') {
    // Access does not end because an attribute is missing.
    return setAttribute(path, verb === 'remove' ? undefined : value);
  }
  // Okta sends the attributes as an object without a path.
  if (verb === 'remove' || !isObject(value)) {
    throw new ScimError(400, 'An operation without a path takes an object', 'noTarget');
  }
  return Object.assign(
    {},
    // Some send the id along, as it is.
    ...Object.entries(value)
      .filter(([name]) => name !== 'id')
      .map(([name, each]) => setAttribute(name, each)),
  );
}
