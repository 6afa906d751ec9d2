import { expect, test } from 'vitest';
import { clashesWith, heldReservation, isHeldAt, stepReservation } from './reservation.ts';

const held = heldReservation({
  number: 3,
  holder: 'A-1',
  glob: 'src/**',
  isExclusive: true,
  reason: null,
  createdAt: 1,
  expiresAt: 10,
});
const meets = (): boolean => true;

test('a reservation holds until its time, and is released once', () => {
  expect([isHeldAt(held, 9), isHeldAt(held, 10)]).toEqual([true, false]);
  const released = stepReservation(held, 'release', { at: 5 });
  expect(released).toMatchObject({ value: { to: { state: 'released', releasedAt: 5, version: 2 } } });
  if (!released.ok) throw new Error('refused');
  expect(isHeldAt(released.value.to, 6)).toBe(false);
  expect(stepReservation(released.value.to, 'release', { at: 6 })).toMatchObject({
    refusal: { code: 'reservation-released', holder: 'A-1' },
  });
});

test('only others are in the way, and shared ones get along', () => {
  const wanted = { holder: 'B-1', glob: 'src/a.ts', isExclusive: false };
  expect(clashesWith(wanted, [held], meets)).toEqual([held]);
  expect(clashesWith({ ...wanted, holder: 'A-1' }, [held], meets)).toEqual([]);
  expect(clashesWith(wanted, [{ ...held, isExclusive: false }], meets)).toEqual([]);
  expect(
    clashesWith({ ...wanted, isExclusive: true }, [{ ...held, isExclusive: false }], meets),
  ).toHaveLength(1);
  expect(clashesWith(wanted, [held], () => false)).toEqual([]);
});
