import type { AddressInfo } from 'node:net';
import { type AppDependencies, createApp } from './app.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import { readProjectKeys } from './auth/project-keys.ts';
import { type Config, urlHost } from './config.ts';
import { openDatabase } from './database/open-database.ts';
import { createLog } from './http/log.ts';
import { Metrics } from './http/metrics.ts';
import { importKeys } from './keys/keys.ts';
import { readSecrets } from './keys/secrets.ts';
import { shareKeys } from './keys/shared-keys.ts';
import { watchKeys } from './keys/watch-keys.ts';
import { orderlyClose } from './lifecycle/close-app.ts';
import { claimDataDirectory } from './lifecycle/data-directory.ts';
import { startDatabaseService } from './lifecycle/database-service.ts';
import {
  DEMO_ADDRESSES,
  DEMO_PASSWORD,
  openOrCloseDemoAccounts,
} from './lifecycle/demo-accounts.ts';
import { checkAddress, listen } from './lifecycle/listen.ts';
import { returnMemoryWhenIdle } from './lifecycle/return-memory.ts';
import type { RunningServer } from './lifecycle/running-server.ts';
import { seedFiles } from './lifecycle/seed-files.ts';
import { runSeedScript } from './lifecycle/seed-script.ts';
import { UndoStack } from './lifecycle/undo-stack.ts';
import { updateDatabase } from './lifecycle/update-database.ts';

/** Starts everything in order; whatever fails, what was started before is stopped again. */
export async function startServer(
  config: Config,
  report: (step: string) => void = () => undefined,
): Promise<RunningServer> {
  const undo = new UndoStack();
  try {
    await checkAddress(config);
    const claim = claimDataDirectory(config.dataDir);
    undo.push(async () => claim.release());
    const secrets = await readSecrets(config.dataDir);
    const service = await startDatabaseService(config, secrets.databasePassword, report);
    undo.push(() => service.stop());

    const platformDatabase = openDatabase(service.platform, service.platform, 1);
    const migrations = await updateDatabase(platformDatabase.sql, config, report).finally(() =>
      platformDatabase.close(),
    );

    const database = openDatabase(
      service.platform,
      await service.requestEndpoint(),
      config.poolSize,
    );
    undo.push(() => database.close());
    const hasDemo = await openOrCloseDemoAccounts(database.sql, config.demo !== 'off');
    const demo = hasDemo && config.demo !== 'off';
    const readKeys = async () =>
      service.embedded
        ? (await readSecrets(config.dataDir)).keys
        : shareKeys(database.sql, secrets.keys);
    const stored = await readKeys();
    const keys = await importKeys(stored, readProjectKeys(config));
    const watch = watchKeys(keys, stored, readKeys);
    undo.push(async () => watch.stop());
    const dependencies: AppDependencies = {
      config,
      database,
      keys,
      authenticator: createAuthenticator(keys, config.jwtSecret),
      log: createLog(config.logLevel),
      metrics: new Metrics(),
      ...(demo && { demoLogins: { addresses: DEMO_ADDRESSES, password: DEMO_PASSWORD } }),
    };
    const app = await createApp(dependencies);
    undo.push(orderlyClose(app));
    if (demo && migrations.isNew) {
      await seedFiles(app, config, keys.secretKey);
      await runSeedScript(config, app, database.sql, keys.secretKey);
    }
    report('Starting the web server');
    await listen(app, config);
    const stopReturning = returnMemoryWhenIdle();
    undo.push(async () => stopReturning());
    const { port } = app.server.address() as AddressInfo;
    return {
      url: config.siteUrlGiven ? config.siteUrl : `http://${urlHost(config.host)}:${port}`,
      app,
      dependencies,
      databaseService: service,
      editedMigrations: migrations.edited,
      demo,
      stop: () => undo.run(),
    };
  } catch (error) {
    await undo.run();
    throw error;
  }
}
