import type { JWTPayload } from 'jose';
import { AuthError } from '../auth-error.ts';
import { isEmailAddress } from '../users/email-address.ts';
import type { Metadata } from '../users/user-row.ts';
import type { ProviderSettings } from './provider-settings.ts';

/** An account at a provider whose holder has just signed in there. */
export interface ProvedIdentity {
  readonly provider: string;
  readonly label: string;
  /** The provider's own name for it, which never goes to somebody else. */
  readonly providerId: string;
  /** Lower case. */
  readonly email: string | undefined;
  /** Whether the address may open an account that is known by it. */
  readonly isEmailVerified: boolean;
  /** As GoTrue stores it. */
  readonly data: Metadata;
  /** For a new account. */
  readonly userMetadata: Metadata;
}

const MAX_LENGTH = 500;

/** Reads claims whose signature, issuer, audience and end were checked. */
export function provedIdentity(settings: ProviderSettings, claims: JWTPayload): ProvedIdentity {
  const email = emailOf(claims);
  const domain = email?.split('@').at(-1);
  if (settings.domains.length > 0 && !settings.domains.includes(domain ?? '')) {
    throw new AuthError(
      403,
      'provider_domain_not_allowed',
      `${settings.label} is for addresses of ${settings.domains.join(', ')} here`,
    );
  }
  const providerId = providerIdOf(settings, claims);
  const isEmailVerified = email !== undefined && isVerified(settings, claims);
  const names = namesOf(claims);
  return {
    provider: settings.name,
    label: settings.label,
    providerId,
    email,
    isEmailVerified,
    data: {
      ...names,
      iss: claims.iss,
      sub: providerId,
      provider_id: providerId,
      ...(email === undefined ? {} : { email }),
      email_verified: isEmailVerified,
      phone_verified: false,
      ...(isEmailVerified && isOrganization(settings, claims, domain)
        ? { organization_domain: domain }
        : {}),
    },
    userMetadata: names,
  };
}

/**
 * Microsoft's `sub` differs between programs and its `email` can be any text, so there a person is the
 * object of a tenant (`oid` and `tid`).
 */
function providerIdOf({ name, issuer, label }: ProviderSettings, claims: JWTPayload): string {
  if (name !== 'azure') return String(claims.sub);
  const [oid, tid] = [text(claims['oid']), text(claims['tid'])];
  if (oid === undefined || tid === undefined || !issuer.includes(`/${tid}/`)) {
    throw new AuthError(400, 'bad_oauth_callback', `The answer of ${label} is not valid`);
  }
  return `${oid}@${tid}`;
}

/** Of domains that the operator listed the provider is the authority itself. */
function isVerified(settings: ProviderSettings, claims: JWTPayload): boolean {
  const said = claims['email_verified'];
  if (settings.domains.length > 0) return said !== false && said !== 'false';
  if (settings.name === 'azure') return isDomainOwnerVerified(claims);
  return said === true || said === 'true';
}

/** Whether the domain belongs to the organization whose account it is; gmail.com does to nobody's. */
function isOrganization(
  settings: ProviderSettings,
  claims: JWTPayload,
  domain: string | undefined,
): boolean {
  if (domain === undefined) return false;
  if (settings.domains.includes(domain)) return true;
  if (settings.name === 'azure') return isDomainOwnerVerified(claims);
  return settings.name === 'google' && text(claims['hd'])?.toLowerCase() === domain;
}

/** Microsoft says so only where the program asks for this claim. */
function isDomainOwnerVerified(claims: JWTPayload): boolean {
  return [true, 1, '1', 'true'].includes(claims['xms_edov'] as never);
}

function emailOf(claims: JWTPayload): string | undefined {
  const email = text(claims['email']) ?? '';
  return isEmailAddress(email) ? email.toLowerCase() : undefined;
}

function namesOf(claims: JWTPayload): Metadata {
  const full = text(claims['name']);
  const named = {
    full_name: full,
    name: full,
    first_name: text(claims['given_name']),
    last_name: text(claims['family_name']),
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

/** PostgreSQL stores no U+0000 and no half of a pair. */
function text(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > MAX_LENGTH) return undefined;
  return value.includes('\0') || !value.isWellFormed() ? undefined : value;
}
