import { numberIn } from '@/lib/read-number';

export const MACHINE_KINDS = ['working', 'travel', 'standby'] as const;
export type MachineKind = (typeof MACHINE_KINDS)[number];

/** A part of an entry with several machines, as it is stored. */
export interface MachineShare {
  /** Null: a part of the work without a machine. */
  equipment_id: string | null;
  kind: MachineKind;
  /** Percent with two decimals; all of an entry make 100. */
  share: number;
}

/** A part as it is typed. */
export interface MachineDraft {
  equipmentId: string | null;
  kind: MachineKind;
  share: string;
}

export type MachinesProblem = 'notWhole' | 'twice' | 'noMachine';

export const MAX_MACHINES = 6;
/** Percent. */
export const SHARE = { digits: 2, min: 0, max: 100 };

export function draftsOf(
  equipmentId: string | null,
  machines: readonly MachineShare[] | null,
): MachineDraft[] {
  if (machines) {
    return machines.map(({ equipment_id, kind, share }) => ({
      equipmentId: equipment_id,
      kind,
      share: String(share),
    }));
  }
  return equipmentId ? [{ equipmentId, kind: 'working', share: '100' }] : [];
}

export const sharesOf = (drafts: readonly MachineDraft[]): MachineShare[] =>
  drafts.map(({ equipmentId, kind, share }) => ({
    equipment_id: equipmentId,
    kind: equipmentId ? kind : 'working',
    share: numberIn(share, SHARE) ?? 0,
  }));

/** The machine that stands for the entry where only one has room. */
export const firstMachine = (drafts: readonly MachineDraft[]): string | null =>
  drafts.find(({ equipmentId }) => equipmentId)?.equipmentId ?? null;

/** In hundredths of a percent: those can be added exactly. */
const hundredths = (share: string): number => Math.round((numberIn(share, SHARE) ?? 0) * 100);

export const totalShare = (drafts: readonly MachineDraft[]): number =>
  drafts.reduce((sum, { share }) => sum + hundredths(share), 0) / 100;

export function machinesProblem(drafts: readonly MachineDraft[]): MachinesProblem | null {
  if (!firstMachine(drafts)) return 'noMachine';
  if (drafts.some(({ share }) => !(hundredths(share) > 0)) || totalShare(drafts) !== 100)
    return 'notWhole';
  const named = sharesOf(drafts).map(({ equipment_id, kind }) => `${equipment_id} ${kind}`);
  return new Set(named).size < named.length ? 'twice' : null;
}

/** Another machine; all have the same share again, what cannot be divided goes to the first. */
export function withAnother(drafts: readonly MachineDraft[]): MachineDraft[] {
  const next: MachineDraft[] = [...drafts, { equipmentId: null, kind: 'working', share: '' }];
  const share = Math.floor(100 / next.length);
  return next.map((draft, index) => ({
    ...draft,
    share: String(index === 0 ? 100 - share * (next.length - 1) : share),
  }));
}

/** Of two, the other one gets the rest. */
export function withShare(
  drafts: readonly MachineDraft[],
  index: number,
  share: string,
): MachineDraft[] {
  const rest = 10_000 - hundredths(share);
  return drafts.map((draft, at) => {
    if (at === index) return { ...draft, share };
    return drafts.length === 2 && rest > 0 && rest < 10_000
      ? { ...draft, share: String(rest / 100) }
      : draft;
  });
}
