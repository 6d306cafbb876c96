import { expect, it } from 'vitest';
import { memoryMap } from './test-helpers/memory-item.ts';

it('values by key do not replace each other, also if they are written at the same time', async () => {
  const map = memoryMap<number>();
  await Promise.all([map.write('a', 1), map.write('b', 2), map.write('a', 3)]);
  await map.retain((key) => key !== 'c');
  expect([await map.read('a'), await map.read('b'), await map.read('toString')]).toEqual([3, 2, null]);
  await map.retain((key) => key === 'b');
  expect(map.item.value).toEqual({ b: 2 });
});
