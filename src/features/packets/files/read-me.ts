import type { PacketState } from '@/entities/evidence/make-packet';
import type { PacketAnswer, PacketRequest } from '@/features/packets/api/packets';
import type { Language } from '@/lib/languages';

interface ReadMe extends PacketState {
  about: PacketAnswer['about'];
  request: PacketRequest;
  missing: readonly string[];
}

/** What is in the packet and what it does not prove. Belongs to the file, so both languages are always in it. */
const TEXTS: Record<Language, (packet: ReadMe) => string[]> = {
  en: ({ about, request, signed, differences, missing }) => [
    `${{ claim: 'Claim packet', project: 'Project packet', record: 'Record' }[about.kind]} of ${about.company.name}: ${about.subject.name}, ${about.start_date} to ${about.end_date}.`,
    `Made on ${about.made_at} by ${about.made_by}. That it was made is recorded in the company's history.`,
    ...(signed
      ? []
      : [
          '',
          'THIS PACKET IS NOT SIGNED. The server it was made on signs nothing: hashes show that its files fit each other, not that nobody changed all of them.',
        ]),
    '',
    'HOW TO CHECK IT',
    'Open verify.html in any browser, without a network, and drop the ZIP file on it. Better use the verify.html of the installation or of the project: whoever forges a packet can forge the page in it.',
    '',
    'WHAT IS IN IT',
    'cover.pdf             Who asked, deadlines, the employer, rules and rates.',
    `records-*.pdf         ${about.kind !== 'project' ? 'A year each: time day by day, changes, signatures and disputes, plan, pay.' : 'A month each: time by day and trade, delays, weather, reports, tickets, quantities, plan, photos.'}`,
    'data/                 The same and more as the database handed it out (JSON); data.signature.json lists its hashes.',
    'csv/                  The lists of data/ as tables. Times are in UTC.',
    'history/              Every event of the records, what proves it, and the public keys.',
    'signatures/           Signed timesheets, as what they are.',
    'photos/, documents/   Originals, as they were stored.',
    'manifest.json         Every file with its size and SHA-256.',
    ...(request.redact
      ? [
          '',
          'REDACTED',
          'Names, mail addresses and phone numbers of other employees are replaced by "Person 1", "Person 2", the same number for the same person in all files. Events of the history that contain one have their hash alone: the hash proves the event, its text is with the company. Photos, documents and names of people outside the company are as they are.',
        ]
      : []),
    ...(differences.length > 0
      ? [
          '',
          'NOT WHAT WAS RECORDED',
          ...differences.map(
            ({ name, recorded, found }) => `${name}: recorded ${recorded}, found ${found}`,
          ),
        ]
      : []),
    ...(missing.length > 0 ? ['', 'NO LONGER STORED', ...missing] : []),
    '',
    'WHAT IT DOES NOT PROVE',
    'It shows what was recorded, computed and signed, and who changed it when. It does not prove that somebody worked these hours. Pay is as computed on the day the packet was made, except for locked pay periods. Private photos, injuries and social security numbers are not in it.',
  ],
  es: ({ about, request, signed, differences, missing }) => [
    `${{ claim: 'Paquete de reclamo', project: 'Paquete del proyecto', record: 'Registro' }[about.kind]} de ${about.company.name}: ${about.subject.name}, del ${about.start_date} al ${about.end_date}.`,
    `Creado el ${about.made_at} por ${about.made_by}. Que se creó queda en el historial de la compañía.`,
    ...(signed
      ? []
      : [
          '',
          'ESTE PAQUETE NO ESTÁ FIRMADO. El servidor donde se creó no firma nada: los hashes muestran que sus archivos coinciden entre sí, no que nadie los cambió todos.',
        ]),
    '',
    'CÓMO COMPROBARLO',
    'Abre verify.html en cualquier navegador, sin red, y suelta el archivo ZIP encima. Mejor usa el verify.html de la instalación o del proyecto: quien falsifica un paquete puede falsificar la página que trae.',
    '',
    'QUÉ CONTIENE',
    'cover.pdf             Quién lo pidió, plazos, el empleador, reglas y tarifas.',
    `records-*.pdf         ${about.kind !== 'project' ? 'Un año cada uno: tiempo día por día, cambios, firmas y disputas, plan, pago.' : 'Un mes cada uno: tiempo por día y oficio, retrasos, clima, reportes, tickets, cantidades, plan, fotos.'}`,
    'data/                 Lo mismo y más, como lo entregó la base de datos (JSON); data.signature.json tiene sus hashes.',
    'csv/                  Las listas de data/ como tablas. Las horas están en UTC.',
    'history/              Cada evento de los registros, lo que lo prueba y las claves públicas.',
    'signatures/           Hojas de tiempo firmadas, como lo que son.',
    'photos/, documents/   Originales, como se guardaron.',
    'manifest.json         Cada archivo con su tamaño y su SHA-256.',
    ...(request.redact
      ? [
          '',
          'NOMBRES OCULTOS',
          'Los nombres, correos y teléfonos de otros empleados se reemplazan por "Person 1", "Person 2", el mismo número para la misma persona en todos los archivos. Los eventos del historial que contienen uno tienen solo su hash: el hash prueba el evento, su texto está en la compañía. Las fotos, los documentos y los nombres de personas de fuera quedan como son.',
        ]
      : []),
    ...(differences.length > 0
      ? [
          '',
          'NO ES LO QUE SE REGISTRÓ',
          ...differences.map(
            ({ name, recorded, found }) => `${name}: registrado ${recorded}, encontrado ${found}`,
          ),
        ]
      : []),
    ...(missing.length > 0 ? ['', 'YA NO ESTÁN GUARDADOS', ...missing] : []),
    '',
    'QUÉ NO PRUEBA',
    'Muestra lo que se registró, calculó y firmó, y quién lo cambió cuándo. No prueba que alguien trabajó estas horas. El pago es como se calculó el día en que se creó el paquete, salvo los períodos de pago cerrados. No contiene fotos privadas, lesiones ni números de seguro social.',
  ],
};

/** With the line ends of every system's simplest editor. */
export const readMe = (packet: ReadMe, language: Language): string =>
  TEXTS[language](packet)
    .map((line) => `${line}\r\n`)
    .join('');
