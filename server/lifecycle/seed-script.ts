import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Sql } from '../database/sql/sql.ts';

interface SeedTools {
  readonly sql: Sql;
  readonly store: (bucket: string, name: string, type: string, bytes: Buffer) => Promise<void>;
}

interface SeedScript {
  seed(tools: SeedTools): Promise<void>;
}

/**
 * SQL brings no files: a seed that has some names a script (`storage.seed_script` of config.toml), which
 * is run once, with the seed.
 */
export async function runSeedScript(
  { supabaseDir, project }: Config,
  app: FastifyInstance,
  sql: Sql,
  secretKey: string,
): Promise<void> {
  const storage = project.raw['storage'] as { seed_script?: string } | undefined;
  if (!storage?.seed_script) return;
  const file = pathToFileURL(path.resolve(supabaseDir, storage.seed_script)).href;
  const script = (await import(file)) as SeedScript;
  await script.seed({
    sql,
    store: async (bucket, name, type, bytes) => {
      const answer = await app.inject({
        method: 'POST',
        url: `/storage/v1/object/${bucket}/${name}`,
        headers: { authorization: `Bearer ${secretKey}`, 'content-type': type },
        payload: bytes,
      });
      if (answer.statusCode !== 200) throw new Error(`${name} was not stored: ${answer.body}`);
    },
  });
}
