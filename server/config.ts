export interface Config {
  readonly port: number;
  readonly host: string;
  readonly siteUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly jwtSecret: string | undefined;
  readonly supabaseDir: string;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly emailConfirmation: 'required' | 'off';
  readonly demo: 'on' | 'off' | 'auto';
  /** Addresses whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** `config.toml` of SUPABASE_DIR, as the Supabase CLI reads it. */
  readonly project: ProjectConfig;
}

export interface ProjectConfig {
  readonly schemas: readonly string[];
  readonly maxRows: number;
  /** Other addresses links may lead to (`auth.additional_redirect_urls`). */
  readonly redirectUrls: readonly string[];
  /** The whole parsed file, for settings one module alone knows. */
  readonly raw: Readonly<Record<string, unknown>>;
}
