import { loadNamespaces } from '@/lib/i18n';
import { toast } from '@/lib/toast';
import { translate } from '@/lib/translation';

/** Copies and says so. False where the browser does not allow it: without HTTPS there is no clipboard. */
export async function copyText(text: string, done: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    await loadNamespaces(['copying']);
    toast.error(translate('copying:refused'));
    return false;
  }
  toast.success(done);
  return true;
}
