import path from 'node:path';
import { addressOf, type Config } from '../config.ts';
import { concealSecrets } from '../http/conceal-secrets.ts';
import { choosePorts } from '../lifecycle/listen.ts';
import { prepareServer } from '../lifecycle/prepare-server.ts';
import { returnMemoryWhenIdle } from '../lifecycle/return-memory.ts';
import type { StartedServer } from '../lifecycle/running-server.ts';
import { UndoStack } from '../lifecycle/undo-stack.ts';
import { recoverUploads } from '../storage/files/recover-uploads.ts';
import { openFiles } from '../storage/open-storage.ts';
import { WorkerSupervisor } from './worker-supervisor.ts';

/**
 * Starts a server of several processes: this one keeps PostgreSQL and the others running and hands
 * them connections in turn; they serve.
 */
export async function startWorkers(
  settings: Config,
  report: (step: string) => void,
): Promise<StartedServer> {
  const undo = new UndoStack();
  try {
    const prepared = await prepareServer(settings, report, undo, async (sql) => {
      const directory = path.join(settings.dataDir, 'storage');
      await recoverUploads(sql, await openFiles(settings.s3Url, directory));
    });
    const { service, endpoints, migrations, demo } = prepared;
    const config = await choosePorts(settings);
    const seed = demo && migrations.isNew;
    const supervisor = new WorkerSupervisor(
      config.workers,
      (place, isFirst) => ({
        config,
        place,
        demo,
        seed: seed && isFirst && place === 1,
        ...(service.embedded && { embedded: endpoints }),
      }),
      (news) => console.error(concealSecrets(news)),
    );
    undo.push(() => supervisor.stop());
    report('Starting the web server');
    await supervisor.start(seed);
    const stopReturning = returnMemoryWhenIdle();
    undo.push(async () => stopReturning());
    return {
      url: addressOf(config, config.port),
      port: config.port,
      config,
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
