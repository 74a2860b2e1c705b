import type { Language } from '../../mail/languages.ts';

export interface PageText {
  readonly title: string;
  readonly lead: string;
  readonly language: string;
  readonly status: {
    readonly title: string;
    readonly checking: string;
    readonly ok: string;
    readonly okText: string;
    readonly open: string;
    readonly untrusted: string;
    readonly untrustedText: string;
    readonly untrustedIphone: string;
    readonly silent: string;
    readonly silentText: string;
    readonly again: string;
    readonly noScript: string;
  };
  readonly steps: string;
  readonly address: { readonly title: string; readonly scan: string; readonly also: string };
  readonly about: {
    readonly title: string;
    readonly limits: string;
    readonly fingerprint: string;
    readonly remove: string;
  };
  readonly missing: { readonly title: string; readonly text: string };
  readonly off: {
    readonly title: string;
    readonly lead: string;
    readonly lan: string;
    readonly domain: string;
    readonly after: string;
  };
}

export const PAGE_TEXT: Readonly<Record<Language, PageText>> = {
  en: {
    title: 'Set up this device',
    lead: 'Once for each device, about two minutes. After that Chalkline works on it without a signal, with location, camera and notifications.',
    language: 'Language',
    status: {
      title: 'Does it work?',
      checking: 'Checking…',
      ok: 'This device is ready',
      okText: 'It trusts this server. Open Chalkline and add it to your home screen.',
      open: 'Open Chalkline',
      untrusted: 'Not yet',
      untrustedText:
        'This device does not trust this server yet. Follow the steps below; this page checks again when you come back. If you did all of them, close the browser completely and open this page again.',
      untrustedIphone:
        'This device does not trust this server yet. Follow the steps below; this page checks again when you come back. If the profile is installed, only the switch of step 4 is missing.',
      silent: 'No answer from {address}',
      silentText:
        'This device must be in the same network as the server, and the server’s firewall must let port {port} through.',
      again: 'Check again',
      noScript: 'Open {address}. If the browser shows it without a warning, this device is ready.',
    },
    steps: 'Steps',
    address: {
      title: 'For the next device',
      scan: 'Scan this code with its camera, or type {address}',
      also: 'Chalkline itself is at',
    },
    about: {
      title: 'What you install',
      limits:
        'The authority of this server alone. It can vouch for addresses in local networks and names that end in .local, not for your bank or your mail.',
      fingerprint:
        'To be sure that it is the right one, compare its SHA-256 fingerprint with what the server printed when it started:',
      remove:
        'You can remove it at any time where you installed it. Chalkline then needs a signal again.',
    },
    missing: {
      title: 'The certificate is not ready',
      text: 'The server has printed why. This page shows the steps as soon as it has one.',
    },
    off: {
      title: 'HTTPS is not set up on this server',
      lead: 'Over plain HTTP, browsers give no work without a signal, no location, no camera and no notifications. Whoever runs this server can change that with one command.',
      lan: 'In a local network, without a name on the internet:',
      domain: 'On the internet, with a name that points to this server:',
      after: 'With LAN=1 this page then shows the steps for each phone and computer.',
    },
  },
  es: {
    title: 'Prepara este dispositivo',
    lead: 'Una vez por dispositivo, unos dos minutos. Después Chalkline funciona en él sin señal, con ubicación, cámara y notificaciones.',
    language: 'Idioma',
    status: {
      title: '¿Ya funciona?',
      checking: 'Comprobando…',
      ok: 'Este dispositivo está listo',
      okText: 'Confía en este servidor. Abre Chalkline y agrégalo a tu pantalla de inicio.',
      open: 'Abrir Chalkline',
      untrusted: 'Todavía no',
      untrustedText:
        'Este dispositivo aún no confía en este servidor. Sigue los pasos de abajo; la página vuelve a comprobar cuando regresas. Si ya los hiciste todos, cierra el navegador por completo y abre la página otra vez.',
      untrustedIphone:
        'Este dispositivo aún no confía en este servidor. Sigue los pasos de abajo; la página vuelve a comprobar cuando regresas. Si el perfil ya está instalado, solo falta el interruptor del paso 4.',
      silent: '{address} no responde',
      silentText:
        'Este dispositivo debe estar en la misma red que el servidor, y el firewall del servidor debe dejar pasar el puerto {port}.',
      again: 'Comprobar otra vez',
      noScript:
        'Abre {address}. Si el navegador la muestra sin advertencia, este dispositivo está listo.',
    },
    steps: 'Pasos',
    address: {
      title: 'Para el siguiente dispositivo',
      scan: 'Escanea este código con su cámara, o escribe {address}',
      also: 'Chalkline está en',
    },
    about: {
      title: 'Qué instalas',
      limits:
        'Solo la autoridad de este servidor. Puede responder por direcciones de redes locales y nombres que terminan en .local, no por tu banco ni por tu correo.',
      fingerprint:
        'Para estar seguro de que es la correcta, compara su huella SHA-256 con la que el servidor mostró al iniciar:',
      remove:
        'Puedes quitarla cuando quieras, donde la instalaste. Entonces Chalkline vuelve a necesitar señal.',
    },
    missing: {
      title: 'El certificado no está listo',
      text: 'El servidor mostró por qué. Esta página muestra los pasos en cuanto tenga uno.',
    },
    off: {
      title: 'HTTPS no está configurado en este servidor',
      lead: 'Sin HTTPS, los navegadores no permiten trabajar sin señal, ni ubicación, ni cámara, ni notificaciones. Quien administra este servidor lo cambia con un solo comando.',
      lan: 'En una red local, sin nombre en internet:',
      domain: 'En internet, con un nombre que apunta a este servidor:',
      after: 'Con LAN=1, esta página muestra después los pasos para cada teléfono y computadora.',
    },
  },
};

export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
