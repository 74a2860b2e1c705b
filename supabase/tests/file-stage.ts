import { randomUUID } from 'node:crypto';
import type { Sql } from '../../server/database/sql/sql.ts';
import { MARK } from './samples.ts';
import type { Company, Person } from './world.ts';

/** Names of stored files of a bucket. */
interface StoredFiles {
  /** About the employee who is tried, where there are such files. */
  readonly own?: string;
  /** About somebody else, or about the company as a whole. */
  readonly other: string;
  /** About who left. */
  readonly past?: string;
}

type Subject = Pick<Person, 'userId' | 'employeeId'>;
/** Makes the row that a new file of a bucket waits for, where it has one, and answers the file's name. */
type Announce = (account: string | null, subject: Subject) => Promise<string>;

interface FileStage {
  readonly stored: ReadonlyMap<string, StoredFiles>;
  readonly announce: ReadonlyMap<string, Announce>;
}

/** Files of every bucket for the tests of rights to try. A new bucket adds a line here; `makeSamples` comes first. */
export async function openFileStage(sql: Sql, us: Company, kiosk: string): Promise<FileStage> {
  const one = async (query: PromiseLike<readonly Readonly<Record<string, unknown>>[]>) =>
    (await query)[0]?.['found'] as string;
  const folderOf = (subject: Subject) => `${us.id}/${subject.employeeId}`;
  const certificate = await one(
    sql`select id as found from certification_types where company_id = ${us.id} limit 1`,
  );
  const bulletin = await one(sql`insert into bulletins (company_id, title, audience)
    values (${us.id}, ${MARK}, '{"everyone": true}') returning id as found`);
  const sub = await one(
    sql`select id as found from subcontractors where company_id = ${us.id} limit 1`,
  );
  const [device] = await sql`select company_id, id from kiosks where user_id = ${kiosk}`;
  let week = 0;

  const photo: Announce = (account, subject) =>
    one(sql`insert into photos (company_id, project_id, employee_id, created_by, sha256)
      values (${us.id}, ${us.project}, ${subject.employeeId}, ${account}, ${'0'.repeat(64)}) returning path as found`);
  const proof: Announce = (account, subject) =>
    one(sql`insert into certificate_proofs (company_id, id, employee_id, type_id, path, size_bytes, width, height, sha256, created_by)
      select ${us.id}, i, ${subject.employeeId}, ${certificate}, ${folderOf(subject)} || '/' || i || '.jpg', 10, 800, 600, ${'a'.repeat(64)}, ${account}
      from (select gen_random_uuid() as i) made returning path as found`);
  const document = async () => `${us.id}/${us.project}/${randomUUID()}.pdf`;
  const announce = new Map<string, Announce>([
    ['avatars', async (_, subject) => `${subject.userId}/${randomUUID()}.png`],
    ['bulletins', async () => `${us.id}/${bulletin}/${randomUUID()}.pdf`],
    ['photos', photo],
    ['documents', document],
    ['certificate-proofs', proof],
    [
      'kiosk-photos',
      (account, subject) =>
        one(sql`insert into kiosk_photos (company_id, id, employee_id, moment, path, kiosk_id, created_by)
          select ${us.id}, i, ${subject.employeeId}, 'clock_in', ${folderOf(subject)} || '/' || i || '.jpg', ${device?.['id']}, ${account}
          from (select gen_random_uuid() as i) made returning path as found`),
    ],
    ['signed-sheets', async (_, subject) => `${folderOf(subject)}/${randomUUID()}.jpg`],
    [
      'subcontractor-reports',
      () => {
        week += 1;
        return one(sql`insert into subcontractor_reports (company_id, subcontractor_id, week_end, version, no_work, handed_in_by, path, file_name, media_type, size_bytes, sha256)
          values (${us.id}, ${sub}, '2020-01-05', ${100 + week}, true, ${MARK}, ${`${us.id}/${sub}/${randomUUID()}.pdf`}, 'week.pdf', 'application/pdf', 900, ${'a'.repeat(64)}) returning path as found`);
      },
    ],
  ]);

  const stored = new Map<string, StoredFiles>();
  const store = async (bucket: string, name: string) => {
    await sql`insert into storage.objects (bucket_id, name, metadata)
      values (${bucket}, ${name}, ${sql.json({ size: 10, mimetype: 'image/jpeg' })})`;
    return name;
  };
  const kindsOf = (bucket: string): (keyof StoredFiles)[] => {
    if (bucket === 'bulletins' || bucket === 'subcontractor-reports') return ['other'];
    return bucket === 'documents' ? ['other', 'past'] : ['own', 'other', 'past'];
  };
  const subjects = { own: us.employee, other: us.colleague, past: us.deactivated };
  for (const [bucket, make] of announce) {
    const files: Record<string, string> = {};
    for (const kind of kindsOf(bucket)) {
      const subject = subjects[kind];
      files[kind] = await store(bucket, await make(subject.userId, subject));
    }
    stored.set(bucket, files as unknown as StoredFiles);
  }
  await sql`update photos set uploaded_at = now() where company_id = ${us.id}`;
  await sql`update bulletins set attachments = ${sql.json([{ path: stored.get('bulletins')?.other }] as never)} where id = ${bulletin}`;
  // Files of the company, one of which the leaver signed.
  for (const kind of ['other', 'past'] as const) {
    const name = stored.get('documents')?.[kind] ?? '';
    const version = await one(sql`with made as (
        insert into documents (company_id, name, required_reading) values (${us.id}, ${name}, true) returning id
      ) insert into document_versions (company_id, id, document_id, path)
        select ${us.id}, ${/([0-9a-f-]{36})\.pdf$/.exec(name)?.[1] ?? null}, id, ${name} from made returning id as found`);
    if (kind === 'past')
      await sql`insert into document_signatures (company_id, version_id, employee_id, signed_name, language)
        values (${us.id}, ${version}, ${us.deactivated.employeeId}, ${MARK}, 'en')`;
  }
  return { stored, announce };
}
