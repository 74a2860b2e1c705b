import path from 'node:path';
import { compareVersions } from '../../server/updates/versions.ts';
import { backUp } from './data.ts';
import { Checkout } from './git.ts';
import { completeReturn, goBack, putBack } from './go-back.ts';
import { becomesHealthy, staysHealthy } from './health.ts';
import { type Installation, readInstallation } from './installation-facts.ts';
import type { Options } from './options.ts';
import { chooseTarget, refuseConflicts, refuseEditedFiles, versionOf } from './plan.ts';
import {
  readState,
  removeUpdate,
  switchFiles,
  type UpdateState,
  type Version,
  writeState,
} from './recover.mjs';
import { findRunner, ServerControl } from './server-control.ts';
import { checkSignature } from './signature.ts';
import { keepAssets, stageVersions } from './stage.ts';
import { NEEDS_HELP, UpdateError } from './update-error.ts';

/** From the version in `root` to another, or back to it whatever fails. Answers what to say at the end. */
export class Update {
  readonly #root: string;
  readonly #options: Options;
  readonly #report: (step: string) => void;
  /** Whether it may be broken off by hand. */
  canStop = true;

  constructor(root: string, options: Options, report: (step: string) => void) {
    this.#root = root;
    this.#options = options;
    this.#report = report;
  }

  async run(): Promise<string> {
    const { to: wanted, requireSignature } = this.#options;
    const checkout = new Checkout(this.#root);
    const current = versionOf(this.#root);
    await refuseEditedFiles(checkout);
    const target = await chooseTarget(checkout, current, wanted);
    if (target === undefined)
      return `Version ${current} is ${wanted ? 'in place already' : 'the newest'}.`;
    const tag = `v${target}`;
    this.#report(`Fetching ${tag}`);
    const to: Version = { version: target, commit: await checkout.fetchTag(tag) };
    this.#report(await checkSignature(checkout, tag, requireSignature));
    const from = await this.#present(checkout, current);
    await refuseConflicts(checkout, from, to);
    const state = await this.#prepare(checkout, from, to);
    return this.#replace(state);
  }

  /** What `run` would do. Asks origin, fetches and writes nothing. */
  async dryRun(): Promise<string> {
    const { to: wanted, startMs, watchMs, service } = this.#options;
    const checkout = new Checkout(this.#root);
    const current = versionOf(this.#root);
    await refuseEditedFiles(checkout);
    const target = await chooseTarget(checkout, current, wanted);
    if (target === undefined)
      return `Version ${current} is ${wanted ? 'in place already' : 'the newest'}.`;
    const installation = await readInstallation(this.#root);
    const runner = await findRunner(this.#root, installation.dataDir, service);
    const restart = {
      systemd: `Restart the service ${service}`,
      launcher: 'Restart the server that runs now',
      none: 'Start the server to check it, and stop it again',
    }[runner.kind];
    const steps = [
      `Fetch v${target} from origin and check its signature if it has one`,
      `Install and build ${target} beside ${current}, which goes on working`,
      installation.embedded
        ? `Back up to ${installation.backupDir}`
        : 'No backup: DATABASE_URL is set, make your own',
      `${restart}; ask ${installation.healthUrl} for up to ${startMs / 1000} s, then watch it for ${watchMs / 1000} s`,
      `Go back to ${current} and its data if it is not healthy`,
    ];
    for (const step of steps) this.#report(`Would: ${step}`);
    return `From ${current} to ${target}. Nothing was changed.`;
  }

  /** What an update that was killed left behind; undefined when there is nothing. */
  async resume(): Promise<string | undefined> {
    const state = readState(this.#root);
    if (!state) return undefined;
    this.canStop = state.phase === 'preparing' || state.phase === 'watching';
    const { from, to, phase } = state;
    const server = new ServerControl(this.#root, state.dataDir, state.runner);
    if (phase === 'switching') {
      switchFiles(this.#root, state, 'from');
      removeUpdate(this.#root);
      return `The update to ${to.version} was interrupted; ${from.version} is in place again.`;
    }
    if (phase === 'returning' || phase === 'returned') {
      if (!this.#options.resume) return completeReturn(this.#context(), state, server);
      await putBack(this.#context(), state);
    }
    if (phase === 'checking' && !this.#options.resume) return this.#check(state, server);
    if (phase !== 'checking') removeUpdate(this.#root);
    if (phase === 'preparing') return undefined;
    return `Version ${phase === 'returning' || phase === 'returned' ? from.version : to.version} is in place.`;
  }

  #context(): { readonly root: string; readonly report: (step: string) => void } {
    return { root: this.#root, report: this.#report };
  }

  async #present(checkout: Checkout, version: string): Promise<Version> {
    return { version, commit: await checkout.commitOf('HEAD'), ref: await checkout.branch() };
  }

  /** Everything that can fail while the present version goes on working. */
  async #prepare(checkout: Checkout, from: Version, to: Version): Promise<UpdateState> {
    const root = this.#root;
    const installation = await readInstallation(root);
    const { dataDir, backupDir, embedded, healthUrl, migrations } = installation;
    const runner = await findRunner(root, dataDir, this.#options.service);
    const state: UpdateState = {
      phase: 'preparing',
      ...{ from, to, runner, dataDir, backupDir, embedded, healthUrl, migrations },
    };
    writeState(root, state);
    try {
      const staged = await stageVersions(checkout, state, this.#report);
      const folders = { DATA_DIR: dataDir, BACKUP_DIR: backupDir };
      const facts = await readInstallation(staged, folders);
      this.#refuseDatabase(facts, to);
      if (embedded && !installation.isNew) {
        this.#report('Backing up');
        this.#report(`Backup: ${await backUp(root, installation)}`);
      }
      // Applied meanwhile by another server on the same database.
      const { migrations: now } = await readInstallation(root);
      return { ...state, migrations: now };
    } catch (error) {
      removeUpdate(root);
      throw error;
    }
  }

  /** What the new version would refuse or could not take back. */
  #refuseDatabase({ unknown, embedded, pending }: Installation, to: Version): void {
    if (unknown.length > 0) {
      throw new UpdateError(
        `The database has migrations that ${to.version} does not know (${unknown[0]}). To go back to it, restore a backup from before them: docs/self-hosting.md, Going back.`,
      );
    }
    if (embedded || pending === 0 || this.#options.backedUp) return;
    throw new UpdateError(
      `${to.version} changes the database of DATABASE_URL (${pending} migrations), which npm run update cannot take back. Make a backup with the tools of that PostgreSQL (pg_dump), then: npm run update -- --backed-up`,
    );
  }

  async #replace(prepared: UpdateState): Promise<string> {
    const root = this.#root;
    const server = new ServerControl(root, prepared.dataDir, prepared.runner);
    this.canStop = false;
    const state: UpdateState = {
      ...prepared,
      phase: 'switching',
      stoppedAt: new Date().toISOString(),
    };
    writeState(root, state);
    this.#report(`Stopping ${state.from.version}`);
    try {
      await server.stop();
      this.#report(`Putting ${state.to.version} in its place`);
      switchFiles(root, state, 'to');
      keepAssets(root);
    } catch (error) {
      switchFiles(root, state, 'from');
      writeState(root, { ...state, phase: 'returned' });
      await server.start();
      removeUpdate(root);
      throw error;
    }
    const checking: UpdateState = { ...state, phase: 'checking' };
    writeState(root, checking);
    await server.start();
    return this.#check(checking, server);
  }

  /** Until it is healthy the new version answers nobody but us, so nothing is written that could be lost. */
  async #check(state: UpdateState, server: ServerControl): Promise<string> {
    const { from, to, healthUrl } = state;
    const { startMs } = this.#options;
    this.#report(`Waiting for ${to.version} to answer`);
    if (!(await becomesHealthy(healthUrl, startMs, () => server.pid))) {
      const said = server.output.trim() && `; it said:\n${server.output.trim()}\n`;
      return goBack(
        this.#context(),
        state,
        server,
        `${to.version} was not healthy within ${startMs / 1000} s${said}`,
      );
    }
    writeState(this.#root, { ...state, phase: 'watching' });
    if (server.staysUp) await this.#watch(state, server);
    await server.endTrial();
    removeUpdate(this.#root);
    const verb = compareVersions(to.version, from.version) > 0 ? 'Updated' : 'Went back';
    const start = server.staysUp ? '' : ' Start it with npm start.';
    return `${verb} from ${from.version} to ${to.version}.${start}`;
  }

  /** People work with it by now: it is only taken back where that loses nothing they wrote. */
  async #watch(state: UpdateState, server: ServerControl): Promise<void> {
    const { watchMs } = this.#options;
    const { from, to, healthUrl, backupDir } = state;
    this.#report(`Healthy. Watching it for ${watchMs / 1000} s`);
    this.canStop = true;
    if (await staysHealthy(healthUrl, watchMs)) return;
    this.canStop = false;
    const { migrations } = await readInstallation(this.#root).catch(() => ({
      migrations: undefined,
    }));
    if (migrations?.join() === state.migrations.join()) {
      await goBack(this.#context(), state, server, `${to.version} stopped answering`);
    }
    removeUpdate(this.#root);
    throw new UpdateError(
      `${to.version} stopped answering after it had been healthy. Its database was changed and people may have written to it, so nothing was taken back. See what it prints; to go back to ${from.version} without what was written since, restore the newest before-update file of ${path.resolve(backupDir)}: docs/self-hosting.md, Going back.`,
      NEEDS_HELP,
    );
  }
}
