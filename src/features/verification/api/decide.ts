import { useRef } from 'react';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import type { Item } from '@/features/verification/api/queries';
import { errorText, unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { text } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export const ACTIONS = [
  'resolve',
  'accept',
  'correct',
  'refuse',
  'apply',
  'adjust',
  'discard',
] as const;
export type Action = (typeof ACTIONS)[number];

export interface Decision {
  /** Each with the time its punch gets, where it is corrected. */
  items: readonly { item: Item; at?: string }[];
  action: Action;
  note: string;
}

interface Outcome {
  decided: Item[];
  failed: { item: Item; cause: unknown }[];
}

const isPunch = (action: Action) =>
  action === 'accept' || action === 'correct' || action === 'refuse';

async function decideOne(item: Item, { action, note }: Decision, at?: string): Promise<void> {
  const noted = note ? { note_param: note } : {};
  if (action === 'resolve') {
    const subject = { kind_param: item.kind, subject_id_param: item.subject_id };
    unwrap(await supabase().rpc('resolve_verification', { ...subject, ...noted }));
  } else if (item.kind === 'clock_stop') {
    const stop = { id_param: item.subject_id, action_param: action };
    unwrap(await supabase().rpc('decide_clock_stop', { ...stop, ...noted }));
  } else if (isPunch(action)) {
    const punch = { subject_id_param: item.subject_id, action_param: action };
    unwrap(
      await supabase().rpc('decide_punch', { ...punch, ...noted, ...(at ? { at_param: at } : {}) }),
    );
  } else {
    const held = { id_param: item.subject_id, action_param: action };
    const reason = note ? { reason_param: note } : {};
    unwrap(await supabase().rpc('resolve_held_event', { ...held, ...reason }));
  }
}

/** One after the other: each is stored by itself, and what one refuses keeps no other from it. */
async function decideAll(decision: Decision): Promise<Outcome> {
  const outcome: Outcome = { decided: [], failed: [] };
  for (const { item, at } of decision.items) {
    try {
      await decideOne(item, decision, at);
      outcome.decided.push(item);
    } catch (cause) {
      if (decision.items.length === 1) throw cause;
      outcome.failed.push({ item, cause });
    }
  }
  return outcome;
}

const STALE = [queryKeys.dashboard, queryKeys.verification, refreshTime];

export function useReopenItems() {
  const { t } = useTranslation('verification');
  return useWrite({
    send: async (items: readonly Pick<Item, 'kind' | 'subject_id'>[]) => {
      for (const { kind, subject_id } of items)
        unwrap(
          await supabase().rpc('reopen_verification', {
            kind_param: kind,
            subject_id_param: subject_id,
          }),
        );
    },
    done: t('toast.reopened'),
    stale: STALE,
  });
}

/** Held punches become time, pay or nothing for good; everything else can be taken back. */
export function useDecide() {
  const { t } = useTranslation('verification');
  const reopen = useReopenItems();
  const last = useRef<(() => void) | null>(null);
  const decide = useWrite({
    send: decideAll,
    done: ({ decided, failed }: Outcome, { action }: Decision) => {
      const isFinal =
        action === 'apply' ||
        action === 'adjust' ||
        action === 'discard' ||
        decided.some(({ kind }) => kind === 'clock_stop');
      const undo = () => {
        last.current = null;
        reopen.mutate(decided);
      };
      last.current = isFinal || decided.length === 0 ? null : undo;
      const [first] = failed;
      return {
        title: t(`done.${action}`, { count: decided.length }),
        ...(first && {
          tone: 'warning' as const,
          description: text('verification:done.failed', {
            count: failed.length,
            why: errorText(first.cause),
          }),
        }),
        undo: last.current ?? undefined,
      };
    },
    stale: STALE,
  });
  return { decide, undoLast: () => last.current?.() };
}
