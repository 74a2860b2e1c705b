/** Toasts for screens. Writes that fail tell of it in `lib` already, so what sends them is there. */
export { type Action, showToastsWith, toast } from '@/lib/toast';
