import type { ReactNode } from 'react';
import { Wordmark } from '@/components/shared/wordmark';

interface VisitorPageProps {
  /** Whose page it is; null as long as nobody knows. */
  title: string | null;
  subtitle: ReactNode;
  /** At the end of the header. */
  languages: ReactNode;
  children: ReactNode;
}

/** A page for people without an account: no shell, on a phone first. */
export function VisitorPage({ title, subtitle, languages, children }: VisitorPageProps) {
  return (
    <>
      <header className="border-b bg-surface">
        <div className="mx-auto flex w-full max-w-3xl items-center gap-3 px-4 py-3">
          <div className="min-w-0 flex-1">
            {title === null ? (
              <Wordmark size="large" />
            ) : (
              <>
                <h1 tabIndex={-1} className="font-[680] text-lg tracking-[-0.01em] wrap-anywhere">
                  {title}
                </h1>
                <p className="text-muted text-sm wrap-anywhere">{subtitle}</p>
              </>
            )}
          </div>
          {languages}
        </div>
      </header>
      <main className="mx-auto grid w-full max-w-3xl gap-4 px-4 py-4">{children}</main>
    </>
  );
}
