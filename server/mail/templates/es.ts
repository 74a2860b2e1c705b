import type { AuthMailTexts } from '../auth-mail-text.ts';

const LINK_LASTS = 'El enlace funciona una sola vez y durante {{valid_for}}.';
const NOT_YOU = 'Si usted no lo pidió, puede ignorar este correo. Nada cambiará.';

export const spanish: AuthMailTexts = {
  auth_signup: {
    subject: 'Confirme su correo electrónico',
    heading: 'Confirme su correo electrónico',
    paragraphs: [
      'Le damos la bienvenida a {{app_name}}. Solo falta un paso: confirme que {{email}} es su dirección.',
    ],
    button: 'Confirmar dirección',
    code: 'O introduzca este código:',
    footnotes: [LINK_LASTS, 'Si usted no se registró, puede ignorar este correo.'],
  },
  auth_recovery: {
    subject: 'Restablezca su contraseña',
    heading: 'Restablezca su contraseña',
    paragraphs: ['Alguien, esperamos que usted, pidió una contraseña nueva para {{email}}.'],
    button: 'Elegir una contraseña nueva',
    code: 'O introduzca este código:',
    footnotes: [LINK_LASTS, NOT_YOU],
  },
  auth_magiclink: {
    subject: 'Su enlace para iniciar sesión',
    heading: 'Iniciar sesión en {{app_name}}',
    paragraphs: ['Siga el enlace para iniciar sesión como {{email}}. No necesita contraseña.'],
    button: 'Iniciar sesión',
    code: 'O introduzca este código:',
    footnotes: [LINK_LASTS, NOT_YOU],
  },
  auth_invite: {
    subject: 'Le han invitado a {{app_name}}',
    heading: 'Tiene una invitación',
    paragraphs: [
      'Le han invitado a usar {{app_name}} con la dirección {{email}}. Acepte la invitación y elija una contraseña.',
    ],
    button: 'Aceptar invitación',
    footnotes: [LINK_LASTS],
  },
  auth_email_change_current: {
    subject: 'Confirme el cambio de su correo electrónico',
    heading: 'Cambio de su correo electrónico',
    paragraphs: [
      'La dirección de su cuenta va a cambiar de {{old_email}} a {{new_email}}. Ambas direcciones deben confirmarlo. Este correo es para la anterior.',
    ],
    button: 'Confirmar cambio',
    code: 'O introduzca este código:',
    footnotes: [
      LINK_LASTS,
      'Si no fue usted, no confirme: cambie su contraseña de inmediato, porque otra persona ha entrado en su cuenta.',
    ],
  },
  auth_email_change_new: {
    subject: 'Confirme su nuevo correo electrónico',
    heading: 'Confirme su nuevo correo electrónico',
    paragraphs: [
      'La dirección de una cuenta en {{app_name}} va a ser {{new_email}}. Confirme que es suya.',
    ],
    button: 'Confirmar dirección',
    code: 'O introduzca este código:',
    footnotes: [LINK_LASTS, NOT_YOU],
  },
  auth_reauthentication: {
    subject: 'Su código de confirmación: {{code}}',
    heading: 'Confirme que es usted',
    paragraphs: ['Está a punto de cambiar algo importante en su cuenta.'],
    code: 'Introduzca este código:',
    footnotes: [
      'El código funciona una sola vez y durante {{valid_for}}. No se lo diga a nadie.',
      'Si no fue usted, cambie su contraseña de inmediato.',
    ],
  },
  auth_password_changed: {
    subject: 'Su contraseña ha cambiado',
    heading: 'Su contraseña ha cambiado',
    paragraphs: [
      'La contraseña de su cuenta {{email}} acaba de cambiar y se cerró la sesión en los demás dispositivos.',
      'Si fue usted, no tiene que hacer nada. Si no, restablezca su contraseña ahora y avise a su administrador.',
    ],
    footnotes: [],
  },
  auth_recovery_code_used: {
    subject: 'Se usó un código de recuperación',
    heading: 'Se usó un código de recuperación',
    paragraphs: [
      'Alguien entró en su cuenta {{email}} con un código de recuperación en lugar de la aplicación de autenticación.',
      'Si fue usted, quite la aplicación perdida en los ajustes de seguridad y configure una nueva. Si no, cambie su contraseña ahora y avise a su administrador.',
    ],
    footnotes: [],
  },
};
