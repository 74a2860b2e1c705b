import type { Packet } from '@/features/public-work/handoff/packet/packet';
import type { Language } from '@/lib/languages';

/** What is in the packet and what it does not prove. Belongs to the file, so both languages are always in it. */
const TEXTS: Record<Language, (packet: Packet) => string[]> = {
  en: ({ company, project, start_date, end_date, made_at, made_by }) => [
    `Audit packet of ${company}: ${project.name}, weeks ending ${start_date} to ${end_date}.`,
    `Made on ${made_at} by ${made_by}. That it was made is recorded in the company's history.`,
    '',
    'WHAT IS IN IT',
    'reports/            Each signed payroll as form WH-347 (PDF, made from the signed data) and the signed data itself (JSON).',
    'signatures.csv      Who signed what, when, and the SHA-256 of the signed data: hash a JSON file of reports/ and compare.',
    'corrections.csv     Each correction with its reason and what changed.',
    'deliveries.csv      When and how each payroll was handed in, with confirmation numbers.',
    'time/lines-*.csv    The lines of pay behind each row of a report (row_number counts its rows from 1), with the ids of the time entries.',
    'time/entries.csv    These time entries with breaks, source and who approved the day. Times are in UTC.',
    'rates/              Wage determinations as they were pasted, their classifications and rates, and who usually works in which.',
    'fringe/             Benefit plans, their cost, hourly credit, approvals and evidence as entered, and who is in them.',
    'apprentices/        Programs, registrations and steps.',
    'payroll-facts.csv   Withholdings, net pay and checks as the payroll system gave them.',
    'restitution.csv     Wages paid later: amounts, reasons, payments.',
    'subcontractors/     What subcontractors handed in, as they handed it in.',
    'contract.json       The contract as entered.',
    "history/proof.json  The end of the company's chained history when this was made, and whether the chain was intact.",
    'manifest.json       Every file with its size and SHA-256.',
    '',
    'WHAT IT DOES NOT PROVE',
    'It shows what was recorded and computed, and what a person certified. It does not prove that somebody worked these hours, that a classification is the right one, that a plan is bona fide, or that a deduction is permitted.',
    "Lines and entries are those of the day the packet was made: what was changed after a signature is in corrections.csv and in the company's history.",
    'A hash proves that a file is the same, not that it is true. Social security numbers are not in it: at most the last four digits that stand on the form.',
  ],
  es: ({ company, project, start_date, end_date, made_at, made_by }) => [
    `Paquete de auditoría de ${company}: ${project.name}, semanas que terminan del ${start_date} al ${end_date}.`,
    `Creado el ${made_at} por ${made_by}. Que se creó queda en el historial de la compañía.`,
    '',
    'QUÉ CONTIENE',
    'reports/            Cada nómina firmada como formulario WH-347 (PDF, hecho de los datos firmados) y los datos firmados (JSON).',
    'signatures.csv      Quién firmó qué, cuándo, y el SHA-256 de los datos firmados: calcula el de un JSON de reports/ y compara.',
    'corrections.csv     Cada corrección con su motivo y lo que cambió.',
    'deliveries.csv      Cuándo y cómo se entregó cada nómina, con números de confirmación.',
    'time/lines-*.csv    Los renglones de pago detrás de cada fila de un reporte (row_number cuenta desde 1), con los ids de las entradas de tiempo.',
    'time/entries.csv    Esas entradas de tiempo con descansos, origen y quién aprobó el día. Las horas están en UTC.',
    'rates/              Determinaciones de salario como se pegaron, sus clasificaciones y tarifas, y quién trabaja normalmente en cuál.',
    'fringe/             Planes de beneficios, su costo, crédito por hora, aprobaciones y pruebas como se escribieron, y quién está en ellos.',
    'apprentices/        Programas, registros y pasos.',
    'payroll-facts.csv   Retenciones, pago neto y cheques como los dio el sistema de nómina.',
    'restitution.csv     Salarios pagados después: cantidades, motivos, pagos.',
    'subcontractors/     Lo que entregaron los subcontratistas, tal como lo entregaron.',
    'contract.json       El contrato como se escribió.',
    'history/proof.json  El final del historial encadenado de la compañía al crear esto, y si la cadena estaba intacta.',
    'manifest.json       Cada archivo con su tamaño y su SHA-256.',
    '',
    'QUÉ NO PRUEBA',
    'Muestra lo que se registró y calculó, y lo que una persona certificó. No prueba que alguien trabajó estas horas, que una clasificación es la correcta, que un plan es legítimo, ni que un descuento está permitido.',
    'Los renglones y las entradas son los del día en que se creó el paquete: lo que cambió después de una firma está en corrections.csv y en el historial de la compañía.',
    'Un hash prueba que un archivo es el mismo, no que dice la verdad. No hay números de seguro social: como máximo los últimos cuatro dígitos que están en el formulario.',
  ],
};

/** With the line ends of every system's simplest editor. */
export const readMe = (packet: Packet, language: Language): string =>
  TEXTS[language](packet)
    .map((line) => `${line}\r\n`)
    .join('');
