import { late } from '@/components/shared/late';
import { EmployeesScreen } from '@/features/employees/employees-screen';
import { withTexts } from '@/lib/with-texts';

const PacketCard = late(() =>
  withTexts(
    import('@/features/packets/packet-card').then((file) => file.PacketCard),
    'packets',
  ),
);

export function Component() {
  return <EmployeesScreen packets={PacketCard} />;
}
