import { signIn } from './camera.ts';
import type { DemoServer } from './demo-server.ts';

export type Send = <Answer = unknown>(
  method: 'GET' | 'PATCH' | 'POST',
  path: string,
  body?: unknown,
) => Promise<Answer>;

/** The data API as the owner of the demo company. */
export async function ownerApi({ url }: DemoServer): Promise<Send> {
  const { supabaseAnonKey: apikey } = (await (await fetch(`${url}/config.json`)).json()) as {
    supabaseAnonKey: string;
  };
  const session = JSON.parse(await signIn(url, 'owner')) as { access_token: string };
  return async (method, path, body) => {
    const answer = await fetch(`${url}/rest/v1/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        // Of a table, what was inserted; of a function, its answer anyway.
        prefer: 'return=representation',
        apikey,
        authorization: `Bearer ${session.access_token}`,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}
