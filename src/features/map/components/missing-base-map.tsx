import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { shownBaseMap } from '@/lib/env';
import { useTranslation } from '@/lib/use-translation';

const STORAGE_KEY = 'chalkline.map-without-streets';

/** Managers and owners learn what the map lacks and how to get it, until they say that they know. */
export function MissingBaseMap() {
  const { t } = useTranslation('map');
  const role = useEmployee()?.role;
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
      {t(`missing.${role}`)}{' '}
      <Link
        className="font-[550] text-primary underline"
        to={role === 'owner' ? '/settings?tab=system&card=system:baseMap.title' : '/help/map'}
      >
        {t(role === 'owner' ? 'missing.system' : 'missing.guide')}
      </Link>
    </Notice>
  );
}
