import { z } from 'zod';

const size = z.coerce.number().int().min(1).max(2500);

export const transformSchema = z.object({
  width: size.optional(),
  height: size.optional(),
  resize: z.enum(['cover', 'contain', 'fill']).optional(),
  quality: z.coerce.number().int().min(20).max(100).optional(),
  /** `origin` keeps the picture's own format, whatever the browser would like better. */
  format: z.enum(['origin', 'webp', 'avif']).optional(),
});

export type Transform = z.output<typeof transformSchema>;

/** Part of a signed link, so that the link's holder cannot ask for other sizes. */
export function describeTransform(transform: Transform): string {
  return Object.entries(transform)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}:${value}`)
    .join(',');
}

export function parseTransform(description: string): Transform {
  const entries = description
    .split(',')
    .filter(Boolean)
    .map((part) => part.split(':', 2));
  return transformSchema.parse(Object.fromEntries(entries));
}
