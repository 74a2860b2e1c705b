import { useLocation } from 'react-router';
import { Button } from '@/components/ui/button';
import { useVisitProvider } from '@/features/auth/api/visit-provider';
import type { SignInProvider } from '@/lib/env';
import { useTranslation } from '@/lib/use-translation';

export interface ProviderButtonsProps {
  providers: readonly SignInProvider[];
}

/** Signing in with an account of somebody else: Google, Microsoft, the company's own. */
export function ProviderButtons({ providers }: ProviderButtonsProps) {
  const { t } = useTranslation('sign-in-providers');
  const visit = useVisitProvider();
  const from = (useLocation().state as { from?: unknown } | null)?.from;
  return (
    <div className="grid gap-2.5">
      <p className="flex h-5 items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {t('or')}
      </p>
      {providers.map(({ name, label }) => {
        const isOpening = visit.isPending && visit.variables.provider === name;
        return (
          <Button
            key={name}
            size="large"
            block
            busy={isOpening}
            disabled={visit.isPending && !isOpening}
            onClick={() => visit.mutate({ provider: name, from })}
          >
            {t(isOpening ? 'busy' : 'continue', { name: label })}
          </Button>
        );
      })}
    </div>
  );
}
