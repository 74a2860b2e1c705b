import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { hire, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();

/** An account of the organization, as the server notes it when somebody signs in with it. */
const link = (who: Person, domain: string | null = 'acme.test', provider = 'google') =>
  db.sql`
    insert into auth.identities (provider_id, user_id, provider, identity_data)
    values (${randomUUID()}, ${who.userId}, ${provider},
      jsonb_strip_nulls(jsonb_build_object('organization_domain', ${domain}::text)))`;
const secondFactor = (who: Person) =>
  db.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status)
    values (gen_random_uuid(), ${who.userId}, 'totp', 'verified')`;
const address = (who: Person, email: string) =>
  db.sql`update auth.users set email = ${email} where id = ${who.userId}`;
const require = (who: Person, domain = 'acme.test', provider = 'google') =>
  act(who, (tx) => tx`select * from require_sign_in_provider(${domain}, ${provider})`);
const rules = () =>
  db.sql`select company_id, domain, provider from sign_in_domains order by domain`;
const required = async (who: Person | null, email = 'x@acme.test') =>
  (await db.sql`select private.required_provider(${who?.userId ?? null}, ${email}) as p`)[0]?.['p'];

let emergency: Person;
beforeEach(async () => {
  await db.sql`delete from sign_in_domains`;
  await db.sql`delete from auth.identities where provider <> 'email'`;
  await db.sql`delete from auth.mfa_factors`;
  emergency = await hire(db.sql, us.owner, 'owner');
  await secondFactor(emergency);
});

describe('a rule', () => {
  test('is set by an owner whose own account proves the domain', async () => {
    await expect(require(us.owner)).rejects.toMatchObject({ hint: 'domain_not_proved' });
    await link(us.owner, null);
    await expect(require(us.owner)).rejects.toMatchObject({ hint: 'domain_not_proved' });
    await link(us.owner);
    await expect(require(us.owner, 'gmail.com')).rejects.toMatchObject({
      hint: 'domain_not_proved',
    });
    await expect(require(us.owner, 'acme.test', 'azure')).rejects.toMatchObject({
      hint: 'domain_not_proved',
    });
    expect(await act(us.owner, (tx) => tx`select * from my_sign_in_domains()`)).toEqual([
      { domain: 'acme.test', provider: 'google' },
    ]);
    await require(us.owner, ' ACME.test ');
    expect(await rules()).toEqual([{ company_id: us.id, domain: 'acme.test', provider: 'google' }]);
  });

  test('needs an owner who gets in when the provider is down', async () => {
    await link(us.owner);
    await db.sql`delete from auth.mfa_factors`;
    await expect(require(us.owner)).rejects.toMatchObject({ hint: 'owner_needs_second_factor' });
    expect(await rules()).toEqual([]);
  });

  test('is nobody else’s to set, read or end', async () => {
    await link(us.owner);
    await require(us.owner);
    for (const who of [us.employee, await hire(db.sql, us.owner, 'manager'), them.owner]) {
      await link(who);
      if (who !== them.owner) await expect(require(who)).rejects.toMatchObject({ code: '42501' });
      await act(who, (tx) => tx`select allow_passwords('acme.test')`).catch(() => null);
      await expect(act(who, (tx) => tx`delete from sign_in_domains`)).rejects.toMatchObject({
        code: '42501',
      });
      await expect(
        act(
          who,
          (tx) => tx`insert into sign_in_domains (company_id, domain, provider)
          values (${us.id}, 'b.test', 'google')`,
        ),
      ).rejects.toMatchObject({ code: '42501' });
    }
    expect(await act(them.owner, (tx) => tx`select * from sign_in_domains`)).toEqual([]);
    expect(await rules()).toEqual([{ company_id: us.id, domain: 'acme.test', provider: 'google' }]);
    await act(us.owner, (tx) => tx`select allow_passwords('Acme.test')`);
    expect(await rules()).toEqual([]);
  });

  test('holds for the people of the company with such an address', async () => {
    await link(us.owner);
    await require(us.owner);
    const ours = await hire(db.sql, us.owner, 'employee');
    await address(ours, `${randomUUID()}@acme.test`);
    expect(await required(ours)).toBe('google');
    const elsewhere = await hire(db.sql, us.owner, 'employee');
    await address(elsewhere, `${randomUUID()}@not-acme.test`);
    expect(await required(elsewhere)).toBeNull();
    // A company cannot take the password from somebody who does not work there.
    const stranger = await hire(db.sql, them.owner, 'employee');
    await address(stranger, `${randomUUID()}@acme.test`);
    expect(await required(stranger)).toBeNull();
    await address(emergency, `${randomUUID()}@acme.test`);
    expect(await required(emergency)).toBeNull();
    await address(us.owner, `${randomUUID()}@acme.test`);
    expect(await required(us.owner)).toBe('google');
    await db.sql`update employees set active = false where id = ${ours.employeeId}`;
    expect(await required(ours)).toBeNull();
    // Without an account the address answers, whoever has one.
    expect(await required(null)).toBe('google');
    expect(await required(null, 'x@sub.acme.test')).toBeNull();
    expect(await required(null, 'x@acme.test@evil.test')).toBeNull();
  });
});
