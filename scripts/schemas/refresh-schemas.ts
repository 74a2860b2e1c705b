import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { apiPage } from '../api-page.ts';
import { generateTypes } from '../generate-types.ts';
import { readSchema } from '../read-schema.ts';
import { readDefinitions } from './read-definitions.ts';
import { readRows } from './read-rows.ts';
import { withScratchDatabases } from './scratch-databases.ts';
import { writeSchemas } from './write-schemas.ts';

/** What is written from the migrations: today's definitions, the types of the client, the page about the API. */
export function refreshSchemas(root: string): Promise<string[]> {
  return withScratchDatabases(root, async ({ migrated, supabaseDir }) => {
    const types = path.join(supabaseDir, 'types.ts');
    writeFileSync(types, generateTypes(await readSchema(migrated, 'public')));
    writeFileSync(path.join(root, 'docs/api.md'), await apiPage(migrated));
    const files = writeSchemas(
      supabaseDir,
      await readDefinitions(migrated),
      await readRows(migrated),
    );
    return [path.relative(root, types), 'docs/api.md', `${files.length} files of supabase/schemas`];
  });
}
