import { createHash } from 'node:crypto';

/** How the demo names its rows (supabase/seed/demo.sql). */
export function demoId(key: string): string {
  const hash = createHash('md5').update(`chalkline demo ${key}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20)}`;
}
