import { Settings } from 'lucide-react';
import { useMaySeeSystem } from '@/entities/system/use-may-see-system';
import { useEmployee, useIsPrivileged } from '@/entities/viewer/use-viewer';
import type { Result } from '@/features/search/result';
import { useTranslation } from '@/lib/use-translation';

/** Cards of the settings: their tab, the key of their title, other words for them, and for whom. */
const CARDS = [
  ['profile', 'settings:tab.profile', 'profile', 'everyone'],
  ['profile', 'settings:emergency.title', 'emergency', 'everyone'],
  ['notifications', 'settings:tab.notifications', 'notifications', 'everyone'],
  ['notifications', 'push:title', 'push', 'everyone'],
  ['notifications', 'notifications:snooze.title', 'snooze', 'everyone'],
  ['notifications', 'notifications:quiet.title', 'quiet', 'everyone'],
  ['notifications', 'notifications:sent.titleAll', 'sent', 'everyone'],
  ['notifications', 'notifications:company.title', 'notificationDefaults', 'managers'],
  ['notifications', 'notifications:people.title', 'reach', 'managers'],
  ['preferences', 'settings:tab.preferences', 'preferences', 'everyone'],
  ['preferences', 'settings:calendar.title', 'calendar', 'everyone'],
  ['security', 'settings:security.password', 'password', 'everyone'],
  ['security', 'settings:security.twoFactor', 'twoFactor', 'everyone'],
  ['security', 'settings:security.sessions', 'sessions', 'everyone'],
  ['company', 'settings:tab.company', 'company', 'managers'],
  ['company', 'settings:location.title', 'location', 'managers'],
  ['company', 'settings:schedule.title', 'schedule', 'managers'],
  ['company', 'settings:clockRules.title', 'clockRules', 'managers'],
  ['company', 'forgotten-punch:settings.title', 'forgottenPunches', 'managers'],
  ['company', 'common:ownTime.title', 'ownTime', 'managers'],
  ['company', 'settings:storage.title', 'storage', 'managers'],
  ['company', 'settings:overtime.title', 'overtime', 'owners'],
  ['company', 'settings:exceptions.title', 'exceptions', 'owners'],
  ['company', 'settings:rounding.title', 'rounding', 'managers'],
  ['company', 'texts:company.title', 'texts', 'managers'],
  ['company', 'settings:records.title', 'records', 'managers'],
  ['kiosks', 'settings:kiosks.title', 'kiosks', 'managers'],
  ['developers', 'settings:tab.developers', 'developers', 'managers'],
  ['developers', 'settings:tab.developers', 'tokens', 'workers'],
  ['system', 'settings:tab.system', 'system', 'system'],
] as const;

/** Those that stand in a part of their tab. */
const VIEWS: Partial<Record<(typeof CARDS)[number][2], string>> = {
  sent: '&view=sent',
  notificationDefaults: '&view=company',
  reach: '&view=company',
};

/** Each card of the settings the viewer has; the address opens its tab and brings it into sight. */
export function useSettings(): Result[] {
  const { t } = useTranslation([
    'search',
    'settings',
    'notifications',
    'push',
    'texts',
    'forgotten-punch',
    'common',
  ]);
  const role = useEmployee()?.role;
  const privileged = useIsPrivileged();
  const allows = {
    everyone: true,
    workers: !privileged,
    managers: privileged,
    owners: role === 'owner',
    system: useMaySeeSystem() === true,
  };
  return CARDS.filter(([, , , who]) => allows[who]).map(([tab, key, name]) => ({
    key: `setting ${key}`,
    group: 'settings',
    icon: <Settings className="text-muted" aria-hidden="true" />,
    title: t(key),
    detail: t(`settings:tab.${tab}`),
    words: [t('settings:title'), t(`setting.${name}`)],
    address: `/settings?tab=${tab}${VIEWS[name] ?? ''}&card=${key}`,
  }));
}
