import { isMailCaptured } from '@/lib/env';
import { useTranslation } from '@/lib/use-translation';

/** Only who sits at the server's own machine may read the mail it keeps. */
const isAtServer = (): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** Says, where a mail was promised, that this server sends none yet, and where it is instead. */
export function CapturedMail() {
  const { t } = useTranslation();
  if (!isMailCaptured()) return null;
  return (
    <p className="text-muted text-sm">
      {t('keptMail.text')}{' '}
      {isAtServer() && (
        <a
          href="/dev/mail"
          target="_blank"
          rel="noreferrer"
          className="font-[550] text-primary underline underline-offset-4"
        >
          {t('keptMail.open')}
        </a>
      )}
    </p>
  );
}
