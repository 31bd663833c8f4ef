import { expect, test } from 'vitest';
import {
  englishOnly,
  messageNames,
  readWhileLoading,
  refusedSpanish,
} from '../scripts/text-rules.ts';

const found = (violations: Iterable<{ at: number }>, code: string) =>
  [...violations].map(({ at }) => code.slice(at, at + 12));

test('finds texts in English only', () => {
  const code = `export const A = ({ n }) => <p title="Your pay" className="legend">{t('Pay', 'Pago')} Pay {n} &nbsp;
    <B label={t('Pay', 'Pago')} hint={\`From \${n}\`} x={{ label: 'Pay' }} /> USDOT 12, {n}</p>;`;
  expect(found(englishOnly('a.tsx', code), code)).toEqual([
    'title="Your ',
    ' Pay {n} &nb',
    'hint={`From ',
    "label: 'Pay'",
  ]);
});

test('finds what is read while a page loads', () => {
  const code = `import { jobs as texts } from '#contract/messages/jobs.ts';
    const title = t('Pay', 'Pago');
    const none = texts.none;
    const later = () => [t('Pay', 'Pago'), texts.none];`;
  expect(found(readWhileLoading('a.tsx', code), code)).toEqual(["t('Pay', 'Pa", 'texts.none;\n']);
});

test('finds words that the glossary refuses', () => {
  const code = `t('Your email', 'Tu correo'); t('tu', 'Su tubo'); t(<b>x</b>, <b>Tus datos</b>);`;
  expect(found(refusedSpanish('a.tsx', code), code)).toEqual(["'Tu correo')", 'Tus datos</b']);
  const messages = `export const a = { one: 'Puedes entrar.', two: (n: number) => \`\${n} clic aquí\` };`;
  expect(found(refusedSpanish('a.es.ts', messages), messages)).toHaveLength(2);
});

test('lists the messages of every object', () => {
  const code = `export const a = translated(spanish.a, { one: '1', two: (n) => n, three: { four: '4' } });
    export const b = { five: '5' } as const;`;
  const names = [...messageNames('a.ts', code)].map(({ name }) => name);
  expect(names).toEqual(['one', 'two', 'three', 'five']);
});
