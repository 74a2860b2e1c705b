import { Link } from 'react-router';
import { Notice } from '@/components/shared/notice';
import { contractAddress } from '@/features/public-work/contract/check-places';
import type { Lack, Place } from '@/features/public-work/report/files/made-file';
import { translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

const PLACES: readonly Place[] = ['contractor', 'contract', 'codes', 'workers', 'facts', 'report'];
const SHOWN = 5;

interface LackListProps {
  lacks: readonly Lack[];
  projectId: string;
}

/** What a file lacks, by the place where somebody fills it in. */
export function LackList({ lacks, projectId }: LackListProps) {
  const { t } = useTranslation('agency-files');
  const addresses: Partial<Record<Place, string>> = {
    contractor: '/public-work?dialog=contractor',
    contract: contractAddress(projectId),
    facts: '/public-work?tab=facts',
  };
  return (
    <Notice tone="attention" title={t('lack.title')}>
      <ul className="mt-1 grid gap-2">
        {PLACES.map((place) => {
          const own = lacks.filter((lack) => lack.place === place);
          if (own.length === 0) return null;
          const fields = [...new Set(own.map(({ field }) => field))];
          const address = addresses[place];
          return (
            <li key={place}>
              <span className="font-[550]">{t(`place.${place}`)}</span>
              {address && (
                <>
                  {' '}
                  <Link className="text-primary underline" to={address}>
                    {t('lack.open')}
                  </Link>
                </>
              )}
              <ul className="list-disc pl-5">
                {fields.map((field) => {
                  const whose = own.flatMap((lack) =>
                    lack.field === field && lack.who ? [lack.who] : [],
                  );
                  const more = whose.length - SHOWN;
                  return (
                    <li key={field} className="wrap-anywhere">
                      {translate(`agency-files:field.${field}`)}
                      {whose.length > 0 && `: ${whose.slice(0, SHOWN).join(', ')}`}
                      {more > 0 && ` ${t('lack.more', { count: more })}`}
                    </li>
                  );
                })}
              </ul>
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
