/** Units most companies use; what they mean is in `lists:usual`. */
export const USUAL_UNITS = [
  'EA',
  'SF',
  'LF',
  'SY',
  'CY',
  'CF',
  'TON',
  'LB',
  'GAL',
  'HR',
  'DAY',
  'LS',
] as const;

/** Why work stands still, in both languages: crews read the list in theirs. */
export const USUAL_DELAYS = [
  { name: 'Weather', name_es: 'Clima' },
  { name: 'Material not on site', name_es: 'Falta material en la obra' },
  { name: 'Equipment breakdown', name_es: 'Equipo descompuesto' },
  { name: 'Waiting for inspection', name_es: 'En espera de inspección' },
  { name: 'Waiting for another trade', name_es: 'En espera de otro oficio' },
  { name: 'Drawing or design question', name_es: 'Duda de planos o diseño' },
  { name: 'No access to the site', name_es: 'Sin acceso a la obra' },
  { name: 'Safety stop', name_es: 'Paro por seguridad' },
] as const;

/** Of the four breaks the rules of pay know, the two most crews take. */
export const USUAL_BREAKS = [
  { name: 'Lunch', name_es: 'Almuerzo', kind: 'meal', paid: false, usual_minutes: 30 },
  { name: 'Rest break', name_es: 'Descanso', kind: 'rest', paid: true, usual_minutes: 10 },
] as const;

/** The codes of pay items with their usual names, to rename or archive. */
export const USUAL_PAY = [
  { code: 'BONUS_ND', name: 'Bonus, promised', name_es: 'Bono prometido' },
  { code: 'BONUS_D', name: 'Bonus, unannounced', name_es: 'Bono no anunciado' },
  { code: 'SHIFT_DIFF', name: 'Shift differential', name_es: 'Diferencial de turno' },
  { code: 'PTO', name: 'Vacation', name_es: 'Vacaciones' },
  { code: 'SICK', name: 'Sick pay', name_es: 'Pago por enfermedad' },
  { code: 'HOLIDAY', name: 'Holiday pay', name_es: 'Pago de día festivo' },
  { code: 'BEREAVEMENT', name: 'Bereavement', name_es: 'Duelo' },
  { code: 'JURY', name: 'Jury duty', name_es: 'Servicio de jurado' },
  { code: 'SHOWUP', name: 'Show-up pay', name_es: 'Pago por presentarse' },
  { code: 'PER_DIEM', name: 'Per diem', name_es: 'Viáticos' },
  { code: 'MILEAGE', name: 'Mileage', name_es: 'Millas' },
  { code: 'TOOLS', name: 'Tools and expenses', name_es: 'Herramientas y gastos' },
  { code: 'EXPENSE', name: 'Expenses', name_es: 'Gastos reembolsados' },
  { code: 'FRINGE_CASH', name: 'Fringe in cash', name_es: 'Prestaciones en efectivo' },
  { code: 'ADJUSTMENT', name: 'Adjustment', name_es: 'Ajuste' },
] as const;
