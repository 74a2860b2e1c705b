import { Button } from '@/components/ui/button';
import { demoLogins } from '@/lib/env';
import { useTranslation } from '@/lib/use-translation';

const ROLES = ['owner', 'manager', 'employee'] as const;

export interface DemoLoginsProps {
  busy: boolean;
  onPick: (login: { name: string; password: string }) => void;
}

/** A demo can be looked at as each of its people with one tap. Default export because only demos load it. */
export default function DemoLogins({ busy, onPick }: DemoLoginsProps) {
  const { t } = useTranslation('auth');
  const demo = demoLogins();
  if (!demo) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row.
    <div role="group" aria-label={t('demo.title')} className="grid gap-2 rounded-card border p-4">
      <p className="text-muted text-sm">{t('demo.title')}</p>
      <div className="grid grid-cols-3 gap-2">
        {demo.addresses.map((name) => {
          const role = ROLES.find((known) => name.startsWith(`${known}@`));
          return (
            <Button
              key={name}
              size="small"
              disabled={busy}
              onClick={() => onPick({ name, password: demo.password })}
            >
              {role ? t(`demo.${role}`) : name}
            </Button>
          );
        })}
      </div>
    </div>
  );
}
