import { essenceOf } from './content-type.ts';

/** Shown in place: nothing of these runs in a page's name. Everything else is a download. */
const PASSIVE =
  /^(image\/(?!svg)[\w.+-]+|(audio|video|font)\/[\w.+-]+|text\/(plain|csv)|application\/(pdf|json))$/;
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'";
/** Browsers refuse to show a sandboxed PDF, and run their own viewer apart from the page anyway. */
const PDF = "frame-ancestors 'self'";

/** Uploads share our origin: no browser may take one for a page or a script of ours. */
export function safetyHeaders(
  contentType: string,
  filename: string,
  download: boolean,
): Record<string, string> {
  const type = essenceOf(contentType);
  const asAttachment = download || !PASSIVE.test(type);
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': type === 'application/pdf' ? PDF : SANDBOX,
    ...(asAttachment && { 'content-disposition': attachment(filename) }),
  };
}

function attachment(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
