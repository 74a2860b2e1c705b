import { SettingsScreen } from '@/features/settings/settings-screen';

export function Component() {
  return <SettingsScreen />;
}
