import { Compass } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { SignedInShell } from '@/app/routes/protected-area';
import { FullPageSpinner } from '@/components/shared/full-page-spinner';
import { PageTitle } from '@/components/shared/page-title';
import { Button } from '@/components/ui/button';
import { useSession } from '@/entities/session/use-session';
import { useTranslation } from '@/lib/use-translation';

function NotFound() {
  const { t } = useTranslation('common');
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-16 text-center">
      <PageTitle title={t('notFound.title')} />
      <span className="mb-3 grid size-14 place-items-center rounded-full bg-primary-soft text-primary">
        <Compass className="size-6.5" aria-hidden="true" />
      </span>
      <h1 tabIndex={-1} className="font-[680] text-xl tracking-[-0.02em]">
        {t('notFound.title')}
      </h1>
      <p className="max-w-prose text-balance text-muted">{t('notFound.text')}</p>
      <Button asChild variant="primary" className="mt-4">
        <Link to="/">{t('notFound.back')}</Link>
      </Button>
    </div>
  );
}

/** Inside the shell for those who are signed in, alone for everyone else. */
export function Component() {
  const { pathname } = useLocation();
  const session = useSession();
  useEffect(() => console.error('No page at this address:', pathname), [pathname]);
  if (session.status === 'loading') return <FullPageSpinner />;
  if (session.user && session.status !== 'second-factor') {
    return (
      <SignedInShell userId={session.user.id}>
        <NotFound />
      </SignedInShell>
    );
  }
  return (
    <main className="grid min-h-dvh place-items-center">
      <NotFound />
    </main>
  );
}
