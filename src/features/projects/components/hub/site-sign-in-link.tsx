import { Link } from 'react-router';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useTranslation } from '@/lib/use-translation';

/** The way to visitors and subcontractors of this site, and to how they sign in. */
export function SiteSignInLink({ projectId }: { projectId: string }) {
  const { t } = useTranslation('site-sign-in');
  const isUsed = useViewer().site_sign_in === true;
  return (
    <Card>
      <CardHeader title={t('hub.title')} divided />
      <CardBody className="grid justify-items-start gap-3">
        <p className="text-muted text-sm">{t('hub.text')}</p>
        <Button asChild>
          <Link to={`/site-sign-in?project=${projectId}`}>
            {t(isUsed ? 'hub.open' : 'hub.off')}
          </Link>
        </Button>
      </CardBody>
    </Card>
  );
}
