import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { signInName } from '@/entities/session/sign-in-name';
import { continueWithLink } from '@/features/auth/api/continue-with-link';
import { storedSession } from '@/lib/stored-session';
import type { OfferedLink } from '@/lib/url-fragment';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** The link of a mail may be anybody's: one person's work must not go to the account of whoever sent it. */
export function OfferedLinkDialog({ link: { address, name } }: { link: OfferedLink }) {
  const { t } = useTranslation('auth');
  const [isOpen, setIsOpen] = useState(true);
  const [current] = useState(() => signInName(storedSession()?.user));
  const proceed = useWrite({ send: continueWithLink, failureTitle: 'common:signOut.failed' });
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogContent
        title={t('offered.title')}
        description={
          name ? t('offered.question', { current, other: name }) : t('offered.unknown', { current })
        }
        width="small"
        onTop
      >
        <DialogBody className="text-muted text-sm">{t('offered.hint', { current })}</DialogBody>
        <DialogFooter>
          <Button onClick={() => proceed.mutate(address)} busy={proceed.isPending}>
            {name ? t('offered.continue', { other: name }) : t('offered.continueUnknown')}
          </Button>
          <Button variant="primary" onClick={() => setIsOpen(false)}>
            {t('offered.stay')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
