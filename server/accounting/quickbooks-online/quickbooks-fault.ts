import { z } from 'zod';

const faultBody = z.looseObject({
  Fault: z.looseObject({
    type: z.string().optional(),
    Error: z
      .array(
        z.looseObject({
          Message: z.string().default(''),
          Detail: z.string().default(''),
          code: z.coerce.string().default(''),
        }),
      )
      .min(1),
  }),
});

/** What QuickBooks refused, in its own words; also inside an answer of 200. */
export class QuickBooksFault extends Error {
  readonly status: number;
  /** Without leading zeros. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Not among what exists there, or made inactive. */
export const NOT_FOUND = '610';
/** Somebody changed it since it was read. */
export const STALE = '5010';

const MAX_DETAIL = 500;

export function faultOf(status: number, body: unknown): QuickBooksFault | undefined {
  // Refusals of the gateway in front of QuickBooks begin with a small letter.
  const found = faultBody.safeParse(body).data?.Fault ?? lowerCaseFault(body);
  const [error] = found?.Error ?? [];
  if (!error) return undefined;
  const code = (/errorCode=(\d+)/.exec(error.Message)?.[1] ?? error.code).replace(/^0+(?=\d)/, '');
  const said = [error.Message, error.Detail].filter(Boolean).join(': ').slice(0, MAX_DETAIL);
  return new QuickBooksFault(status, code, said);
}

function lowerCaseFault(body: unknown) {
  const parsed = z
    .looseObject({
      fault: z.looseObject({
        error: z.array(
          z.looseObject({
            message: z.string().default(''),
            detail: z.string().nullish(),
            code: z.coerce.string().default(''),
          }),
        ),
      }),
    })
    .safeParse(body);
  if (!parsed.success) return undefined;
  return {
    Error: parsed.data.fault.error.map(({ message, detail, code }) => ({
      Message: message,
      Detail: detail ?? '',
      code,
    })),
  };
}
