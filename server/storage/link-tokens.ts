import { errors, jwtVerify, SignJWT } from 'jose';
import { invalidLink, StorageError } from './storage-error.ts';

/** Who made a link. */
export interface LinkSigner {
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly hasAccount: boolean;
}

/** What a link allows: one scope on one path, nothing else. */
export interface LinkGrant {
  /** `bucket/path` */
  readonly url: string;
  readonly scope: 'download' | 'upload';
  /** Whose rights it is used with; links of earlier versions have none and end. */
  readonly signer?: LinkSigner;
  /** Whose the uploaded object will be. */
  readonly owner?: string;
  readonly upsert?: boolean;
  /** `width:200,resize:cover`, fixed when the link was made. */
  readonly transformations?: string;
}

const AUDIENCE = 'storage-link';

/** Signed with a key of its own, so a link never passes as a login, nor a login as a link. */
export class LinkTokens {
  readonly #secret: Uint8Array;

  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  sign(grant: LinkGrant, expiresInSeconds: number): Promise<string> {
    return new SignJWT({ ...grant })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + expiresInSeconds)
      .sign(this.#secret);
  }

  async verify(token: string, url: string, scope: LinkGrant['scope']): Promise<LinkGrant> {
    const grant = await this.#read(token);
    if (grant.scope !== scope || grant.url !== url) {
      throw new StorageError({
        statusCode: 400,
        error: 'InvalidSignature',
        message: 'The url do not match the signature',
      });
    }
    return grant;
  }

  async #read(token: string): Promise<LinkGrant> {
    try {
      const options = { algorithms: ['HS256'], audience: AUDIENCE };
      const { payload } = await jwtVerify<LinkGrant>(token, this.#secret, options);
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) throw invalidLink(error.message, error);
      throw error;
    }
  }
}
