import { z } from 'zod';
import type { ApiSettings } from '../payroll-api/api-client.ts';
import { withClient } from '../payroll-api/system-failure.ts';
import type { ReadList, Session, System } from '../system.ts';
import { SystemError } from '../system-error.ts';
import { AdpClient, adpAddresses } from './adp-client.ts';
import { readAdpJournal } from './adp-journal.ts';
import { CertificateError, readClientCertificate } from './client-certificate.ts';
import { payrollFileId, peopleOf } from './person-id.ts';
import { readPfxCertificate } from './pfx-certificate.ts';
import { sendToAdp } from './send-to-adp.ts';

const MAX_PEM = 20_000;
/** Base64 of a file of 20,000 bytes. */
const MAX_PFX = 27_000;

const clientSecret = z.string().trim().min(8).max(500);
const pem = z.strictObject({
  client_secret: clientSecret,
  certificate: z.string().max(MAX_PEM),
  private_key: z.string().max(MAX_PEM),
});
const pfx = z.strictObject({
  client_secret: clientSecret,
  pfx: z.string().max(MAX_PFX),
  pfx_password: z.string().max(500),
});

/** What is stored is the certificate and the key alone, without what was pasted around them. */
const entered = z
  .union([pem, pfx])
  .transform((given, context): Readonly<Record<string, string>> => {
    try {
      if ('pfx' in given) {
        readPfxCertificate(given.pfx, given.pfx_password);
        return given;
      }
      const { cert, key } = readClientCertificate(given.certificate, given.private_key);
      return { client_secret: given.client_secret, certificate: cert, private_key: key };
    } catch (error) {
      if (!(error instanceof CertificateError)) throw error;
      context.addIssue({ code: 'custom', path: ['certificate'], message: error.problem });
      return z.NEVER;
    }
  });

/** ADP Workforce Now, with the API Central app and the certificate of the company (decision 467). */
export function adp(gateway: string | undefined, options: Partial<ApiSettings> = {}): System {
  const open = <Result>(session: Session, work: (client: AdpClient) => Promise<Result>) =>
    withClient(
      clientOf(session, { ...adpAddresses(session.connection, gateway), ...options }),
      work,
    );
  return {
    entered,
    /** Both that are needed are asked for: what is missing is said before anybody waits for hours. */
    test: (session) =>
      open(session, async (client) => {
        const people = (await client.workers()).flatMap(peopleOf);
        await client.earnings();
        const groups = [...new Set(people.map(({ payrollGroup }) => payrollGroup))].sort();
        return { company_name: `ADP ${groups.join(', ')}`.trim(), external_company_id: null };
      }),
    async *readLists(session) {
      yield await open(session, readPeople);
      yield await open(session, readEarnings);
    },
    sendAll: (session, activities, noted) =>
      open(session, (client) => sendToAdp(client, activities, noted, session.signal)),
    readJournal: (session, { people, from }) =>
      open(session, (client) => readAdpJournal(client, people, from)),
  };
}

async function readPeople(client: AdpClient): Promise<ReadList> {
  const people = (await client.workers()).flatMap(peopleOf);
  return {
    kind: 'employee',
    complete: true,
    rows: people.map((person) => ({
      external_id: payrollFileId(person),
      name: person.name,
      number: person.fileNumber,
      parent: null,
      email: null,
      active: person.isActive,
    })),
  };
}

async function readEarnings(client: AdpClient): Promise<ReadList> {
  const earnings = await client.earnings();
  return {
    kind: 'earning',
    complete: true,
    rows: earnings.map(({ code, name }) => ({
      external_id: code,
      name: name === code ? code : `${code} ${name}`,
      number: code,
      parent: null,
      email: null,
      active: true,
    })),
  };
}

function clientOf(
  { connection, secrets }: Session,
  settings: Pick<ApiSettings, 'origin' | 'tokenUrl'>,
): AdpClient {
  const { clientId } = connection;
  const clientSecret = secrets.text('client_secret');
  const certificate = certificateOf(secrets);
  if (!clientId || !clientSecret || !certificate) {
    throw new SystemError('sign_in_needed', 'keys_missing', 'The keys were not entered yet.');
  }
  return new AdpClient({ ...settings, clientId, clientSecret, certificate });
}

/** ADP signs certificates for a year or two: one that ended is said as such, not as a broken connection. */
function certificateOf(secrets: Session['secrets']): ApiSettings['certificate'] {
  const [certText, keyText] = [secrets.text('certificate'), secrets.text('private_key')];
  const [file, password] = [secrets.text('pfx'), secrets.text('pfx_password')];
  try {
    if (file !== undefined && password !== undefined) return readPfxCertificate(file, password);
    if (!certText || !keyText) return undefined;
    const { cert, key } = readClientCertificate(certText, keyText);
    return { cert, key };
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    throw new SystemError('sign_in_needed', `certificate_${error.problem}`, error.message, {
      cause: error,
    });
  }
}
