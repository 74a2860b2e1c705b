import type { SupabaseClient } from '@supabase/supabase-js';
import { type Api, newClient } from './auth-support.ts';

/** A browser that keeps cookies and follows redirects, as far as an address begins with `until`. */
export class Browser {
  readonly cookies = new Map<string, Map<string, string>>();

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { host } = new URL(url);
    const jar = this.cookies.get(host) ?? new Map<string, string>();
    this.cookies.set(host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), ...(cookie ? { cookie } : {}) };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0/i.test(line)) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Goes where `url` leads until an address matches, without opening that. */
  async follow(url: string, until: (url: URL) => boolean): Promise<URL> {
    let next = new URL(url);
    for (let hops = 0; hops < 12; hops += 1) {
      if (until(next)) return next;
      const response = await this.fetch(next.href);
      const location = response.headers.get('location');
      if (location === null) {
        throw new Error(`${next.href}: ${response.status} ${await response.text()}`);
      }
      next = new URL(location, next);
    }
    throw new Error(`no end at ${next.href}`);
  }
}

export const isCallback = (url: URL) => url.pathname === '/auth/v1/callback';
export const isLanding = (url: URL) => url.pathname === '/auth/login';

/** A tab of a browser with the client of the app. */
export function newTab(api: Api, flowType: 'pkce' | 'implicit' = 'pkce') {
  const browser = new Browser();
  return { browser, client: newClient(api, { flowType }) };
}

/** Where `signInWithOAuth` leads in the end. */
export async function visit(
  api: Api,
  tab: { browser: Browser; client: SupabaseClient },
  person: string,
  {
    provider = 'custom:acme',
    until = isLanding,
  }: { provider?: string; until?: (url: URL) => boolean } = {},
): Promise<URL> {
  const { data, error } = await tab.client.auth.signInWithOAuth({
    provider: provider as 'google',
    options: {
      redirectTo: `${api.url}/auth/login`,
      queryParams: { login_hint: person },
      skipBrowserRedirect: true,
    },
  });
  if (error) throw error;
  return tab.browser.follow(data.url, until);
}

/** Signs in as the app does: there, back, and the code exchanged. */
export async function signInAs(api: Api, person: string, tab = newTab(api), provider?: string) {
  const landing = await visit(api, tab, person, provider === undefined ? {} : { provider });
  const code = landing.searchParams.get('code');
  if (code === null) throw new Error(`no code: ${landing.href}`);
  const { data, error } = await tab.client.auth.exchangeCodeForSession(code);
  if (error) throw error;
  return { ...tab, session: data.session, user: data.user };
}
