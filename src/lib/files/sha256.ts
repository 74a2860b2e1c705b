/** In hex; null where the page is not served securely and the browser has no digest. */
export async function sha256(content: string | BufferSource): Promise<string | null> {
  if (!globalThis.crypto.subtle) return null;
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
