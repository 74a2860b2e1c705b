import type { Sql } from '../../database/sql/sql.ts';
import type {
  CertificateStorage,
  IssuedCertificate,
  IssuerAccount,
} from './certificate-storage.ts';

/** For several servers on one database: what one obtained is everybody's. */
export function openDatabaseStorage(sql: Sql, names: string): CertificateStorage {
  return {
    async readAccount(directoryUrl) {
      const [row] = await sql<IssuerAccount[]>`
        select account_url as url, private_key as key from supabase_migrations.acme_accounts
         where directory_url = ${directoryUrl}`;
      return row;
    },
    async writeAccount(directoryUrl, { url, key }) {
      await sql`
        insert into supabase_migrations.acme_accounts (directory_url, account_url, private_key)
        values (${directoryUrl}, ${url}, ${key})
        on conflict (directory_url) do update
          set account_url = excluded.account_url, private_key = excluded.private_key`;
    },
    async readCertificate() {
      const [row] = await sql<IssuedCertificate[]>`
        select directory_url as "directoryUrl", chain, private_key as key
          from supabase_migrations.acme_certificates
         order by names = ${names} desc, stored_at desc limit 1`;
      return row;
    },
    reserve: async () => undefined,
    async writeCertificate({ directoryUrl, chain, key }) {
      await sql`
        insert into supabase_migrations.acme_certificates
          (names, directory_url, chain, private_key, stored_at)
        values (${names}, ${directoryUrl}, ${chain}, ${key}, now())
        on conflict (names) do update set directory_url = excluded.directory_url,
          chain = excluded.chain, private_key = excluded.private_key, stored_at = now()`;
    },
  };
}
