// A packet out of the real database, signed by the real keys and read by the real checker.
import { expect, test } from 'vitest';
import { generateKeys, importKeys } from '../../server/keys/keys.ts';
import { workThroughSignatures } from '../../server/signing/signing-queue.ts';
import { checkEvidence } from '../../src/entities/evidence/check/check-evidence.ts';
import { digestHex } from '../../src/entities/evidence/digest.ts';
import {
  FORMATS,
  manifestText,
  PACKET_FILES,
  type PacketAbout,
  type SignedRoot,
  signatureFile,
} from '../../src/entities/evidence/packet-format.ts';
import { zipBytes } from '../../testing/evidence/zip-bytes.ts';
import { openCompanies, type Tx } from './world.ts';

const { db, us, act } = await openCompanies();
const { ledgerKeys: keys } = await importKeys(await generateKeys());

const sign = () => workThroughSignatures(db.sql, { schema: 'private', name: 'signatures' }, keys);
const asked = async <T>(query: (tx: Tx) => Promise<readonly { answer?: unknown }[]>): Promise<T> =>
  ((await act(us.manager, query as never)) as { answer: T }[])[0]?.answer as T;

/** As a browser does it: ask for everything, have it signed, list it, have the list signed. */
async function makePacket(): Promise<Uint8Array> {
  const { about, parts, to_come } = await asked<{
    about: PacketAbout;
    parts: { name: string; text: string }[];
    to_come: string[];
  }>(
    (tx) =>
      tx`select claim_packet(${us.employee.employeeId}, '2020-01-01', '2026-12-31') as answer`,
  );
  const id = about.packet_id;
  const files = new Map(parts.map(({ name, text }) => [name, text]));
  for (const name of to_come)
    files.set(name, await asked((tx) => tx`select packet_part(${id}, ${name}) as answer`));
  for (let after: number | null = 0; after !== null; ) {
    const page: { name: string; text: string; next: number | null } = await asked(
      (tx) => tx`select packet_history(${id}, ${after}::bigint, 3) as answer`,
    );
    if (page.text) files.set(page.name, page.text);
    after = page.next;
  }
  await sign();
  const { roots } = await asked<{ roots: SignedRoot[] }>(
    (tx) => tx`select packet_roots(${id}) as answer`,
  );
  files.set(PACKET_FILES.roots, JSON.stringify(roots));
  files.set(PACKET_FILES.keys, JSON.stringify({ format: FORMATS.ledger, keys: keys.published }));
  const signature = async (of: string): Promise<string> => {
    await sign();
    const {
      signed_text,
      signature: made,
      key_id,
    } = await asked<SignedRoot>((tx) => tx`select signature_of(${of}) as answer`);
    return signatureFile({ text: signed_text, signature: made, key_id });
  };
  const data = await asked<string>((tx) => tx`select sign_packet_data(${id}) as answer`);
  files.set(PACKET_FILES.dataSignature, await signature(data));
  const lines = [...files].map(([name, text]) => ({
    ...{ name, bytes: Buffer.byteLength(text), sha256: digestHex(text) },
  }));
  const manifest = manifestText({ ...about, origin: 'https://time.example.com' }, lines);
  files.set(PACKET_FILES.manifest, manifest);
  const finished = await asked<string>(
    (tx) => tx`select finish_packet(${id}, ${digestHex(manifest)}) as answer`,
  );
  files.set(PACKET_FILES.manifestSignature, await signature(finished));
  return zipBytes([...files].map(([name, text]) => [name, new TextEncoder().encode(text)]));
}

async function check(zip: Uint8Array) {
  const content = new Blob([zip as Uint8Array<ArrayBuffer>]);
  const fingerprints = [keys.published[0]?.fingerprint ?? ''];
  const [result] = await checkEvidence([{ name: 'claim.zip', content }], { fingerprints });
  if (result?.what !== 'packet') throw new Error('no packet');
  return result;
}

test('what the database hands out and the server signs fits; a row changed behind the triggers does not', async () => {
  await act(
    us.employee,
    (tx) => tx`insert into time_entries (employee_id, clock_in, clock_out, project_id, cost_code_id)
    values (${us.employee.employeeId}, '2026-01-05 08:00-05', '2026-01-05 17:00-05', ${us.project}, ${us.costCode})`,
  );
  await act(
    us.manager,
    (tx) => tx`update time_entries set clock_out = '2026-01-05 16:30-05'
      where employee_id = ${us.employee.employeeId}`,
    { 'x-reason': 'Left%20early' },
  );
  const fine = await check(await makePacket());
  expect(fine.problem).toBeNull();
  expect(fine.eventsComplete).toBe(true);
  const events = fine.checks.find(({ check: name }) => name === 'events');
  expect(events?.fits).toBeGreaterThan(3);

  await db.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update audit_events set after = after || '{"notes": "forged"}'
      where entity = 'time_entries' and action = 'updated' and employee_id = ${us.employee.employeeId}`;
  });
  const forged = await check(await makePacket());
  expect(forged.problem).toMatchObject({
    kind: 'event_changed',
    event: { entity: 'time_entries', action: 'updated' },
    expected: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(forged.checks.filter(({ failed }) => failed > 0)).toHaveLength(1);
});
