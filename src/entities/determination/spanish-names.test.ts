import { expect, test } from 'vitest';
import { spanishName } from '@/entities/determination/spanish-names';

test('names of classes as crews call them; what is not known stays as printed or is left out', () => {
  const names = {
    ELECTRICIAN: 'Electricista',
    'LABORER: Common or General': 'Peón: común o general',
    'POWER EQUIPMENT OPERATOR: GROUP 1A': 'Operador de maquinaria: Grupo 1a',
    'CARPENTER (Drywall Hanging Only)': 'Carpintero: solo tablarroca',
    'IRONWORKER, REINFORCING AND STRUCTURAL': 'Herrero (ironworker): varilla y estructura',
    'TRUCK DRIVER: Dump Truck': 'Chofer de camión: camión de volteo',
    'PLUMBER (HVAC Pipe)': 'Plomero: HVAC Pipe',
    'Flurbish technician': null,
  };
  for (const [name, expected] of Object.entries(names)) expect(spanishName(name)).toBe(expected);
});
