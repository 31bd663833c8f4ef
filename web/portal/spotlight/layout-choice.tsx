import { type Layout, layouts } from '#contract/spotlight.ts';
import { layoutNames } from './post-values.ts';

const about: Readonly<Record<Layout, string>> = {
  layout1: 'A card: the picture above the text.',
  layout2: 'Across the page: the picture beside the text.',
  layout3: 'Large: the headline before the picture. Without one the words are the picture.',
};

interface LayoutChoiceProps {
  value: Layout;
  onChange: (layout: Layout) => void;
  disabled: boolean;
}

/** The three layouts as small drawings. */
export function LayoutChoice({ value, onChange, disabled }: LayoutChoiceProps) {
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1 font-display text-sm leading-snug font-semibold">Layout</legend>
      <div className="grid grid-cols-3 gap-2">
        {layouts.map((layout) => (
          <label
            className="grid cursor-pointer gap-1 rounded-sm border-2 border-edge bg-sheet p-2 text-center font-display text-xs font-semibold hover:border-ink has-checked:border-rust has-checked:bg-well has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-rust"
            key={layout}
          >
            <input
              checked={value === layout}
              className="sr-only"
              name="layout_type"
              onChange={() => onChange(layout)}
              type="radio"
              value={layout}
            />
            <svg aria-hidden="true" className="w-full" viewBox="0 0 60 44">
              {drawings[layout]}
            </svg>
            {layoutNames[layout]}
          </label>
        ))}
      </div>
      <p className="mt-1 text-sm text-steel">{about[value]}</p>
    </fieldset>
  );
}

const picture = 'fill-steel';
const words = 'stroke-ink';

const drawings: Readonly<Record<Layout, React.ReactNode>> = {
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
