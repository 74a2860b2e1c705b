import type { AuthMailTexts } from './auth-mail-texts.ts';

const LINK_LASTS = 'El enlace funciona una sola vez y durante {{valid_for}}.';
const NOT_YOU = 'Si tú no lo pediste, puedes ignorar este correo. Nada cambiará.';
const ENTER_CODE = 'O escribe este código:';

export const spanish: AuthMailTexts = {
  auth_signup: {
    subject: 'Confirma tu correo electrónico',
    heading: 'Confirma tu correo electrónico',
    paragraphs: [
      'Te damos la bienvenida a {{app_name}}. Solo falta un paso: confirma que {{email}} es tu dirección.',
    ],
    button: 'Confirmar dirección',
    code: ENTER_CODE,
    footnotes: [LINK_LASTS, 'Si tú no te registraste, puedes ignorar este correo.'],
  },
  auth_account_exists: {
    subject: 'Ya tienes una cuenta',
    heading: 'Ya tienes una cuenta',
    paragraphs: [
      'Alguien, esperamos que tú, se registró en {{app_name}} con {{email}}. Esta dirección ya tiene una cuenta, así que no se creó otra. Inicia sesión con la contraseña que ya tienes.',
    ],
    button: 'Iniciar sesión',
    also: {
      reason: '¿Olvidaste tu contraseña?',
      label: 'Elige una nueva',
      link: '{{site_url}}/auth/forgot-password',
    },
    footnotes: [NOT_YOU],
  },
  auth_recovery: {
    subject: 'Restablece tu contraseña',
    heading: 'Restablece tu contraseña',
    paragraphs: ['Alguien, esperamos que tú, pidió una contraseña nueva para {{email}}.'],
    button: 'Elegir una contraseña nueva',
    code: ENTER_CODE,
    footnotes: [LINK_LASTS, NOT_YOU],
  },
  auth_magiclink: {
    subject: 'Tu enlace para iniciar sesión',
    heading: 'Iniciar sesión en {{app_name}}',
    paragraphs: ['Abre el enlace para iniciar sesión como {{email}}. No necesitas contraseña.'],
    button: 'Iniciar sesión',
    code: ENTER_CODE,
    footnotes: [LINK_LASTS, NOT_YOU],
  },
  auth_invite: {
    subject: 'Te invitaron a {{app_name}}',
    heading: 'Tienes una invitación',
    paragraphs: [
      'Te invitaron a usar {{app_name}} con la dirección {{email}}. Acepta la invitación y elige una contraseña.',
    ],
    button: 'Aceptar invitación',
    footnotes: [LINK_LASTS],
  },
  auth_email_change_current: {
    subject: 'Confirma el cambio de tu correo electrónico',
    heading: 'Cambio de tu correo electrónico',
    paragraphs: [
      'La dirección de tu cuenta va a cambiar de {{old_email}} a {{new_email}}. Debes confirmarlo desde las dos direcciones. Este correo es para la anterior.',
    ],
    button: 'Confirmar cambio',
    footnotes: [
      LINK_LASTS,
      'Si no fuiste tú, no confirmes: cambia tu contraseña de inmediato, porque otra persona entró a tu cuenta.',
    ],
  },
  auth_email_change_new: {
    subject: 'Confirma tu nuevo correo electrónico',
    heading: 'Confirma tu nuevo correo electrónico',
    paragraphs: [
      'La dirección de una cuenta en {{app_name}} va a ser {{new_email}}. Confirma que es tuya.',
    ],
    button: 'Confirmar dirección',
    footnotes: [LINK_LASTS, NOT_YOU],
  },
  auth_reauthentication: {
    subject: 'Tu código de confirmación: {{code}}',
    heading: 'Confirma que eres tú',
    paragraphs: ['Estás a punto de cambiar algo importante en tu cuenta.'],
    code: 'Escribe este código:',
    footnotes: [
      'El código funciona una sola vez y durante {{valid_for}}. No se lo digas a nadie.',
      'Si no fuiste tú, cambia tu contraseña de inmediato.',
    ],
  },
  auth_password_changed: {
    subject: 'Tu contraseña cambió',
    heading: 'Tu contraseña cambió',
    paragraphs: [
      'La contraseña de tu cuenta {{email}} acaba de cambiar y se cerró la sesión en los demás dispositivos.',
      'Si fuiste tú, no tienes que hacer nada. Si no, restablece tu contraseña ahora y avisa a tu administrador.',
    ],
    footnotes: [],
  },
  auth_recovery_code_used: {
    subject: 'Se usó un código de recuperación',
    heading: 'Se usó un código de recuperación',
    paragraphs: [
      'Alguien entró a tu cuenta {{email}} con un código de recuperación en lugar de la aplicación de autenticación.',
      'Si fuiste tú, quita la aplicación perdida en los ajustes de seguridad y configura una nueva. Si no, cambia tu contraseña ahora y avisa a tu administrador.',
    ],
    footnotes: [],
  },
  system_test: {
    subject: 'Correo de prueba de {{app_name}}',
    heading: 'El correo funciona',
    paragraphs: [
      'Pediste este correo en Configuración › Sistema. Si lo estás leyendo, {{app_name}} puede enviar correo y este llega a {{email}}.',
    ],
    footnotes: [
      '¿Llegó a la carpeta de spam? Entonces conviene revisar los registros SPF, DKIM y DMARC del remitente.',
    ],
  },
};
