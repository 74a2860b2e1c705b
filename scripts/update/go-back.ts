import { findRestore, restoreData } from './data.ts';
import { becomesHealthy } from './health.ts';
import { removeUpdate, switchFiles, type UpdateState, writeState } from './recover.mjs';
import type { ServerControl } from './server-control.ts';
import { NEEDS_HELP, UpdateError, WENT_BACK } from './update-error.ts';

const HEALTH_TIMEOUT_MS = 60_000;

interface Context {
  readonly root: string;
  readonly report: (step: string) => void;
}

/** From the new version, which was not healthy, to the one before and its data. */
export async function goBack(
  { root, report }: Context,
  state: UpdateState,
  server: ServerControl,
  reason: string,
): Promise<never> {
  report(`${reason}. Going back to ${state.from.version}`);
  await server.stop();
  // Decided before anything is changed: whoever finds this state knows all that is left to do.
  const restore = await findRestore(root, state).catch(async (error: unknown) => {
    // The new version stays, and its launcher may start it once more.
    removeUpdate(root);
    await server.start();
    throw error;
  });
  const returning: UpdateState = {
    ...state,
    phase: 'returning',
    reason,
    ...(restore && { restore }),
  };
  writeState(root, returning);
  return completeReturn({ root, report }, returning, server);
}

/** Also after it was interrupted. */
export async function completeReturn(
  context: Context,
  state: UpdateState,
  server: ServerControl,
): Promise<never> {
  const { root, report } = context;
  const returned = await putBack(context, state);
  await server.start();
  report(`Waiting for ${state.from.version} to answer`);
  const isUp = await becomesHealthy(state.healthUrl, HEALTH_TIMEOUT_MS, () => server.pid);
  await server.endTrial();
  const { reason = 'The update was interrupted', from, to } = returned;
  removeUpdate(root);
  if (!isUp) {
    throw new UpdateError(
      `${reason}. Version ${from.version} is back in place but does not answer at ${state.healthUrl} either: see what it prints (npm start, or journalctl -u chalkline).`,
      NEEDS_HELP,
    );
  }
  throw new UpdateError(
    `${reason}. Version ${from.version} ${server.staysUp ? 'runs again' : 'is back; start it with npm start'}; nothing was lost.${asideText(returned)} ${to.version} was not installed.`,
    WENT_BACK,
  );
}

/** Files and data, without starting anything. */
export async function putBack({ root, report }: Context, state: UpdateState): Promise<UpdateState> {
  switchFiles(root, state, 'from');
  if (state.restore && !state.restored) {
    report(`Restoring the data of ${state.restore.file}`);
    await restoreData(root, state);
    writeState(root, { ...state, restored: true });
  }
  const returned: UpdateState = {
    ...state,
    phase: 'returned',
    restored: state.restore !== undefined,
  };
  writeState(root, returned);
  return returned;
}

function asideText({ restore, to }: UpdateState): string {
  if (!restore) return '';
  return ` The database as ${to.version} had changed it is in ${restore.aside}; delete it when you do not need it.`;
}
