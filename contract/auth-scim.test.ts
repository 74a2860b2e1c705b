import { beforeAll, describe, expect, test } from 'vitest';
import { newEmail, sharedApi, signedIn } from './auth-support.ts';

type Json = Record<string, unknown>;
let token = '';
let owner: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  owner = await signedIn();
  const made = await owner.client.rpc('create_company', {
    name_param: 'Scim Builders',
    time_zone_param: 'America/Denver',
  });
  expect(made.error).toBeNull();
  await owner.client.auth.refreshSession();
  token = await companyToken(['people:write']);
});

/** As an owner makes it in Settings › Developers. */
async function companyToken(scopes: readonly string[], role = 'manager'): Promise<string> {
  const { data, error } = await owner.client.rpc('create_company_token', {
    name_param: 'Directory',
    role_param: role,
    scopes_param: [...scopes],
  });
  expect(error).toBeNull();
  return (data as { token: string }).token;
}

async function scim(method: string, path: string, body?: object, bearer = token) {
  const response = await fetch(`${sharedApi().url}/scim/v2${path}`, {
    method,
    headers: {
      ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
      'content-type': 'application/scim+json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as Json, response };
}

/** As Okta adds somebody. */
const newUser = (email = newEmail('scim')) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: email,
  externalId: `okta-${email}`,
  name: { givenName: 'Ana', familyName: 'Ruiz' },
  emails: [{ primary: true, value: email, type: 'work' }],
  active: true,
  groups: [],
  password: 'is not taken',
});
const find = async (email: string) => {
  const { body } = await scim(
    'GET',
    `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`,
  );
  return body as { totalResults: number; Resources: Json[] };
};

describe('a directory', () => {
  test('learns what there is', async () => {
    const { body, response } = await scim('GET', '/ServiceProviderConfig');
    expect(body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
    expect(response.headers.get('content-type')).toContain('application/scim+json');
    expect((await scim('GET', '/ResourceTypes')).body).toMatchObject({ totalResults: 1 });
    expect((await scim('GET', '/Schemas')).body).toMatchObject({ totalResults: 1 });
    expect((await scim('GET', '/Groups')).body).toMatchObject({ totalResults: 0 });
    for (const path of ['/ServiceProviderConfig', '/ResourceTypes/User']) {
      const { location } = (await scim('GET', path)).body['meta'] as { location: string };
      expect(location).toBe(`${sharedApi().url}/scim/v2${path}`);
    }
  });

  test('looks for somebody, adds them, and closes and opens their access', async () => {
    const user = newUser();
    expect(await find(user.userName)).toMatchObject({ totalResults: 0, Resources: [] });
    const added = await scim('POST', '/Users', user);
    expect(added).toMatchObject({ status: 201, body: { userName: user.userName, active: true } });
    expect(added.response.headers.get('location')).toBe((added.body['meta'] as Json)['location']);
    expect(await scim('POST', '/Users', user)).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness', status: '409' },
    });
    expect((await find(user.userName.toUpperCase())).Resources[0]?.['externalId']).toBe(
      user.externalId,
    );
    const id = String(added.body['id']);
    const patch = (Operations: Json[]) =>
      scim('PATCH', `/Users/${id}`, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations,
      });
    // Okta and Entra, each in its own way.
    expect((await patch([{ op: 'replace', value: { active: false } }])).body).toMatchObject({
      active: false,
    });
    expect(
      (
        await patch([
          { op: 'Replace', path: 'active', value: 'True' },
          { op: 'Add', path: 'name.familyName', value: 'Reyes' },
          { op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: '+1 555 0100' },
          { op: 'Replace', path: 'urn:unknown:attribute', value: 'x' },
        ])
      ).body,
    ).toMatchObject({ active: true, name: { familyName: 'Reyes' } });
    expect((await scim('PUT', `/Users/${id}`, { ...user, title: 'Foreman' })).body).toMatchObject({
      title: 'Foreman',
      name: { familyName: 'Ruiz' },
    });
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ active: false });
  });

  test('names attributes as the standard has them, and gets those it asks for', async () => {
    const user = newUser();
    const { body } = await scim('POST', '/Users?attributes=userName', user);
    expect(Object.keys(body).sort()).toEqual(['id', 'schemas', 'userName']);
    const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
    for (const filter of [
      `${core}:userName eq "${user.userName}"`,
      `emails[type eq "work"].value eq "${user.userName}"`,
      `emails[type eq "work" and value eq "${user.userName}"]`,
    ]) {
      const found = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
      expect(found.body, filter).toMatchObject({
        totalResults: 1,
        Resources: [{ id: body['id'] }],
      });
    }
    const one = async (query: string) => (await scim('GET', `/Users/${body['id']}?${query}`)).body;
    expect(await one('attributes=name.givenName,emails.value')).toEqual({
      schemas: [core],
      id: body['id'],
      name: { givenName: 'Ana' },
      emails: [{ value: user.userName }],
    });
    const rest = await one(`excludedAttributes=${core}:emails,name.formatted,id`);
    expect(rest).not.toHaveProperty('emails');
    expect(rest).toMatchObject({ id: body['id'], userName: user.userName, active: true });
    expect(rest['name']).toEqual({ givenName: 'Ana', familyName: 'Ruiz' });
  });

  test('is told what cannot be done, instead of believing that it was', async () => {
    const user = newUser();
    const path = `/Users/${(await scim('POST', '/Users', user)).body['id']}`;
    const patch = (operation: Json) => scim('PATCH', path, { Operations: [operation] });
    const refusal = (scimType: string) => ({ status: 400, body: { scimType } });
    expect(await patch({ op: 'replace', path: 'active', value: 'no' })).toMatchObject(
      refusal('invalidValue'),
    );
    expect(await patch({ op: 'replace', value: { active: 'no' } })).toMatchObject(
      refusal('invalidValue'),
    );
    expect(await patch({ op: 'replace', path: 'id', value: 'x' })).toMatchObject(
      refusal('mutability'),
    );
    expect((await patch({ op: 'replace', value: { id: 'x', title: 'Foreman' } })).status).toBe(200);
    expect((await scim('GET', path)).body).toMatchObject({ active: true, title: 'Foreman' });
    // Under another name than the address they would never be found again.
    const named = { ...newUser(), userName: 'ana.ruiz' };
    expect(await scim('POST', '/Users', named)).toMatchObject(refusal('invalidValue'));
    expect(await find(named.emails[0]?.value ?? '')).toMatchObject({ totalResults: 0 });
    for (const unsupported of ['/Me', '/Bulk', '/Users/.search']) {
      expect((await scim('POST', unsupported, {})).status).toBe(501);
    }
  });

  test('pages', async () => {
    for (const _ of [1, 2]) await scim('POST', '/Users', newUser());
    const first = await scim('GET', '/Users?startIndex=1&count=1');
    expect(first.body).toMatchObject({ itemsPerPage: 1, startIndex: 1 });
    const second = await scim('GET', '/Users?startIndex=2&count=1');
    expect((second.body['Resources'] as Json[])[0]?.['id']).not.toBe(
      (first.body['Resources'] as Json[])[0]?.['id'],
    );
    const beyond = await scim('GET', '/Users?startIndex=1000');
    expect(beyond.body).toMatchObject({ itemsPerPage: 0, Resources: [] });
  });

  test('does not close the last owner, nor any owner with a token of a manager', async () => {
    const [mine] = (await find(owner.email)).Resources;
    const path = `/Users/${mine?.['id']}`;
    expect((await scim('DELETE', path)).status).toBe(403);
    const strong = await companyToken(['people:write'], 'owner');
    expect((await scim('DELETE', path, undefined, strong)).status).toBe(409);
    expect((await find(owner.email)).Resources[0]).toMatchObject({ active: true });
  });
});

describe('is refused', () => {
  test.each([
    ['no token', '', 401],
    ['a token of nobody', 'not-a-token', 401],
  ])('%s', async (_case, bearer, status) => {
    const refused = await scim('GET', '/Users', undefined, bearer);
    expect(refused).toMatchObject({ status, body: { status: String(status) } });
    expect(refused.response.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('a token without the scope, or of an employee', async () => {
    for (const weak of [
      await companyToken(['time:read']),
      await companyToken(['people:read']),
      await companyToken(['people:write'], 'employee'),
    ]) {
      const user = newUser();
      expect((await scim('POST', '/Users', user, weak)).status).toBe(403);
      expect((await find(user.userName)).totalResults).toBe(0);
    }
  });

  test('somebody of another company, or without rights', async () => {
    const added = await scim('POST', '/Users', newUser());
    const path = `/Users/${added.body['id']}`;
    const stranger = await signedIn();
    const bearer = stranger.session?.access_token ?? '';
    expect((await scim('GET', '/Users', undefined, bearer)).status).toBe(403);
    await stranger.client.rpc('create_company', {
      name_param: 'Other Builders',
      time_zone_param: 'America/Denver',
    });
    const other = (await stranger.client.auth.refreshSession()).data.session?.access_token;
    expect((await scim('GET', path, undefined, other)).status).toBe(404);
    expect((await scim('DELETE', path, undefined, other)).status).toBe(404);
    expect((await scim('GET', path)).body).toMatchObject({ active: true });
  });

  test.each([
    ['GET', '/Users?filter=name.givenName%20co%20%22a%22', undefined, 400],
    ['GET', '/Users/not-an-id', undefined, 404],
    ['GET', '/Nothing', undefined, 404],
    ['POST', '/Users', {}, 400],
    ['POST', '/Users', { userName: 'a@b.test', title: 'x'.repeat(300) }, 400],
    ['PATCH', '/Users/00000000-0000-0000-0000-000000000000', {}, 400],
    ['PATCH', '/Users/00000000-0000-0000-0000-000000000000', { Operations: [{ op: 'x' }] }, 400],
    [
      'PATCH',
      '/Users/00000000-0000-0000-0000-000000000000',
      { Operations: Array.from({ length: 10_000 }, () => ({ op: 'add' })) },
      400,
    ],
    ['DELETE', '/Users/00000000-0000-0000-0000-000000000000', undefined, 404],
  ])('%s %s', async (method, path, body, status) => {
    expect((await scim(method, path, body)).status).toBe(status);
  });
});
