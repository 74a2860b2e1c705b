import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from '../config.ts';

const storageSettings = z.object({
  storage: z.object({
    buckets: z.record(z.string(), z.object({ objects_path: z.string().optional() })).default({}),
  }),
});

const TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/**
 * Stores the files a project brings for its buckets (`storage.buckets.NAME.objects_path`), as
 * `supabase seed buckets` does: through the contract, as the service role.
 */
export async function seedFiles(
  app: FastifyInstance,
  { project, supabaseDir }: Pick<Config, 'project' | 'supabaseDir'>,
  secretKey: string,
): Promise<void> {
  const settings = storageSettings.safeParse(project.raw);
  const buckets = settings.success ? settings.data.storage.buckets : {};
  for (const [bucket, { objects_path }] of Object.entries(buckets)) {
    if (objects_path === undefined) continue;
    const folder = path.join(supabaseDir, objects_path);
    for (const name of globSync('**/*', { cwd: folder }).sort()) {
      const file = path.join(folder, name);
      if (!statSync(file).isFile()) continue;
      const answer = await app.inject({
        method: 'POST',
        url: `/storage/v1/object/${bucket}/${name.split(path.sep).map(encodeURIComponent).join('/')}`,
        headers: {
          apikey: secretKey,
          authorization: `Bearer ${secretKey}`,
          'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream',
          'x-upsert': 'true',
        },
        payload: readFileSync(file),
      });
      if (answer.statusCode !== 200) app.log.warn(`Seed file ${name}: ${answer.body}`);
    }
  }
}
