import type { TextStatus } from '@/entities/texts/text-status';
import { useFormat } from '@/lib/format-context';
import { hasText, translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

/** What became of the last text. */
export function LastText({ text }: { text: NonNullable<TextStatus['last_text']> }) {
  const { t } = useTranslation('texts');
  const format = useFormat();
  const reason = `texts:error.${text.error}`;
  const why = text.status === 'failed' && hasText(reason) ? ` ${translate(reason)}` : '';
  return (
    <p
      role="status"
      className={text.status === 'failed' ? 'text-danger text-sm' : 'text-muted text-sm'}
    >
      {t(`last.${text.status}`, { at: format.dateTime(text.updated_at) })}
      {why}
    </p>
  );
}
