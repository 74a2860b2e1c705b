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
