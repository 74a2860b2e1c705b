import { describe, expect, it } from 'vitest';
import { parseLooseTime } from '@/lib/loose-time';

const at = (hours: number, minutes = 0): number => hours * 60 + minutes;

describe('parseLooseTime', () => {
  it.each([
    ['7', at(7)],
    ['7a', at(7)],
    ['7p', at(19)],
    ['7:15', at(7, 15)],
    ['715', at(7, 15)],
    ['1915', at(19, 15)],
    ['19:15', at(19, 15)],
    ['9:30 AM', at(9, 30)],
    ['12:30 PM', at(12, 30)],
    ['12a', at(0)],
    ['12', at(12)],
    ['0:05', at(0, 5)],
    ['7.15 p.m.', at(19, 15)],
    ['7h30', at(7, 30)],
    ['6:55\u202fAM', at(6, 55)],
  ])('reads %s', (text, minute) => {
    expect(parseLooseTime(text)).toBe(minute);
  });

  it.each(['', 'noon', '25', '7:60', '13p', '0a', '7:1', '12345'])('refuses %s', (text) => {
    expect(parseLooseTime(text)).toBeNull();
  });

  it('moves an end without am or pm to the afternoon when the start is later', () => {
    expect(parseLooseTime('3:30', at(7))).toBe(at(15, 30));
    expect(parseLooseTime('7', at(7))).toBe(at(19));
  });

  it('leaves an end alone that is after the start, or says am', () => {
    expect(parseLooseTime('11', at(7))).toBe(at(11));
    expect(parseLooseTime('3:30a', at(7))).toBe(at(3, 30));
    expect(parseLooseTime('2', at(22))).toBe(at(2));
  });
});
