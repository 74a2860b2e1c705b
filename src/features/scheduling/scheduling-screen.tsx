import { useEmployee, useMay } from '@/entities/viewer/use-viewer';
import { BoardScreen } from '@/features/scheduling/board-screen';
import { MySchedule } from '@/features/scheduling/components/my-schedule';

/** Planners and foremen get the board, everyone else their own shifts. */
export function SchedulingScreen() {
  const leads = useMay('schedule');
  const isForeman = useEmployee()?.role === 'foreman';
  return leads || isForeman ? <BoardScreen /> : <MySchedule />;
}
