import '@/styles/shell.css';
import { KioskScreen } from '@/features/kiosk/kiosk-screen';

/** Outside the shell: the tablet has a session of its own and no employee. */
export const Component = KioskScreen;
