import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { StartupError } from '../startup-error.ts';

/** A value as the agent gave it, or one that stands for all calls. */
const call = z.union([
  z.strictObject({
    function: z.string(),
    /** Argument of the tool → parameter of the function. */
    arguments: z.record(z.string(), z.string()).default({}),
    /** Parameters the agent does not choose; `$new_id` is an id for each call. */
    fixed: z.record(z.string(), z.unknown()).default({}),
  }),
  z.strictObject({
    table: z.string(),
    select: z.string(),
    order: z.string(),
    limit: z.number().int().positive(),
    /** Argument → columns in which every word of it is looked for. */
    words: z.record(z.string(), z.array(z.string()).min(1)).default({}),
  }),
  z.strictObject({
    add_to: z.string(),
    /** Argument → column. */
    columns: z.record(z.string(), z.string()),
  }),
]);

const tool = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]{1,63}$/),
  title: z.string().min(1),
  description: z.string().min(1),
  /** Whether it changes something: then it does so only with `confirm: true`. */
  writes: z.boolean().default(false),
  /** Argument → JSON Schema. */
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
  /** By the names under which their answers come back. */
  calls: z.record(z.string(), call),
});

const file = z.strictObject({
  name: z.string(),
  instructions: z.string(),
  tools: z.array(tool).min(1),
});

export type ToolCall = z.output<typeof call>;
export type Tool = z.output<typeof tool>;
type ToolSettings = z.output<typeof file>;

/** `[mcp] tools` of config.toml: a file of the project that says what agents may ask for, and by which calls. */
export function readTools({ supabaseDir, project }: Config): ToolSettings | undefined {
  const named = (project.raw['mcp'] as { tools?: unknown } | undefined)?.tools;
  if (named === undefined) return undefined;
  const where = path.resolve(supabaseDir, String(named));
  const parsed = file.safeParse(readJson(where));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartupError(`${where}: ${issue?.path.join('.')}: ${issue?.message}.`);
  }
  return parsed.data;
}

function readJson(where: string): unknown {
  try {
    return JSON.parse(readFileSync(where, 'utf8'));
  } catch (error) {
    throw new StartupError(`${where} cannot be read (config.toml: mcp.tools).`, { cause: error });
  }
}
