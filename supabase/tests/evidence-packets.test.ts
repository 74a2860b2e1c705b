import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { as, hire, openCompanies, type Person } from './world.ts';

const { db, us, them } = await openCompanies();
const HASH = 'a'.repeat(64);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** As a function that hands out data does it: with the caller's claims and the database's rights. */
async function openPacket(who: Person, parts: Readonly<Record<string, string>>): Promise<string> {
  return db.sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: who.userId })}, true)`;
    const [packet] =
      await tx`select private.open_packet(${us.id}, 'claim', ${us.employee.employeeId}, null,
      '2026-03-01', '2026-03-31') as id`;
    for (const [name, text] of Object.entries(parts)) {
      await tx`select private.add_packet_part(${packet?.['id']}, ${name}, ${text})`;
    }
    return packet?.['id'] as string;
  });
}
const signData = (who: Person, id: string) =>
  as(db.sql, who, (tx) => tx`select sign_packet_data(${id}) as id`);
const finish = (who: Person, id: string, hash: string) =>
  as(db.sql, who, (tx) => tx`select finish_packet(${id}, ${hash}) as id`);
const signatureOf = async (who: Person, id: string) =>
  (await as(db.sql, who, (tx) => tx`select signature_of(${id}) as signature`))[0]?.['signature'];

test('the parts are signed as they were handed out, then the manifest, each once', async () => {
  const id = await openPacket(us.manager, { 'data/time.json': '[1,"ñ"]', 'data/pay.json': '{}' });
  await expect(finish(us.manager, id, HASH)).rejects.toMatchObject({ hint: 'packet_not_signed' });
  const [data] = await signData(us.manager, id);
  expect(await signData(us.manager, id)).toEqual([data]);
  await expect(finish(us.manager, id, 'nonsense')).rejects.toMatchObject({ hint: 'not_a_hash' });
  const [manifest] = await finish(us.manager, id, HASH);
  expect(await finish(us.manager, id, HASH)).toEqual([manifest]);
  await expect(finish(us.manager, id, 'b'.repeat(64))).rejects.toMatchObject({
    hint: 'packet_complete',
  });
  const [texts] = await db.sql`select
    (select signed_text from private.signatures where id = ${data?.['id']}) as data,
    (select signed_text from private.signatures where id = ${manifest?.['id']}) as manifest`;
  expect(texts?.['data']).toBe(
    `{"company_id":"${us.id}","format":"chalkline-packet-data/1","packet_id":"${id}","parts":[` +
      `{"name":"data/pay.json","sha256":"${sha256('{}')}"},{"name":"data/time.json","sha256":"${sha256('[1,"ñ"]')}"}]}`,
  );
  expect(texts?.['manifest']).toMatch(
    new RegExp(
      `^\\{"company_id":"${us.id}","format":"chalkline-packet-signature/1","manifest_sha256":"${HASH}","packet_id":"${id}","signed_at":"\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}\\.\\d{6}Z"\\}$`,
    ),
  );
  const events = await db.sql`select action, after from audit_events
    where entity = 'evidence_packets' and entity_id = ${id} order by sequence`;
  expect(events.map(({ action }) => action)).toEqual(['created', 'updated', 'updated']);
  expect(events.at(-1)?.['after']).toMatchObject({ manifest_sha256: HASH, kind: 'claim' });
});

test('a signature is read by who asked for it and by managers, once it is there', async () => {
  const id = await openPacket(us.manager, {});
  const [{ id: signature } = {}] = await signData(us.manager, id);
  expect(await signatureOf(us.manager, signature)).toBeNull();
  await db.sql`update private.signatures set signature = 'c2ln', key_id = 'ledger-2026-11',
    signed_at = now(), checked_at = now(), holds = true where id = ${signature}`;
  for (const reader of [us.manager, us.owner]) {
    expect(await signatureOf(reader, signature)).toMatchObject({ signature: 'c2ln' });
  }
  for (const stranger of [us.employee, us.foreman, them.owner, us.deactivated]) {
    expect(await signatureOf(stranger, signature)).toBeNull();
  }
  await expect(
    as(db.sql, 'anon', (tx) => tx`select signature_of(${signature})`),
  ).rejects.toMatchObject({ code: '42501' });
  await expect(
    db.sql`update private.signatures set signed_text = '{}' where id = ${signature}`,
  ).rejects.toMatchObject({ hint: 'append_only' });
  await expect(
    db.sql`update private.signatures set signature = 'b3RoZXI=' where id = ${signature}`,
  ).rejects.toMatchObject({ hint: 'append_only' });
});

test('nobody else finishes a packet, and nobody changes what is recorded about it', async () => {
  const id = await openPacket(us.manager, {});
  for (const stranger of [us.owner, us.employee, us.foreman, them.owner, us.deactivated]) {
    await expect(signData(stranger, id)).rejects.toMatchObject({ hint: 'not_found' });
    await expect(finish(stranger, id, HASH)).rejects.toMatchObject({ hint: 'not_found' });
  }
  await signData(us.manager, id);
  await finish(us.manager, id, HASH);
  for (const change of [
    { manifest_sha256: 'b'.repeat(64) },
    { start_date: '2026-01-01' },
    { parts: null },
  ]) {
    await expect(
      db.sql`update evidence_packets set ${db.sql(change)} where id = ${id}`,
    ).rejects.toMatchObject({ hint: 'append_only' });
  }
  await expect(db.sql`delete from evidence_packets where id = ${id}`).rejects.toMatchObject({
    hint: 'append_only',
  });
  const [row] = await db.sql`select manifest_sha256, parts from evidence_packets where id = ${id}`;
  expect(row).toEqual({ manifest_sha256: HASH, parts: [] });
});

test('who left still finishes a packet of their own', async () => {
  const leaver = await hire(db.sql, us.owner, 'employee');
  const id = await openPacket(leaver, { 'data/time.json': '[]' });
  await as(db.sql, us.owner, (tx) => tx`select deactivate_employee(${leaver.employeeId})`);
  await signData(leaver, id);
  expect(await finish(leaver, id, HASH)).toHaveLength(1);
});

test('what is signed is canonical: names sorted, strings as RFC 8785 writes them, integers alone', async () => {
  const text = async (value: unknown) =>
    (await db.sql`select private.canonical_json(${db.sql.json(value)}) as text`)[0]?.['text'];
  expect(
    await text({ b: [1, -20, true, null], a: { z: 'é\n"\\/\u0001\u007f€', Z: {} }, '': [] }),
  ).toBe('{"":[],"a":{"Z":{},"z":"é\\n\\"\\\\/\\u0001\u007f€"},"b":[1,-20,true,null]}');
  await expect(text({ a: 1.5 })).rejects.toMatchObject({ code: '22023' });
});
