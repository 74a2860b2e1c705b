import { essenceOf } from './content-type.ts';

/** Shown in place: nothing of these runs in a page's name. Everything else is a download. */
const PASSIVE =
  /^(image\/(?!svg)[\w.+-]+|(audio|video|font)\/[\w.+-]+|text\/(plain|csv)|application\/(pdf|json))$/;
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'";
/** Browsers refuse to show a sandboxed PDF, and run their own viewer apart from the page anyway. */
const PDF = "frame-ancestors 'self'";

/**
 * Uploads share our origin: no browser may take one for a page or a script of ours. `download` is the name
 * that was asked for; without one a browser takes the last part of the address.
 */
export function safetyHeaders(
  contentType: string,
  download: string | undefined,
): Record<string, string> {
  const type = essenceOf(contentType);
  const asAttachment = download !== undefined || !PASSIVE.test(type);
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': type === 'application/pdf' ? PDF : SANDBOX,
    ...(asAttachment && { 'content-disposition': attachment(download ?? '') }),
  };
}

/** As the Storage API writes it, byte for byte: clients read the name without quotes. */
function attachment(filename: string): string {
  if (filename === '') return 'attachment;';
  const encoded = encodeURIComponent(filename);
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded};`;
}
