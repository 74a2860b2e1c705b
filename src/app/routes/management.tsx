import { ListsScreen } from '@/features/lists/lists-screen';

export function Component() {
  return <ListsScreen />;
}
