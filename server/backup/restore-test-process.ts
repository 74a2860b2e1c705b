import { constants, setPriority } from 'node:os';
import { type RestoreTestOptions, testRestore } from './restore-test.ts';
import { removeScratchCluster } from './scratch-cluster.ts';

/**
 * The process of one restore test, started by run-restore-test.ts. It ends, and cleans up, when its
 * parent does.
 */
process.once('message', (options: RestoreTestOptions) => {
  // PostgreSQL inherits it, and it counts for the disk as well.
  if (!options.isUrgent) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const end = async (): Promise<never> => {
    await removeScratchCluster(options.place);
    process.exit();
  };
  process.once('disconnect', () => void end());
  // The terminal's Ctrl-C reaches the whole group; the parent decides.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  void testRestore(options).then((result) =>
    // Null only while the parent is ending us.
    process.send?.(result, () => process.connected && process.disconnect()),
  );
});
