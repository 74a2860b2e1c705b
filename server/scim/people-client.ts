import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Keys } from '../keys/keys.ts';
import { ScimError } from './scim-error.ts';
import type { Person, PersonChange } from './scim-user.ts';

interface Refusal {
  readonly code?: string;
  readonly hint?: string | null;
  readonly message?: string;
}

/** By the database's hints; what is not here keeps the status that the API gave. */
const STATUS: Readonly<Record<string, number>> = {
  employee_not_found: 404,
  last_owner: 409,
  owners_only: 403,
  managers_only: 403,
  too_many_invitations: 429,
};
const UNIQUE_VIOLATION = '23505';

/**
 * People through our own API, with the token that the directory brought: its rights, scopes and limits
 * are those of any other request with it.
 */
export class PeopleClient {
  readonly #app: FastifyInstance;
  readonly #keys: Keys;

  constructor(app: FastifyInstance, keys: Keys) {
    this.#app = app;
    this.#keys = keys;
  }

  async find(
    request: FastifyRequest,
    filter: { id?: string; email?: string; externalId?: string; offset?: number; limit?: number },
  ): Promise<{ total: number; people: Person[] }> {
    const { id, email, externalId, offset = 0, limit = 100 } = filter;
    return (await this.#call(request, 'provisioned_people', {
      ...(id === undefined ? {} : { id_param: id }),
      ...(email === undefined ? {} : { email_param: email }),
      ...(externalId === undefined ? {} : { external_id_param: externalId }),
      offset_param: offset,
      limit_param: limit,
    })) as { total: number; people: Person[] };
  }

  async save(request: FastifyRequest, id: string | null, change: PersonChange): Promise<Person> {
    const named = { id_param: id, person_param: change };
    return (await this.#call(request, 'provision_person', named)) as Person;
  }

  async #call(request: FastifyRequest, name: string, payload: object): Promise<unknown> {
    const answer = await this.#app.inject({
      method: 'POST',
      url: `/rest/v1/rpc/${name}`,
      remoteAddress: request.ip,
      headers: {
        apikey: this.#keys.publishableKey,
        authorization: request.headers.authorization ?? '',
        'content-type': 'application/json',
        'user-agent': request.headers['user-agent'] ?? 'scim',
      },
      payload,
    });
    if (answer.statusCode < 300) return answer.json();
    const refusal = answer.json<Refusal>();
    if (refusal.code === UNIQUE_VIOLATION) {
      throw new ScimError(409, 'Somebody of the company has this address', 'uniqueness');
    }
    const status = STATUS[refusal.hint ?? ''] ?? answer.statusCode;
    const reason = status === 400 ? 'invalidValue' : undefined;
    throw new ScimError(status >= 500 ? 500 : status, refusal.message ?? 'Refused', reason);
  }
}
