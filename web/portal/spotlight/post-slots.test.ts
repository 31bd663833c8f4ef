import { expect, test } from 'vitest';
import type { Post } from '#contract/spotlight.ts';
import { slotsOf } from './post-slots.ts';

function posts(words: string): Post[] {
  return words.split(' ').map((word, index) => ({
    id: index + 1,
    title: word,
    text: word,
    layout_type: word.startsWith('1') ? 'layout1' : word.startsWith('2') ? 'layout2' : 'layout3',
    image_url: null,
    picture: word.endsWith('p') ? { width: 4, height: 3, color: '#cccccc' } : null,
    created_at: '2026-03-01T12:00:00.000Z',
    version: 1,
  }));
}

const widths = (words: string) =>
  slotsOf(posts(words))
    .map(({ isWhole }) => (isWhole ? 'whole' : 'half'))
    .join(' ');

test('pairs cards and large texts, and widens one that is left over', () => {
  expect(widths('1')).toBe('whole');
  expect(widths('1 1p 1')).toBe('half half whole');
  expect(widths('3 1p 3p 1 2 3 3')).toBe('half half whole whole whole half half');
});

test('alternates the side of pictures beside their text', () => {
  const sides = slotsOf(posts('2p 1 2 2p 3p 2p')).filter(({ post }) => post.title === '2p');
  expect(sides.map(({ isFlipped }) => isFlipped)).toEqual([false, true, false]);
});
