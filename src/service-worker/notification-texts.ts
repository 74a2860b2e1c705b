/** What the worker says itself, when the app with its texts is closed. One file: it must work without a network. */
const TEXTS = {
  en: {
    unread: { title: 'Chalkline', body: 'There is something new. Open the app to see it.' },
    done: {
      stop: 'Your clock was stopped.',
      confirm: 'Confirmed.',
      acknowledge: 'Acknowledged.',
    },
    stoppedAt: 'Your clock was stopped at {{time}}.',
    waiting: 'Saved on this device. It is sent when there is a connection.',
    refused: 'This could not be done from here. Tap to open it.',
    actions: { stop: 'Stop now', confirm: 'Confirm', acknowledge: 'Acknowledge' },
  },
  es: {
    unread: { title: 'Chalkline', body: 'Hay algo nuevo. Abre la aplicación para verlo.' },
    done: {
      stop: 'Se marcó tu salida.',
      confirm: 'Confirmado.',
      acknowledge: 'Enterado.',
    },
    stoppedAt: 'Se marcó tu salida: {{time}}.',
    waiting: 'Guardado en este dispositivo. Se envía cuando haya conexión.',
    refused: 'No se pudo hacer desde aquí. Toca para abrirlo.',
    actions: { stop: 'Marcar salida', confirm: 'Confirmar', acknowledge: 'Enterado' },
  },
} as const;

export type DeviceAction = keyof (typeof TEXTS)['en']['actions'];

export const isDeviceAction = (name: string): name is DeviceAction => name in TEXTS.en.actions;

export const notificationTexts = (language: string) =>
  language.startsWith('es') ? TEXTS.es : TEXTS.en;
