import { createHash, type X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config.ts';
import { qrSvg } from '../../http/qr-svg.ts';
import { isLanguage, type Language, pickLanguage } from '../../mail/languages.ts';
import { readAuthorityCertificate } from '../../tls/lan/authority.ts';
import { lanAddresses } from '../../tls/lan/lan-addresses.ts';
import { appleProfile } from './apple-profile.ts';
import { deviceOf } from './device.ts';
import { httpsOffPage, lanPage } from './lan-page.ts';
import { PAGE_SCRIPT } from './page-script.ts';

export interface LanRequest {
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export interface LanAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const SCRIPT_HASH = createHash('sha256').update(PAGE_SCRIPT).digest('base64');

/** The page that sets up a device, or the authority itself; the same over HTTP and HTTPS. */
export async function answerLan(config: Config, request: LanRequest): Promise<LanAnswer> {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const wanted = searchParams.get('lang');
  const language = isLanguage(wanted) ? wanted : pickLanguage(request.headers['accept-language']);
  if (config.tls.mode !== 'lan') return html(httpsOffPage(language), []);
  const certificate = await readAuthorityCertificate(config.dataDir).catch(() => null);
  if (certificate && pathname === '/lan/authority.crt') {
    return download('application/x-x509-ca-cert', 'chalkline.crt', certificate.raw);
  }
  if (certificate && pathname === '/lan/authority.mobileconfig') {
    const profile = appleProfile(certificate, nameOf(certificate));
    return download('application/x-apple-aspen-config', 'chalkline.mobileconfig', profile);
  }
  return setupPage(config, request, language, certificate);
}

async function setupPage(
  config: Config,
  { headers }: LanRequest,
  language: Language,
  certificate: X509Certificate | null,
): Promise<LanAnswer> {
  const addresses = lanAddresses(config, headers.host);
  const page = lanPage({
    language,
    device: deviceOf(headers['user-agent']),
    addresses,
    httpsPort: config.tls.httpsPort,
    code: await qrSvg(addresses.page, 1),
    authority: certificate && {
      name: nameOf(certificate),
      fingerprint: certificate.fingerprint256,
    },
  });
  return html(page, [addresses.reached]);
}

/** As phones and computers list it. */
function nameOf({ subject }: X509Certificate): string {
  return /^CN=(.+)$/m.exec(subject)?.[1] ?? subject;
}

function html(body: string, connect: readonly string[]): LanAnswer {
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': [
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        `script-src 'sha256-${SCRIPT_HASH}'`,
        `connect-src 'self' ${connect.join(' ')}`.trim(),
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Language, User-Agent',
    },
    body,
  };
}

function download(type: string, fileName: string, body: string | Buffer): LanAnswer {
  return {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body,
  };
}
