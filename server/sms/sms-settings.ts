import { z } from 'zod';
import { StartupError } from '../startup-error.ts';

export type SmsConfig = HttpSmsConfig | TwilioSmsConfig;

interface SharedSmsConfig {
  /** The number or name texts come from. */
  readonly from: string | undefined;
  /** A longer text is cut. */
  readonly maxSegments: number;
}

/** Any gateway that takes a text by HTTP. */
export interface HttpSmsConfig extends SharedSmsConfig {
  readonly provider: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Where the id of the text is in the answer, such as `messages.0.id`. */
  readonly idPath: string | undefined;
  /** Without it nobody can report a delivery or an answer. */
  readonly callbackSecret: string | undefined;
}

export interface TwilioSmsConfig extends SharedSmsConfig {
  readonly provider: 'twilio';
  /** Another region's, where it is not the usual one. */
  readonly url: string;
  readonly accountSid: string;
  readonly user: string;
  readonly password: string;
  readonly messagingServiceSid: string | undefined;
  /** Signs callbacks; without it none is asked for and none is believed. */
  readonly authToken: string | undefined;
}

const TWILIO_URL = 'https://api.twilio.com';
const DEFAULT_BODY = '{"to":"{{to}}","from":"{{from}}","body":"{{body}}","id":"{{id}}"}';
const HEADERS_TEXT = 'takes an object like {"Authorization": "Bearer …"}';

/** The variables, for the schema of all settings. */
export const smsVariables = {
  SMS_PROVIDER: z.enum(['http', 'twilio'], 'takes http or twilio').optional(),
  SMS_URL: z
    .url({ protocol: /^https?$/, error: 'takes an address like https://sms.example.com/send' })
    .optional(),
  SMS_HEADERS: z.string().transform(readHeaders).optional(),
  SMS_BODY: z
    .string()
    .refine((text) => text.includes('{{body}}'), 'takes a body with {{to}} and {{body}} in it')
    .optional(),
  SMS_FROM: z.string().max(40, 'takes a number or a name').optional(),
  SMS_ID_PATH: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)*$/, 'takes a path like messages.0.id')
    .optional(),
  SMS_CALLBACK_SECRET: z
    .string()
    .min(24, 'takes a secret of at least 24 characters')
    .regex(/^[\w.~-]+$/, 'takes letters, digits, dots and dashes')
    .optional(),
  SMS_MAX_SEGMENTS: z.coerce.number('takes a number from 1 to 10').int().min(1).max(10).default(2),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/i, 'takes AC and 32 characters')
    .optional(),
  TWILIO_API_KEY: z
    .string()
    .regex(/^SK[0-9a-f]{32}$/i, 'takes SK and 32 characters')
    .optional(),
  TWILIO_API_SECRET: z.string().min(8, 'takes the secret of the API key').optional(),
  TWILIO_AUTH_TOKEN: z.string().min(8, 'takes the auth token of the account').optional(),
  TWILIO_MESSAGING_SERVICE_SID: z
    .string()
    .regex(/^MG[0-9a-f]{32}$/i, 'takes MG and 32 characters')
    .optional(),
};

/** Never repeated in a message about a wrong setting. */
export const smsSecrets = [
  'SMS_URL',
  'SMS_HEADERS',
  'SMS_BODY',
  'SMS_CALLBACK_SECRET',
  'TWILIO_API_SECRET',
  'TWILIO_AUTH_TOKEN',
] as const;

const schema = z.object(smsVariables);
type Variables = z.infer<typeof schema>;

/** Nothing where no gateway is set. */
export function readSmsConfig(values: Variables): SmsConfig | undefined {
  const provider = values.SMS_PROVIDER ?? (values.SMS_URL === undefined ? undefined : 'http');
  if (provider === undefined) return undefined;
  const shared = { from: values.SMS_FROM, maxSegments: values.SMS_MAX_SEGMENTS };
  return provider === 'twilio'
    ? { provider, ...shared, ...twilioOf(values) }
    : { provider, ...shared, ...httpOf(values) };
}

function httpOf(values: Variables): Omit<HttpSmsConfig, 'provider' | keyof SharedSmsConfig> {
  if (values.SMS_URL === undefined) throw new StartupError('SMS_PROVIDER=http needs SMS_URL.');
  return {
    url: values.SMS_URL,
    headers: values.SMS_HEADERS ?? {},
    body: values.SMS_BODY ?? DEFAULT_BODY,
    idPath: values.SMS_ID_PATH,
    callbackSecret: values.SMS_CALLBACK_SECRET,
  };
}

function twilioOf(values: Variables): Omit<TwilioSmsConfig, 'provider' | keyof SharedSmsConfig> {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = values;
  const user = values.TWILIO_API_KEY ?? accountSid;
  const password = values.TWILIO_API_KEY === undefined ? authToken : values.TWILIO_API_SECRET;
  if (accountSid === undefined || user === undefined || password === undefined) {
    throw new StartupError(
      'SMS_PROVIDER=twilio needs TWILIO_ACCOUNT_SID, and TWILIO_API_KEY with TWILIO_API_SECRET or TWILIO_AUTH_TOKEN.',
    );
  }
  if (values.SMS_FROM === undefined && values.TWILIO_MESSAGING_SERVICE_SID === undefined) {
    throw new StartupError(
      'SMS_PROVIDER=twilio needs SMS_FROM or TWILIO_MESSAGING_SERVICE_SID: who the texts come from.',
    );
  }
  return {
    url: values.SMS_URL ?? TWILIO_URL,
    accountSid,
    user,
    password,
    messagingServiceSid: values.TWILIO_MESSAGING_SERVICE_SID,
    authToken,
  };
}

function readHeaders(text: string, context: z.RefinementCtx): Record<string, string> {
  try {
    const headers = z.record(z.string().regex(/^[\w-]+$/), z.string()).parse(JSON.parse(text));
    const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    return Object.fromEntries(lowerCase);
  } catch {
    context.addIssue({ code: 'custom', message: HEADERS_TEXT });
    return z.NEVER;
  }
}
