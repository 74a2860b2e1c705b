import { navigation } from '@/app/shell/navigation';

/** Screens that are explained on another one's page. */
const EXPLAINED_ON: Record<string, string> = {
  '': 'dashboard',
  crew: 'employees',
  breaks: 'employees',
  'crew-hours': 'employees',
  forms: 'verification-forms',
  safety: 'verification-safety',
  'site-sign-in': 'verification-site-sign-in',
};

/** The page of the guide about a screen; `/scheduling/time-off` is explained with `/scheduling`. */
export function helpPage(path: string): string {
  const name = path.split('/')[1] ?? '';
  return EXPLAINED_ON[name] ?? name;
}

/** Where Help leads from a screen: to its page, or to the first. */
export function helpAddress(path: string): string {
  const page = helpPage(path);
  return navigation.some((entry) => helpPage(entry.path) === page) ? `/help/${page}` : '/help';
}
