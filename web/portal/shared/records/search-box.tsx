import { type RefObject, useEffect, useRef } from 'react';
import { t } from '#contract/text/languages.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

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
          // The list follows each keystroke; Enter must not submit a form around it.
          if (event.key === 'Enter') event.preventDefault();
        }}
        placeholder={placeholder}
        ref={input}
        type="search"
        value={value}
      />
    </Field>
  );
}

/** `/` focuses the search, except while typing or with a dialog open. */
export function useSearchKey(search: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target;
      if (target instanceof Element && target.closest('input, textarea, select, [role=dialog]'))
        return;
      event.preventDefault();
      search.current?.focus();
      search.current?.select();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [search]);
}

/** '1 inquiry', '3 of 40 inquiries'. */
export function countOf(shown: number, all: number, one: string, many: string): string {
  return `${shown === all ? all : t(`${shown} of ${all}`, `${shown} de ${all}`)} ${all === 1 ? one : many}`;
}
