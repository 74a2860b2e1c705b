import { Link } from 'react-router';
import { useTranslation } from '@/lib/use-translation';

/** Onboarding lives at `/` and can be left; this leads back to it from everywhere else. */
export default function SetupNotice() {
  const { t } = useTranslation('shell');
  return (
    <aside
      data-print="hide"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-primary-soft px-3.5 py-2.5 text-sm md:px-7"
    >
      <span>{t('setup.text')}</span>
      <Link
        to="/"
        className="rounded-small font-[620] text-primary underline-offset-4 hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
      >
        {t('setup.action')}
      </Link>
    </aside>
  );
}
