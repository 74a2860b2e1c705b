// Writes supabase/schemas: one file per noun, and their order into config.toml.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { arrange, type SchemaFile } from './arrange.ts';
import type { Definition } from './definition.ts';

const HEADER = `-- Today's definitions, written by \`npm run db -- schemas\` from what the migrations make.
set check_function_bodies = off;
`;

export function writeSchemas(
  supabaseDir: string,
  definitions: readonly Definition[],
  rows: string,
): string[] {
  const directory = path.join(supabaseDir, 'schemas');
  mkdirSync(directory, { recursive: true });
  const files = [
    ...arrange(definitions).map((file) => ({ name: file.name, text: textOf(file) })),
    { name: 'rows', text: rows },
  ];
  for (const file of readdirSync(directory)) {
    const isOld = file.endsWith('.sql') && !files.some(({ name }) => `${name}.sql` === file);
    if (isOld) rmSync(path.join(directory, file));
  }
  for (const { name, text } of files) writeFileSync(path.join(directory, `${name}.sql`), text);
  writeOrder(
    path.join(supabaseDir, 'config.toml'),
    files.map(({ name }) => name),
  );
  return files.map(({ name }) => name);
}

function textOf({ blocks }: SchemaFile): string {
  return `${HEADER}\n${withKeysInside(blocks)
    .map(({ sql }) => sql)
    .join('\n\n')}\n`;
}

/** A foreign key whose table comes first stands inside the table that has it. */
function withKeysInside(blocks: readonly Definition[]): { sql: string }[] {
  return blocks.flatMap((block, index) => {
    if (block.kind === 'foreign key' && follows(blocks, index)) return [];
    if (block.kind !== 'table') return [block];
    let end = index + 1;
    while (blocks[end]?.kind === 'foreign key' && blocks[end]?.table === block.name) end += 1;
    const keys = blocks.slice(index + 1, end).map(({ sql }) => {
      return `,\n  ${sql
        .replace(/^alter table \S+ add /, '')
        .replace(/\n\s*/g, ' ')
        .replace(/;$/, '')}`;
    });
    return [{ sql: block.sql.replace(/\n\)/, `${keys.join('')}\n)`) }];
  });
}

function follows(blocks: readonly Definition[], index: number): boolean {
  let at = index;
  while (blocks[at]?.kind === 'foreign key' && blocks[at]?.table === blocks[index]?.table) at -= 1;
  return blocks[at]?.kind === 'table' && blocks[at]?.name === blocks[index]?.table;
}

/** The list `db.migrations.schema_paths`; everything else in the file stays as it is. */
function writeOrder(file: string, names: readonly string[]): void {
  const list = `schema_paths = [\n${names.map((name) => `  "./schemas/${name}.sql",\n`).join('')}]`;
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace(/schema_paths = \[[^\]]*\]/, () => list),
  );
}
