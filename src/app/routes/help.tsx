import { helpPage } from '@/app/shell/help-address';
import { navigation } from '@/app/shell/navigation';
import { HelpScreen } from '@/features/help/help-screen';
import { useTranslation } from '@/lib/use-translation';

export function Component() {
  const { t } = useTranslation(['help', 'shell']);
  const all = navigation.map(({ path, title }) => ({
    name: helpPage(path),
    title: t(`shell:nav.${title}`),
  }));
  // Further pages of a screen are listed below its own.
  const screens = all.filter(({ name }) => !all.some((other) => name.startsWith(`${other.name}-`)));
  return <HelpScreen pages={[{ name: 'first-week', title: t('firstWeek') }, ...screens]} />;
}
