import { expect, test } from 'vitest';
import { printable } from './printable.ts';

test.each([
  ['Łukasz Đorđević, Gdańsk', 'Lukasz Dordevic, Gdansk'],
  ['Zoe\u0308 Franc\u0327ois, Łódź', 'Zoë François, Lódz'],
  ['Nguyễn Văn Đức, ĲMUIDEN, ﬁnal, Ｆｕｌｌ', 'Nguyen Van Duc, IJMUIDEN, final, Full'],
  ['6′ 10″, −5 °C ≤ t ≥ 3, ⅓ № 7 → Ames', `6' 10", -5 °C <= t >= 3, 1/3 No 7 -> Ames`],
  ['a\u00a0b\u202fc\u2009d\te\u200bf\u00adg\u200d', 'a b c d efg'],
  ['Иван Щукин, Київ, Νίκος, 5 μm', 'Ivan Shchukin, Kiyiv, Nikos, 5 µm'],
  ['“naïve” – Žižek € ™ · ½', '“naïve” – Žižek € ™ · ½'],
  ['東京 🚚', '?? ?'],
])('writes %j with the letters of the standard fonts of PDF', (text, shown) => {
  expect(printable(text)).toBe(shown);
});
