import { z } from 'zod';

const text = z.string().optional().catch(undefined);

/** What `push.enqueue` takes; what it does not understand is left out rather than refused. */
const knownOptions = z.object({
  /** What a tap opens, of this site. */
  path: text,
  /** Said before the title, where a person hears from several. */
  from: text,
  /** Replaces what is shown with the same tag. */
  tag: text,
  urgency: z.enum(['very-low', 'low', 'normal', 'high']).default('normal').catch('normal'),
  ttl_seconds: z.number().int().min(0).optional().catch(undefined),
  /** The text for people who chose to see details. */
  details: z.boolean().default(false).catch(false),
  actions: z
    .array(z.string().regex(/^[a-z_]{1,40}$/))
    .optional()
    .catch(undefined),
  action_data: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

export type PushOptions = z.infer<typeof knownOptions>;

export function readOptions(options: unknown): PushOptions {
  const parsed = knownOptions.safeParse(options);
  return parsed.success ? parsed.data : knownOptions.parse({});
}

export interface QueuedPush {
  readonly id: string;
  readonly endpoint: string;
  /** Whose push service it is: the beginning of the endpoint. */
  readonly origin: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly template: string;
  readonly language: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly options: PushOptions;
  /** This one included. */
  readonly attempts: number;
  readonly expiresAt: Date;
  /** Of the attempt before. */
  readonly lastError: string | null;
}
