import { Button } from './button.tsx';

interface ChoicesProps<Name extends string> {
  label: string;
  options: readonly { value: Name; label: string }[];
  chosen: Name;
  onChoose: (name: Name) => void;
}

/** Buttons of which one is pressed. */
export function Choices<Name extends string>(props: ChoicesProps<Name>) {
  const { label, options, chosen, onChoose } = props;
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1 print:hidden">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <Button
          aria-pressed={option.value === chosen}
          key={option.value}
          onClick={() => onChoose(option.value)}
          size="sm"
          variant={option.value === chosen ? 'secondary' : 'quiet'}
        >
          {option.label}
        </Button>
      ))}
    </fieldset>
  );
}
