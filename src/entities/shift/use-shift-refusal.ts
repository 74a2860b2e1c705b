import { errorText, toAppError } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

interface ShiftInTheWay {
  project: string | null;
  starts_at: string;
  ends_at: string;
}

/** Says why a shift could not be given to someone, and names the shift that is in the way. */
export function useShiftRefusal(failure: 'take' | 'swap'): (cause: unknown) => void {
  const { t } = useTranslation(['scheduling', 'common']);
  const format = useFormat();
  return (cause) => {
    const error = toAppError(cause);
    const isOverlap = error.code === 'shift_overlap' && error.detail;
    const other = isOverlap ? (JSON.parse(error.detail ?? '{}') as ShiftInTheWay) : null;
    const reason = other
      ? t('error.overlap', {
          project: other.project ?? t('cell.noProject'),
          from: format.dateTime(other.starts_at),
          to: format.time(other.ends_at),
        })
      : errorText(cause);
    toast.error(t('common:error.title'), { description: `${t(`error.${failure}`)} ${reason}` });
  };
}
