import { z } from 'zod';
import type { Config } from '../config.ts';
import { StartupError } from '../startup-error.ts';
import { lanRedirectUrls } from '../tls/lan/lan-addresses.ts';

/** What `[auth]` of config.toml decides, under the names the Supabase CLI gives it. */
export type AuthSettings = ReturnType<typeof readAuthSettings>;

const seconds = (fallback: number) =>
  z
    .union([z.string(), z.number()])
    .default(`${fallback}s`)
    .transform((value, context) => {
      const parsed = typeof value === 'number' ? value : durationSeconds(value);
      if (parsed !== undefined) return parsed;
      context.addIssue('takes a duration like 60s, 15m or 24h');
      return z.NEVER;
    });
const count = (fallback: number) => z.number().int().nonnegative().default(fallback);
const enabled = (fallback: boolean) =>
  z.looseObject({ enabled: z.boolean().default(fallback) }).prefault({});

const authSection = z.looseObject({
  site_url: z
    .url({ protocol: /^https?$/, error: 'takes an address like https://example.com' })
    .optional(),
  jwt_expiry: z.number().int().min(60).max(604_800).default(3600),
  refresh_token_reuse_interval: count(10),
  enable_signup: z.boolean().default(true),
  enable_anonymous_sign_ins: z.boolean().default(false),
  enable_manual_linking: z.boolean().default(false),
  // Ours: a function of the project that names the provider an account must sign in with.
  required_provider: z
    .string()
    .regex(
      /^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/,
      'takes a function like private.required_provider',
    )
    .optional(),
  minimum_password_length: z.number().int().min(1).max(72).default(6),
  password_requirements: z
    .enum([
      '',
      'letters_digits',
      'lower_upper_letters_digits',
      'lower_upper_letters_digits_symbols',
    ])
    .default(''),
  // Ours, not the CLI's (which only warns of them).
  refuse_common_passwords: z.boolean().default(false),
  conceal_accounts: z.boolean().default(false),
  email: z
    .looseObject({
      enable_signup: z.boolean().default(true),
      double_confirm_changes: z.boolean().default(true),
      secure_password_change: z.boolean().default(false),
      // Ours: where no code is exchanged, a password counts only if its link is followed from the
      // network the sign-up came from.
      secure_sign_up: z.boolean().default(false),
      max_frequency: seconds(60),
      otp_length: z.number().int().min(6).max(10).default(6),
      otp_expiry: z.number().int().min(60).max(86_400).default(3600),
      notification: z.looseObject({ password_changed: enabled(true) }).prefault({}),
    })
    .prefault({}),
  mfa: z
    .looseObject({
      max_enrolled_factors: count(10),
      totp: z
        .looseObject({
          enroll_enabled: z.boolean().default(true),
          verify_enabled: z.boolean().default(true),
        })
        .prefault({}),
    })
    .prefault({}),
  sessions: z.looseObject({ timebox: seconds(0), inactivity_timeout: seconds(0) }).prefault({}),
  rate_limit: z
    .looseObject({
      email_sent: count(30),
      token_refresh: count(150),
      sign_in_sign_ups: count(360),
      token_verifications: count(30),
      anonymous_users: count(30),
    })
    .prefault({}),
});

/**
 * `ownUrl` is asked for late: with PORT=0 it is known only once the server listens. Links lead to
 * SITE_URL, or to the site that config.toml names, which need not be this server.
 */
export function readAuthSettings(config: Config, ownUrl: () => string = () => config.siteUrl) {
  const parsed = authSection.safeParse(config.project.raw['auth'] ?? {});
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartupError(`config.toml: auth.${issue?.path.join('.')}: ${issue?.message}.`);
  }
  const { email, mfa, sessions, rate_limit: limits, ...auth } = parsed.data;
  const named = auth.site_url?.replace(/\/$/, '');
  return {
    get siteUrl() {
      return config.siteUrlGiven || config.tls.mode === 'lan' ? ownUrl() : (named ?? ownUrl());
    },
    get apiUrl() {
      return `${ownUrl()}/auth/v1`;
    },
    // As it is now: the router may give this machine another address.
    get redirectUrls() {
      return [...config.project.redirectUrls, ...lanRedirectUrls(config)];
    },
    signupEnabled: auth.enable_signup,
    emailEnabled: email.enable_signup,
    anonymousEnabled: auth.enable_anonymous_sign_ins,
    manualLinkingEnabled: auth.enable_manual_linking,
    requiredProviderFunction: auth.required_provider,
    confirmEmail: config.emailConfirmation === 'required',
    doubleConfirmChanges: email.double_confirm_changes,
    secureSignUp: email.secure_sign_up,
    securePasswordChange: email.secure_password_change,
    passwordChangedNotice: email.notification.password_changed.enabled,
    minimumPasswordLength: auth.minimum_password_length,
    passwordRequirements: auth.password_requirements,
    refuseCommonPasswords: auth.refuse_common_passwords,
    /** Answers tell nobody whether an address has an account; GoTrue's do in three places. */
    concealAccounts: auth.conceal_accounts,
    accessTokenSeconds: auth.jwt_expiry,
    refreshReuseSeconds: auth.refresh_token_reuse_interval,
    sessionSeconds: sessions.timebox,
    sessionIdleSeconds: sessions.inactivity_timeout,
    /** What the project decides itself: functions of its database, or addresses. */
    hooks: config.authHooks,
    codeLength: email.otp_length,
    linkSeconds: email.otp_expiry,
    mailIntervalSeconds: email.max_frequency,
    maxFactors: mfa.max_enrolled_factors,
    totpEnroll: mfa.totp.enroll_enabled,
    totpVerify: mfa.totp.verify_enabled,
    /** The hourly total protects a real mail server's reputation; captured mail has none. */
    mailsPerHour: config.smtpUrl === undefined ? undefined : limits.email_sent,
    refreshesPerFiveMinutes: limits.token_refresh,
    signInsPerFiveMinutes: limits.sign_in_sign_ups,
    verificationsPerFiveMinutes: limits.token_verifications,
    anonymousPerHour: limits.anonymous_users,
  };
}

/** Go's durations: `1m30s`, `24h`, `500ms`. */
export function durationSeconds(value: string): number | undefined {
  const units: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 };
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(value)) return value === '0' ? 0 : undefined;
  return [...value.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/gy)].reduce(
    (total, [, amount, unit]) => total + Number(amount) * (units[unit as string] ?? 0),
    0,
  );
}
