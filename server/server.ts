import { addressOf, type Config } from './config.ts';
import { choosePorts } from './lifecycle/listen.ts';
import { openApp } from './lifecycle/open-app.ts';
import { prepareServer } from './lifecycle/prepare-server.ts';
import type { RunningServer } from './lifecycle/running-server.ts';
import { UndoStack } from './lifecycle/undo-stack.ts';
import { alone } from './team/team.ts';

/**
 * Starts everything in order, in this process alone; whatever fails, what was started before is
 * stopped again.
 */
export async function startServer(
  settings: Config,
  report: (step: string) => void = () => undefined,
): Promise<RunningServer> {
  const undo = new UndoStack();
  try {
    const prepared = await prepareServer({ ...settings, workers: 1 }, report, undo);
    const { service, endpoints, migrations, demo } = prepared;
    const config = await choosePorts({ ...settings, workers: 1 });
    const seed = demo && migrations.isNew;
    const { app, dependencies } = await openApp(
      config,
      { endpoints, demo, seed, team: alone(), report },
      undo,
    );
    return {
      url: addressOf(config, config.port),
      port: config.port,
      config,
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
