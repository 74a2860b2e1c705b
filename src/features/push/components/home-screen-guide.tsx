import type { ReactNode } from 'react';
import { homeScreenWay, pushEnvironment } from '@/entities/push/push-support';
import {
  AddItemPicture,
  HomeIconPicture,
  MoreMenuPicture,
  ShareBarPicture,
} from '@/features/push/components/home-screen-pictures';
import { useTranslation } from '@/lib/use-translation';

interface Step {
  text: string;
  picture?: ReactNode;
}

/** On iPhone and iPad: how to put the app on the Home Screen, in the version at hand. */
export function HomeScreenGuide() {
  const { t } = useTranslation('push');
  const environment = pushEnvironment();
  const way = homeScreenWay(environment);
  const isPad = !/iPhone|iPod/.test(environment.userAgent);
  const add: Step = { text: t('homeScreen.add'), picture: <AddItemPicture /> };
  const open: Step = { text: t('homeScreen.open'), picture: <HomeIconPicture /> };
  const steps: Record<typeof way, Step[]> = {
    safari: [
      {
        text: t(isPad ? 'homeScreen.shareAbove' : 'homeScreen.shareBelow'),
        picture: <ShareBarPicture above={isPad} />,
      },
      add,
      open,
    ],
    'safari-26': [
      { text: t('homeScreen.more'), picture: <MoreMenuPicture /> },
      { ...add, text: t('homeScreen.addAsApp') },
      open,
    ],
    'other-browser': [
      { text: t('homeScreen.shareAddress'), picture: <ShareBarPicture above /> },
      add,
      open,
    ],
    'inside-app': [{ text: t('homeScreen.insideApp') }],
  };
  return (
    <div className="grid gap-3">
      <div>
        <p className="font-[620]">{t('homeScreen.title')}</p>
        <p className="text-muted text-sm">{t('homeScreen.text')}</p>
      </div>
      <ol className="grid gap-3 sm:grid-cols-3">
        {steps[way].map(({ text, picture }, index) => (
          <li
            key={text}
            className="flex items-center gap-3 rounded-card border bg-sunken p-3 sm:flex-col sm:items-start"
          >
            {picture}
            <p className="text-sm">
              <span className="font-[620]">{index + 1}.</span> {text}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
