import type { SentRow } from '@/features/notifications/api/sent';
import { STATUSES } from '@/features/notifications/api/sent';
import { CHANNELS } from '@/features/notifications/channels';
import { problemText } from '@/features/notifications/event-texts';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** What a line of the list says, on the screen and in its file. */
export function useSentTexts() {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  return {
    channel: (name: string): string => {
      const known = CHANNELS.find((one) => one === name);
      return known ? t(`channel.${known}`) : name;
    },
    status: (name: string): string => {
      const known = STATUSES.find((one) => one === name);
      return known ? t(`sent.is.${known}`) : name;
    },
    result: ({ status, error, due_at }: SentRow): string => {
      if (status === 'waiting' && due_at) return t('sent.due', { when: format.dateTime(due_at) });
      return error ? problemText(error) : '';
    },
  };
}
