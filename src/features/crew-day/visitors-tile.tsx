import { useQuery } from '@tanstack/react-query';
import { UserRoundCheck } from 'lucide-react';
import { useViewer } from '@/entities/viewer/use-viewer';
import { unresolvedVisitsQuery } from '@/features/crew-day/api/queries';
import { Tile } from '@/features/crew-day/tile';
import type { IsoDate } from '@/lib/format';
import { useTranslation } from '@/lib/use-translation';

/** Who signed in at the site, and in one line who left without signing out. */
export function VisitorsTile({ projectId, day }: { projectId: string; day: IsoDate }) {
  const { t } = useTranslation('site-sign-in');
  const companyId = useViewer().company?.id ?? '';
  const visits = useQuery(unresolvedVisitsQuery(companyId, day)).data?.filter(
    ({ project_id }) => project_id === projectId,
  );
  const count = (isOpen: boolean) =>
    visits
      ?.filter(({ how_out }) => (how_out === null) === isOpen)
      .reduce((sum, { headcount }) => sum + headcount, 0) ?? 0;
  const [here, forgot] = [count(true), count(false)];
  const texts = [
    here > 0 && t('crew.here', { count: here }),
    forgot > 0 && t('crew.forgot', { count: forgot }),
  ].filter(Boolean);
  return (
    <div className="border-t">
      <Tile
        to={`/site-sign-in?project=${projectId}`}
        icon={UserRoundCheck}
        title={t('crew.title')}
        text={visits ? texts.join(' · ') || t('crew.none') : null}
        isOpen={forgot > 0}
      />
    </div>
  );
}
