import type { ComponentProps, ReactNode } from 'react';
import { type Layout, layouts, postFields } from '#contract/spotlight.ts';

const hints: Readonly<Record<Layout, string>> = {
  layout1: 'A card: the picture above the text.',
  layout2: 'Across the page: the picture beside the text.',
  layout3: 'Large: the headline over the picture. Without a picture the text is set large.',
};

const { label, options } = postFields.layout_type;

/** The layouts as small drawings; takes what `register` returns, and the chosen value. */
export function LayoutChoice({ value, ...control }: ComponentProps<'input'>) {
  const chosen = layouts.find((layout) => layout === value) ?? 'layout1';
  return (
    <fieldset>
      <legend className="mb-1 font-display text-sm leading-snug font-semibold">{label}</legend>
      <div className="grid grid-cols-3 gap-2">
        {options.map((option) => (
          <label
            className="grid cursor-pointer gap-1 rounded-sm border-2 border-edge bg-sheet p-2 text-center font-display text-xs font-semibold hover:border-ink has-checked:border-rust has-checked:bg-well has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-rust"
            key={option.value}
          >
            <input {...control} className="sr-only" type="radio" value={option.value} />
            <svg aria-hidden="true" className="w-full" viewBox="0 0 60 44">
              {drawings[option.value]}
            </svg>
            {option.label}
          </label>
        ))}
      </div>
      <p className="mt-1 text-sm text-steel">{hints[chosen]}</p>
    </fieldset>
  );
}

const picture = 'fill-steel';
const words = 'stroke-ink';

const drawings: Readonly<Record<Layout, ReactNode>> = {
  layout1: (
    <>
      <rect className="fill-none stroke-edge" height="42" width="34" x="13" y="1" />
      <rect className={picture} height="20" width="34" x="13" y="1" />
      <path className={words} d="M17 27h18M17 32h26M17 37h22" strokeWidth="2" />
    </>
  ),
  layout2: (
    <>
      <path className={words} d="M1 6h58" strokeWidth="2" />
      <rect className={picture} height="27" width="27" x="1" y="11" />
      <path className={words} d="M33 14h18M33 20h26M33 26h26M33 32h20" strokeWidth="2" />
    </>
  ),
  layout3: (
    <>
      <rect className={picture} height="28" width="58" x="1" y="1" />
      <rect className="fill-ink" height="10" width="38" x="1" y="23" />
      <rect className="fill-signal" height="10" width="3" x="1" y="23" />
      <path className={words} d="M4 38h46M4 42h30" strokeWidth="2" />
    </>
  ),
};
