import { isLoopback } from '../config.ts';
import type { AuthSettings } from './auth-settings.ts';

/** The patterns of an installation may track back. */
const MAX_LENGTH = 2_000;

/** Where a link may lead: the wanted address if it is allowed, else the site itself. */
export function allowedRedirect(
  wanted: string | undefined,
  settings: Pick<AuthSettings, 'siteUrl' | 'redirectUrls'>,
): string {
  return wanted !== undefined && isAllowed(wanted, settings) ? wanted : settings.siteUrl;
}

function isAllowed(
  wanted: string,
  { siteUrl, redirectUrls }: Pick<AuthSettings, 'siteUrl' | 'redirectUrls'>,
): boolean {
  // Browsers read a backslash as a slash and drop control characters: such an address may lead
  // elsewhere than the parser here believes.
  if (wanted.length > MAX_LENGTH || /[\\\s\p{Cc}]/u.test(wanted) || !URL.canParse(wanted)) {
    return false;
  }
  const url = new URL(wanted);
  if (url.username !== '' || url.password !== '') return false;
  const site = new URL(siteUrl);
  if (/^https?:$/.test(url.protocol)) {
    if (url.origin === site.origin) return true;
    // Other names of the same host, where only its own machine can reach it.
    const isSamePort = url.port === site.port && url.protocol === site.protocol;
    if (isSamePort && isLoopback(bareHost(site)) && isLoopback(bareHost(url))) return true;
  }
  if (url.protocol === 'javascript:' || url.protocol === 'data:') return false;
  const withoutFragment = wanted.split('#')[0] as string;
  return redirectUrls.some((pattern) => globToRegExp(pattern).test(withoutFragment));
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** The CLI's globs: `*` stops at `.` and `/`, `**` does not, `?` is one character. */
function globToRegExp(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*\*|\*|\?|[.+^${}()|[\]\\/]/g, (token) => {
    if (token === '**') return '.*';
    if (token === '*') return '[^./]*';
    if (token === '?') return '[^./]';
    return `\\${token}`;
  });
  return new RegExp(`^${source}$`);
}
