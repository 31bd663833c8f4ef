import { useRef } from 'react';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { useSearchKey } from './use-search-key.ts';

interface SearchBoxProps {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search input: `/` focuses it, Esc clears it. */
export function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useSearchKey(input);
  return (
    <Field label={label} name="q">
      <Input
        aria-keyshortcuts="/"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('');
        }}
        placeholder={placeholder}
        ref={input}
        type="search"
        value={value}
      />
    </Field>
  );
}
