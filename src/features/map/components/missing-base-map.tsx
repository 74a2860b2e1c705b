import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { useMaySeeSystem } from '@/entities/system/use-may-see-system';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { shownBaseMap } from '@/lib/env';
import { useTranslation } from '@/lib/use-translation';

const STORAGE_KEY = 'chalkline.map-without-streets';

/** Managers and owners learn what the map lacks and how to get it, until they say that they know. */
export function MissingBaseMap() {
  const { t } = useTranslation('map');
  const role = useEmployee()?.role;
  const maySeeSystem = useMaySeeSystem() ?? false;
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(STORAGE_KEY) !== null);
  const { tiles, styleUrl } = shownBaseMap();
  const isTold = role === 'owner' || role === 'manager';
  if (!isTold || isDismissed || tiles || styleUrl) return null;
  const dismiss = () => {
    localStorage.setItem(STORAGE_KEY, 'known');
    setDismissed(true);
  };
  return (
    <Notice
      action={
        <Button
          size="icon"
          variant="ghost"
          className="-my-1.5"
          aria-label={t('missing.dismiss')}
          onClick={dismiss}
        >
          <X aria-hidden="true" />
        </Button>
      }
    >
      {t(maySeeSystem ? 'missing.owner' : 'missing.manager')}{' '}
      <Link
        className="font-[550] text-primary underline"
        to={maySeeSystem ? '/settings?tab=system&card=system:group.map' : '/help/map'}
      >
        {t(maySeeSystem ? 'missing.system' : 'missing.guide')}
      </Link>
    </Notice>
  );
}
