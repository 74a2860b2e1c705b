import type { Guide } from './guide.ts';

/** `authority` is the name that systems show for it. */
export const guidesEs = (authority: string): readonly Guide[] => [
  {
    device: 'iphone',
    name: 'iPhone y iPad',
    download: { label: 'Descargar el perfil', file: 'mobileconfig' },
    steps: [
      {
        text: 'Abre esta página en Safari, toca **Descargar el perfil** y luego **Permitir**.',
        screen: {
          title: 'Safari',
          frame: 'phone',
          rows: [
            {
              label: 'Este sitio web está intentando descargar un perfil de configuración.',
              kind: 'text',
            },
            { label: 'Permitir', kind: 'button', marked: true },
          ],
        },
      },
      {
        text: 'Abre la app **Configuración** y toca **Perfil descargado**, casi arriba.',
        screen: {
          title: 'Configuración',
          frame: 'phone',
          rows: [
            { label: 'Perfil descargado', marked: true },
            { label: 'Wi-Fi' },
            { label: 'General' },
          ],
        },
      },
      {
        text: 'Toca **Instalar**, escribe tu código y toca **Instalar** otra vez. Es normal que diga «No verificado»: el perfil es de tu propia empresa.',
        screen: {
          title: 'Instalar perfil',
          frame: 'phone',
          rows: [
            { label: authority, kind: 'text' },
            { label: 'Instalar', kind: 'button', marked: true },
          ],
        },
      },
      {
        text: `Ve a **Configuración › General › Información › Configuración de confianza de certificados** (hasta abajo) y activa **${authority}**. Sin este interruptor no funciona.`,
        screen: {
          title: 'Configuración de confianza de certificados',
          frame: 'phone',
          rows: [
            { label: 'Activar confianza total en los certificados raíz', kind: 'text' },
            { label: authority, kind: 'on', marked: true },
          ],
        },
      },
    ],
  },
  {
    device: 'android',
    name: 'Android',
    download: { label: 'Descargar el certificado', file: 'crt' },
    steps: [
      {
        text: 'Abre esta página en Chrome y toca **Descargar el certificado**. Si Chrome pregunta, toca **Conservar**.',
      },
      {
        text: 'Abre **Configuración**, busca **Certificado de CA** y tócalo. Sin búsqueda: **Seguridad y privacidad › Más opciones de seguridad › Encriptación y credenciales › Instalar un certificado**.',
        screen: {
          title: 'Instalar un certificado',
          frame: 'phone',
          rows: [
            { label: 'Certificado de CA', marked: true },
            { label: 'Certificado de usuario de VPN y apps' },
            { label: 'Certificado de Wi-Fi' },
          ],
        },
      },
      {
        text: 'Toca **Instalar de todos modos**, confirma con tu PIN o huella y elige el archivo que descargaste.',
        screen: {
          title: 'Tus datos no serán privados',
          frame: 'phone',
          rows: [
            { label: 'No instalar', kind: 'button' },
            { label: 'Instalar de todos modos', kind: 'button', marked: true },
          ],
        },
      },
    ],
    note: 'El aviso de Android habla de autoridades que pueden responder por cualquier sitio web. Esta no puede: está limitada a redes locales. Usa Chrome; Firefox para Android no usa los certificados instalados.',
  },
  {
    device: 'windows',
    name: 'Windows',
    download: { label: 'Descargar el certificado', file: 'crt' },
    steps: [
      {
        text: 'Abre el archivo descargado y haz clic en **Instalar certificado…**. Si el navegador pregunta, elige antes **Conservar**.',
        screen: {
          title: 'Certificado',
          frame: 'window',
          rows: [
            { label: `Emitido para: ${authority}`, kind: 'text' },
            { label: 'Instalar certificado…', kind: 'button', marked: true },
          ],
        },
      },
      {
        text: 'Elige **Usuario actual** y luego **Colocar todos los certificados en el siguiente almacén › Examinar… › Entidades de certificación raíz de confianza**.',
        screen: {
          title: 'Asistente para importar certificados',
          frame: 'window',
          rows: [
            { label: 'Personal', kind: 'choice' },
            {
              label: 'Entidades de certificación raíz de confianza',
              kind: 'choice',
              marked: true,
            },
            { label: 'Confianza empresarial', kind: 'choice' },
          ],
        },
      },
      {
        text: 'Haz clic en **Siguiente**, en **Finalizar** y, en la advertencia de seguridad, en **Sí**.',
      },
    ],
  },
  {
    device: 'mac',
    name: 'Mac',
    download: { label: 'Descargar el certificado', file: 'crt' },
    steps: [
      {
        text: 'Abre el archivo descargado. Acceso a Llaveros lo agrega al llavero **inicio de sesión**.',
      },
      {
        text: `En Acceso a Llaveros, abre **inicio de sesión › Certificados** y haz doble clic en **${authority}**.`,
        screen: {
          title: 'Acceso a Llaveros',
          frame: 'window',
          rows: [
            { label: 'inicio de sesión › Certificados', kind: 'text' },
            { label: authority, marked: true },
          ],
        },
      },
      {
        text: 'Abre **Confiar**, elige **Confiar siempre** en **Al utilizar este certificado**, cierra la ventana y escribe tu contraseña.',
        screen: {
          title: authority,
          frame: 'window',
          rows: [
            { label: '▾ Confiar', kind: 'text' },
            {
              label: 'Al utilizar este certificado: Confiar siempre',
              kind: 'choice',
              marked: true,
            },
          ],
        },
      },
    ],
  },
  {
    device: 'linux',
    name: 'Linux y Firefox',
    download: { label: 'Descargar el certificado', file: 'crt' },
    steps: [
      {
        text: 'Chrome: abre `chrome://certificate-manager` y luego **Personalizado › Instalados por ti › Certificados de confianza › Importar**.',
      },
      {
        text: 'Firefox: **Ajustes › Privacidad y seguridad › Ver certificados… › Autoridades › Importar…**, y marca **Confiar en esta CA para identificar sitios web**.',
      },
    ],
  },
];
