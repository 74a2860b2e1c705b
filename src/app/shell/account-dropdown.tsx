import { CircleQuestionMark, LogOut, Settings, UserRound } from 'lucide-react';
import { Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AccountButton } from '@/app/shell/account-button';
import { CompaniesMenu } from '@/app/shell/companies';
import { helpAddress } from '@/app/shell/help-address';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { signInName } from '@/entities/session/sign-in-name';
import { useSession } from '@/entities/session/use-session';
import { useSignOut } from '@/entities/session/use-sign-out';
import { useSavePreferences } from '@/entities/viewer/use-save-preferences';
import { useRoleLabel, useViewer, useViewerName } from '@/entities/viewer/use-viewer';
import { changeLanguage } from '@/lib/i18n';
import { LANGUAGES, type Language } from '@/lib/languages';
import { setTheme, THEMES, type Theme, useTheme } from '@/lib/theme';
import { useTranslation } from '@/lib/use-translation';

function ThemeSwitch() {
  const { t } = useTranslation('shell');
  const theme = useTheme();
  const save = useSavePreferences();
  const choose = (next: string): void => {
    setTheme(next as Theme);
    save.mutate({ theme: next as Theme });
  };
  return (
    <>
      <DropdownMenuLabel>{t('theme.label')}</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={theme} onValueChange={choose}>
        {THEMES.map((option) => (
          <DropdownMenuRadioItem
            key={option}
            value={option}
            onSelect={(event) => event.preventDefault()}
          >
            {t(`theme.${option}`)}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  );
}

function LanguageSwitch() {
  const { t, language } = useTranslation('shell');
  const save = useSavePreferences();
  const choose = (next: string): void => {
    void changeLanguage(next as Language);
    save.mutate({ language: next });
  };
  return (
    <>
      <DropdownMenuLabel>{t('language.label')}</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={language} onValueChange={choose}>
        {LANGUAGES.map((option) => (
          <DropdownMenuRadioItem
            key={option}
            value={option}
            lang={option}
            onSelect={(event) => event.preventDefault()}
          >
            {t(`language.${option}`)}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  );
}

/** Default export because it is loaded with the first touch of the button. */
export default function AccountDropdown() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { user } = useSession();
  const name = useViewerName();
  const role = useRoleLabel();
  const signOut = useSignOut();
  const { companies = 1 } = useViewer();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <AccountButton />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-60">
        <div className="px-2.5 pt-1 pb-2">
          <p className="text-muted text-xs">{t('account.myAccount')}</p>
          <p className="truncate font-[620] text-sm">{name}</p>
          <p className="truncate text-muted text-xs">{signInName(user)}</p>
          <p className="truncate text-muted text-xs">{role}</p>
        </div>
        <DropdownMenuSeparator />
        {companies > 1 && (
          <Suspense>
            <CompaniesMenu />
          </Suspense>
        )}
        <DropdownMenuItem onSelect={() => void navigate('/settings?tab=profile')}>
          <UserRound aria-hidden="true" />
          {t('account.profile')}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void navigate('/settings')}>
          <Settings aria-hidden="true" />
          {t('account.settings')}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void navigate(helpAddress(pathname))}>
          <CircleQuestionMark aria-hidden="true" />
          {t('account.help')}
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <ThemeSwitch />
        <DropdownMenuSeparator />
        <LanguageSwitch />
        <DropdownMenuSeparator />
        <DropdownMenuItem disabled={signOut.isPending} onSelect={() => signOut.mutate('global')}>
          <LogOut aria-hidden="true" />
          {t('account.logOut')}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
