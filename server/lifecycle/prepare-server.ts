import type { Config } from '../config.ts';
import type { MigrationReport } from '../database/migrations.ts';
import { connectPlatform } from '../database/sql/connect.ts';
import type { Sql } from '../database/sql/sql.ts';
import type { Endpoint } from '../database/wire/endpoint.ts';
import { completeSecrets } from '../keys/secrets.ts';
import { checkCertificateFiles } from '../tls/open-certificate-source.ts';
import { claimDataDirectory } from './data-directory.ts';
import { type DatabaseService, startDatabaseService } from './database-service.ts';
import { openOrCloseDemoAccounts } from './demo-accounts.ts';
import { checkAddresses } from './listen.ts';
import type { UndoStack } from './undo-stack.ts';
import { updateDatabase } from './update-database.ts';

export interface Prepared {
  readonly service: DatabaseService;
  readonly endpoints: Endpoints;
  readonly migrations: MigrationReport;
  /** Whether the demo accounts are there and let in. */
  readonly demo: boolean;
}

export interface Endpoints {
  /** As the owner of the database. */
  readonly platform: Endpoint;
  /** As who callers' queries enter. */
  readonly requests: Endpoint;
}

const CONNECTIONS = 8;

/** What is done once for a server, however many processes serve: PostgreSQL, migrations, the demo. */
export async function prepareServer(
  config: Config,
  report: (step: string) => void,
  undo: UndoStack,
  more: (sql: Sql) => Promise<unknown> = async () => undefined,
): Promise<Prepared> {
  checkCertificateFiles(config);
  await checkAddresses(config);
  const claim = claimDataDirectory(config.dataDir);
  undo.push(async () => claim.release());
  const secrets = await completeSecrets(config.dataDir);
  const service = await startDatabaseService(config, secrets.databasePassword, report);
  undo.push(() => service.stop());

  const sql = connectPlatform(service.platform, { max: CONNECTIONS });
  try {
    const migrations = await updateDatabase(sql, config, report);
    const requests = await service.requestEndpoint();
    const hasDemo = await openOrCloseDemoAccounts(sql, config.demo !== 'off');
    await more(sql);
    return {
      service,
      endpoints: { platform: service.platform, requests },
      migrations,
      demo: hasDemo && config.demo !== 'off',
    };
  } finally {
    await sql.end({ timeout: 5 });
  }
}
