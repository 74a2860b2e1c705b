import { EquipmentScreen } from '@/features/equipment/equipment-screen';

export function Component() {
  return <EquipmentScreen />;
}
