export type Phase = 'preparing' | 'switching' | 'checking' | 'watching' | 'returning' | 'returned';

export interface Version {
  readonly version: string;
  readonly commit: string;
  /** The branch it was on, if any. */
  readonly ref?: string | undefined;
}

/** What the next run or start needs to complete or undo an update. */
export interface UpdateState {
  readonly phase: Phase;
  readonly from: Version;
  readonly to: Version;
  readonly runner: Runner;
  readonly dataDir: string;
  readonly backupDir: string;
  readonly embedded: boolean;
  readonly healthUrl: string;
  /** Applied before the update. */
  readonly migrations: readonly string[];
  readonly stoppedAt?: string;
  readonly reason?: string;
  /** Data to be restored on the way back: from which backup, and where the newer data is. */
  readonly restore?: { readonly file: string; readonly aside: string };
  readonly restored?: boolean;
}

/** How the server runs. */
export type Runner =
  | { readonly kind: 'systemd'; readonly unit: string; readonly wasActive: boolean }
  | { readonly kind: 'launcher' }
  | { readonly kind: 'none' };

export function folderOf(root: string): string;
export function readState(root: string): UpdateState | undefined;
export function writeState(root: string, state: UpdateState): void;
export function updaterOf(root: string): number | undefined;
export function claimUpdate(root: string): number | undefined;
export function releaseUpdate(root: string): void;
export function identify(pid: number): string | undefined;
export function switchFiles(root: string, state: UpdateState, side: 'from' | 'to'): void;
export function removeUpdate(root: string): void;
export function isLauncherWaiting(root: string): boolean;
