import { useQuery } from '@tanstack/react-query';
import { Notice } from '@/components/shared/notice';
import { lostPhotosQuery } from '@/features/verification/api/kiosk-photos';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface LostPhotosProps {
  companyId: string;
  nameOf: (employeeId: string) => string;
}

/** Photos nobody will ever see are told, not left out. Their punches stand. */
export function LostPhotos({ companyId, nameOf }: LostPhotosProps) {
  const { t } = useTranslation('verification');
  const format = useFormat();
  const { data } = useQuery(lostPhotosQuery(companyId));
  if (!data || data.photos.length === 0) return null;
  const more = data.count - data.photos.length;
  return (
    <Notice tone="attention" title={t('photos.lost', { count: data.count })}>
      <p>{t('photos.lostText')}</p>
      <ul className="mt-1">
        {data.photos.map(({ id, employee_id, taken_at }) => (
          <li key={id}>
            {nameOf(employee_id)}, {format.dateTime(taken_at)}
          </li>
        ))}
        {more > 0 && <li>{t('photos.lostMore', { count: more })}</li>}
      </ul>
    </Notice>
  );
}
