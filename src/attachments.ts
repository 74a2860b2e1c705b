// The files of mails, packed for the server (dist-server/attachments.js): the renderers of the screens, no others.
import regular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf?inline';
import bold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf?inline';
import { createInstance } from 'i18next';
import { type ReportRequest, reportAttachment } from '@/features/activity-reports/attachment';
import en from '@/locales/en/activity-reports.json';
import es from '@/locales/es/activity-reports.json';

/** What the server gives beside the request. */
interface Tools {
  call: (name: string, args: Record<string, unknown>) => Promise<unknown[]>;
}

const words = createInstance();
const ready = words.init({
  resources: { en: { 'activity-reports': en }, es: { 'activity-reports': es } },
  fallbackLng: 'en',
  interpolation: { escapeValue: false },
});

/** `data:font/ttf;base64,…` */
const base64Of = (address: string): string => address.slice(address.indexOf(',') + 1);

export async function attachmentOf(request: ReportRequest & { renderer: string }, { call }: Tools) {
  if (request.renderer !== 'activity_report') return undefined;
  await ready;
  return reportAttachment(request, {
    call,
    wordsOf: (language) => words.getFixedT(language, 'activity-reports'),
    fonts: async () => ({ regular: base64Of(regular), bold: base64Of(bold) }),
  });
}
