type Section = Readonly<Record<string, unknown>>;

/**
 * Every name `config.toml` may hold, in three lists. `**` stands for anything below. A setting that
 * protects data must not be dropped in silence because it is new or misspelled. Here: what this server
 * reads, or names at its start where a switch asks for what is not here (`auth/unserved-settings.ts`).
 */
export const READ = [
  'api.enabled',
  'api.schemas',
  'api.extra_search_path',
  'api.max_rows',
  'api.auto_expose_new_tables',
  'api.tls.**',
  'db.migrations.enabled',
  'db.seed.enabled',
  'db.seed.sql_paths',
  'db.network_restrictions.**',
  'auth.enabled',
  'auth.site_url',
  'auth.additional_redirect_urls',
  'auth.jwt_expiry',
  'auth.jwt_secret',
  'auth.signing_keys_path',
  'auth.enable_refresh_token_rotation',
  'auth.refresh_token_reuse_interval',
  'auth.enable_signup',
  'auth.enable_anonymous_sign_ins',
  'auth.enable_manual_linking',
  'auth.required_provider',
  'auth.minimum_password_length',
  'auth.password_requirements',
  'auth.refuse_common_passwords',
  'auth.conceal_accounts',
  'auth.rate_limit.anonymous_users',
  'auth.rate_limit.email_sent',
  'auth.rate_limit.sign_in_sign_ups',
  'auth.rate_limit.token_refresh',
  'auth.rate_limit.token_verifications',
  'auth.email.enable_signup',
  'auth.email.double_confirm_changes',
  'auth.email.enable_confirmations',
  'auth.email.secure_password_change',
  'auth.email.secure_sign_up',
  'auth.email.max_frequency',
  'auth.email.otp_length',
  'auth.email.otp_expiry',
  'auth.email.smtp.**',
  'auth.email.template.**',
  'auth.email.notification.**',
  'auth.mfa.max_enrolled_factors',
  'auth.mfa.totp.enroll_enabled',
  'auth.mfa.totp.verify_enabled',
  'auth.mfa.phone.**',
  'auth.mfa.web_authn.**',
  'auth.sessions.timebox',
  'auth.sessions.inactivity_timeout',
  'auth.captcha.**',
  'auth.external.**',
  'auth.hook.**',
  'auth.oauth_server.**',
  'auth.passkey.**',
  'auth.sms.**',
  'auth.third_party.**',
  'auth.web3.**',
  'auth.webauthn.**',
  'storage.enabled',
  'storage.file_size_limit',
  'storage.signed_url_max_seconds',
  'storage.seed_script',
  'storage.buckets.**',
  'mail.attachments',
  'mcp.tools',
  'openapi.title',
  'openapi.description',
  'openapi.scopes',
  'notifications.before_text',
  'signing.table',
  'weather.places',
  'weather.store',
  'accounting.connection',
  'accounting.due',
  'accounting.lease',
  'accounting.take',
  'accounting.note',
  'accounting.sent',
  'accounting.note_connection',
  'accounting.note_records',
  'accounting.read_secret',
  'accounting.swap_secret',
  'quickbooks_desktop.open',
  'quickbooks_desktop.read',
  'quickbooks_desktop.store',
  'quickbooks_desktop.close',
  'accounting.journal',
  'accounting.figures',
  'webhooks.claim',
  'webhooks.note',
  'webhooks.unsealed',
  'webhooks.seal',
  'webhooks.figures',
  'notifications.outcome',
  'notifications.reply',
  'realtime.**',
];

/** What a project means for its server and this one does not read: named when it starts. */
const UNREAD = [
  'api.external_url',
  'auth.anon_key',
  'auth.external_url',
  'auth.jwt_issuer',
  'auth.publishable_key',
  'auth.rate_limit.sms_sent',
  'auth.rate_limit.web3',
  'auth.secret_key',
  'auth.service_role_key',
  'db.migrations.schema_paths',
  'db.root_key',
  'db.settings.**',
  'db.ssl_enforcement.**',
  'db.vault.**',
  'storage.image_transformation.**',
  'storage.vector.**',
];

/** For the machine the Supabase CLI runs on, or parts that no server of ours has: the CLI's template sets them. */
const OF_THE_CLI = [
  'analytics.**',
  'api.port',
  'db.health_timeout',
  'db.major_version',
  'db.pooler.**',
  'db.port',
  'db.shadow_port',
  'edge_runtime.**',
  'experimental.**',
  'functions.**',
  'inbucket.**',
  'local_smtp.**',
  'project_id',
  'remotes.**',
  'storage.analytics.**',
  'storage.s3_protocol.**',
  'studio.**',
];

const KNOWN = [...READ, ...UNREAD, ...OF_THE_CLI].map(parts);

/** Names in `config.toml` that nobody here understands, sorted. */
export function unknownSettings(raw: Section): string[] {
  return pathsOf(raw)
    .filter((path) => !KNOWN.some((pattern) => matches(pattern, path)))
    .map((path) => path.join('.'))
    .sort();
}

/** Names in `config.toml` that mean something on Supabase and nothing here, sorted. */
export function unreadSettings(raw: Section): string[] {
  return pathsOf(raw)
    .filter((path) => UNREAD.some((pattern) => matches(parts(pattern), path)))
    .map((path) => path.join('.'))
    .sort();
}

function parts(pattern: string): string[] {
  return pattern.split('.');
}

function pathsOf(section: Section, above: readonly string[] = []): string[][] {
  return Object.entries(section).flatMap(([name, value]) => {
    const path = [...above, name];
    return isSection(value) ? pathsOf(value, path) : [path];
  });
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.at(-1) !== '**') return pattern.join('.') === path.join('.');
  const section = pattern.slice(0, -1);
  return section.every((name, index) => path[index] === name) && path.length > section.length;
}

function isSection(value: unknown): value is Section {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}
