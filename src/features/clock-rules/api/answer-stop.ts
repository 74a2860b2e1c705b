import { saveAndCall } from '@/entities/offline/save-and-send';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface StopAnswer {
  id: string;
  /** Another end of work; without it the rule's is right. */
  at?: string;
  note?: string;
}

/** The first words of the person stay open to change until a manager has decided. */
export function useAnswerStop() {
  const { t } = useTranslation('clock-stops');
  return useWrite({
    send: ({ id, at, note }: StopAnswer) =>
      saveAndCall('answers', 'answer_clock_stop', {
        id_param: id,
        ...(at ? { happened_at_param: at } : {}),
        ...(note ? { note_param: note } : {}),
      }),
    done: (sent, { at }) => (sent ? t(at ? 'stop.disputed' : 'stop.confirmed') : null),
    stale: [[queryKeys.viewer]],
    quiet: true,
  });
}
