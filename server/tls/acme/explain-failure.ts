import { REMEDY } from './clock-problem.ts';
import { explainChallenges } from './explain-challenges.ts';
import { AccountRefusal, type IssuerSettings } from './issuer-account.ts';
import { IssuerRefusal, IssuerUnreachable, TooManyOrders } from './issuer-error.ts';
import { NameNotProven } from './obtain-certificate.ts';

interface Circumstances {
  readonly issuer: IssuerSettings;
  readonly names: readonly string[];
  /** Where certificates are stored, for the message. */
  readonly place: string;
  /** What DNS says here. */
  readonly addressesOf: (name: string) => Promise<readonly string[]>;
}

/** One line that says what happened and what to do. */
export async function explainFailure(error: unknown, where: Circumstances): Promise<string> {
  if (error instanceof NameNotProven) return explainChallenges(error.failures, where.addressesOf);
  if (error instanceof AccountRefusal) return explainAccount(error.refusal, where);
  if (error instanceof IssuerRefusal) return explainRefusal(error, where);
  if (error instanceof IssuerUnreachable) return explainUnreachable(error, where.issuer);
  if (error instanceof TooManyOrders) {
    return 'Five certificates were ordered within the last hour. The next order waits until the oldest of them is an hour old.';
  }
  return explainStorage(error as NodeJS.ErrnoException, where);
}

function explainAccount(refusal: IssuerRefusal, where: Circumstances): string {
  const { issuer } = where;
  const detail = oneLine(refusal.message);
  switch (refusal.type) {
    case 'externalAccountRequired':
      return issuer.eab === undefined
        ? `The issuer ${hostOf(issuer)} needs an account made with it first. Set ACME_EAB_KID and ACME_EAB_KEY to the values it shows you there.`
        : wrongBinding(issuer, detail);
    case 'unauthorized':
    case 'malformed':
      return issuer.eab === undefined
        ? explainRefusal(refusal, where)
        : wrongBinding(issuer, detail);
    case 'invalidContact':
    case 'unsupportedContact':
      return `The issuer ${hostOf(issuer)} does not take ACME_EMAIL (${detail}). Set another address, or remove it.`;
    default:
      return explainRefusal(refusal, where);
  }
}

function wrongBinding(issuer: IssuerSettings, detail: string): string {
  return `The issuer ${hostOf(issuer)} does not know ACME_EAB_KID with this ACME_EAB_KEY (${detail}). Copy both from it again.`;
}

function explainRefusal(refusal: IssuerRefusal, { issuer, names }: Circumstances): string {
  const host = hostOf(issuer);
  const detail = oneLine(refusal.message);
  switch (refusal.type) {
    case 'rateLimited':
      return `The issuer ${host} has a limit on certificates that is reached (${detail}). Nothing is to be done: it is asked again when it allows.`;
    case 'userActionRequired':
      return `The issuer ${host} wants its new terms accepted. Open ${refusal.instance ?? issuer.directoryUrl} and follow it; then it works by itself.`;
    case 'rejectedIdentifier':
      return `The issuer ${host} gives no certificate for ${names.join(', ')} (${detail}). Set DOMAIN to a public name that is yours.`;
    case 'caa':
      return `A CAA record of ${names.join(', ')} forbids the issuer ${host} (${detail}). Add the issuer to that record.`;
    default:
      return refusal.status === 404 && refusal.type === 'about:blank'
        ? noDirectory(issuer)
        : `The issuer ${host} could not help (${detail}). If it goes on, see its status page or set ACME_DIRECTORY to another issuer.`;
  }
}

const CLOCK_CODES: ReadonlySet<string> = new Set(['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED']);

function explainUnreachable({ code }: IssuerUnreachable, issuer: IssuerSettings): string {
  const host = hostOf(issuer);
  if (CLOCK_CODES.has(code)) {
    return `The issuer's own certificate is not valid at the time of this machine (${host}, ${code}): its clock is probably wrong. ${REMEDY}`;
  }
  if (/SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)/.test(code)) {
    return `The issuer ${host} has a certificate of an unknown authority (${code}). Set ACME_CA to the file with the authority's certificate.`;
  }
  return `The issuer ${host} cannot be reached (${code}). Check that this machine may connect to it, and ACME_DIRECTORY.`;
}

/** What is left comes from our own files, from the database, or from a directory that is none. */
function explainStorage(error: NodeJS.ErrnoException, { issuer, place }: Circumstances): string {
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case '53100':
      return `The disk is full: a new certificate cannot be stored in ${place}; the old one stays. Free some space.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${place} cannot be written (${error.code}): a new certificate cannot be stored. Give the folder to the user who runs the server: chown -R USER ${place}`;
    default:
      if (error.message.includes('ACME directory')) return noDirectory(issuer);
      return `The certificate could not be obtained (${oneLine(error.message)}). It is tried again.`;
  }
}

function noDirectory({ directoryUrl }: IssuerSettings): string {
  return `There is no ACME directory at ${directoryUrl}. Correct ACME_DIRECTORY.`;
}

const hostOf = ({ directoryUrl }: IssuerSettings): string => new URL(directoryUrl).host;

export function oneLine(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length > 300 ? `${flat.slice(0, 300)}…` : flat;
}
