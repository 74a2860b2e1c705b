import { isServedProvider } from './oidc/provider-settings.ts';

type Section = Readonly<Record<string, unknown>>;

/** Sections of config.toml that the Supabase CLI serves and this server does not. */
const UNSERVED = [
  'auth.captcha',
  'auth.external.*',
  'auth.hook.send_sms',
  'auth.mfa.phone',
  'auth.mfa.web_authn',
  'auth.oauth_server',
  'auth.passkey',
  'auth.sms',
  'auth.sms.*',
  'auth.third_party.*',
  'auth.web3.*',
  'auth.webauthn',
];
/** Switches of the CLI that change nothing here, with the value that is meant all the same. */
const FIXED: Readonly<Record<string, boolean>> = {
  'api.enabled': true,
  'api.tls.enabled': false,
  'auth.enabled': true,
  'auth.enable_refresh_token_rotation': true,
  'db.migrations.enabled': true,
  'db.network_restrictions.enabled': false,
  'realtime.enabled': true,
  'storage.enabled': true,
};
const SWITCHES = ['enabled', 'enable_signup', 'enroll_enabled', 'verify_enabled'];

/** Names what the project has switched on and will not get, sorted. */
export function unservedSettings(raw: Section): string[] {
  const sections = UNSERVED.flatMap((pattern) => sectionsOf(raw, pattern.split('.')))
    .filter(({ section }) => isOn(section))
    .map(({ name }) => name)
    .filter((name) => !isServedProvider(name.replace(/^auth\.external\./, '')));
  const switches = Object.entries(FIXED)
    .filter(([name, fixed]) => (settingAt(raw, name) ?? fixed) !== fixed)
    .map(([name, fixed]) => `${name} = ${!fixed}`);
  return [...sections, ...switches].sort();
}

function settingAt(raw: Section, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((section, key) => (isSection(section) ? section[key] : undefined), raw);
}

function sectionsOf(
  section: unknown,
  [key, ...rest]: readonly string[],
  name = '',
): { name: string; section: Section }[] {
  if (!isSection(section)) return [];
  if (key === undefined) return [{ name, section }];
  const keys = key === '*' ? Object.keys(section) : [key];
  return keys.flatMap((each) =>
    sectionsOf(section[each], rest, name === '' ? each : `${name}.${each}`),
  );
}

/** A section with a switch is on where the switch is; one that only names values means them. */
function isOn(section: Section): boolean {
  const switches = SWITCHES.filter((name) => name in section);
  if (switches.length > 0) return switches.some((name) => section[name] === true);
  return Object.values(section).some((value) => !isSection(value));
}

function isSection(value: unknown): value is Section {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
