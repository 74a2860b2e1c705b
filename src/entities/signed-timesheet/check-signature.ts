export const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
export const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

export type SignatureState = 'fits' | 'differs' | 'unknown';

/** Whether this device's key signed exactly this text; unknown where the page has no WebCrypto. */
export async function checkSignature(
  text: string,
  key: JsonWebKey,
  signature: string,
): Promise<SignatureState> {
  if (!globalThis.crypto.subtle) return 'unknown';
  try {
    const imported = await crypto.subtle.importKey('jwk', { ...key, ext: true }, ALGORITHM, true, [
      'verify',
    ]);
    const fits = await crypto.subtle.verify(
      SIGNING,
      imported,
      bytesOf(signature),
      new TextEncoder().encode(text),
    );
    return fits ? 'fits' : 'differs';
  } catch {
    return 'differs';
  }
}
