import { describe, expect, it } from 'vitest';
import { classesOn, newestClasses, proposalFor } from '@/entities/classification/classes';
import type { Classification } from '@/entities/classification/classification';

const row = (id: string, code: string, valid_from: string, valid_to: string | null = null) =>
  ({
    project_id: 'plant',
    classification_id: id,
    code,
    name: code,
    name_es: null,
    determination_number: 'NY20260001',
    valid_from,
    valid_to,
  }) satisfies Classification;

const CARPENTER = row('carpenter-0', 'CARP', '2026-01-01', '2026-02-28');
const MODIFIED = row('carpenter-1', 'CARP', '2026-03-01');
const OPERATOR = row('operator-0', 'OPER', '2026-01-01', '2026-02-28');
const ALL = [MODIFIED, CARPENTER, OPERATOR];
const idsOn = (date: string) => classesOn(ALL, date).map((one) => one.classification_id);

describe('classes on a day', () => {
  it('are of the modification in effect, and without what ended', () => {
    expect(idsOn('2026-02-28')).toEqual(['carpenter-0', 'operator-0']);
    expect(idsOn('2026-03-01')).toEqual(['carpenter-1']);
  });

  it('before the first modification are those of the first', () => {
    expect(idsOn('2025-12-31')).toEqual(['carpenter-0', 'operator-0']);
  });

  it('a filter has each class once, also one that ended', () => {
    expect(newestClasses(ALL).map((one) => one.classification_id)).toEqual([
      'carpenter-1',
      'operator-0',
    ]);
  });
});

describe('what is filled in', () => {
  const byPerson = (classification_id: string, from_date: string) => ({
    project_id: 'plant',
    cost_code_id: null,
    employee_id: 'amir',
    classification_id,
    from_date,
  });
  const defaults = [
    { ...byPerson('carpenter-1', '2026-01-01'), cost_code_id: 'forms', employee_id: null },
    byPerson('laborer', '2026-01-15'),
    byPerson('operator', '2026-04-01'),
  ];
  const work = { projectId: 'plant', costCodeId: 'forms', employeeId: 'amir', date: '2026-03-02' };

  it('goes by the cost code, then by the person', () => {
    expect(proposalFor(defaults, work)).toEqual({
      classificationId: 'carpenter-1',
      by: 'costCode',
    });
    expect(proposalFor(defaults, { ...work, costCodeId: null })).toEqual({
      classificationId: 'laborer',
      by: 'person',
    });
  });

  it('knows since when a class is usual, and nothing of other people and projects', () => {
    const plain = { ...work, costCodeId: 'pour' };
    expect(proposalFor(defaults, { ...plain, date: '2026-04-01' })?.classificationId).toBe(
      'operator',
    );
    expect(proposalFor(defaults, { ...plain, date: '2026-01-14' })).toBeNull();
    expect(proposalFor(defaults, { ...plain, employeeId: 'tess' })).toBeNull();
    expect(proposalFor(defaults, { ...work, projectId: 'tower' })).toBeNull();
    expect(proposalFor(defaults, { ...plain, employeeId: null })).toBeNull();
  });
});
