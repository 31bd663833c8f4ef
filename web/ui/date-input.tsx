import type { ComponentProps } from 'react';
import { typedDate } from '#contract/rules/typed-dates.ts';
import { Input } from './input.tsx';

/** Sets the value as typing does; React would ignore a value that it was told of. */
function enter(input: HTMLInputElement, text: string): boolean {
  const date = input.type === 'date' ? typedDate(text.trim()) : null;
  if (date === null) return false;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, date);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}

/** A date control that also takes whole dates, pasted or dictated; the browser's own takes single digits only. */
export function DateInput(props: ComponentProps<'input'>) {
  return (
    <Input
      onBeforeInput={({ data, currentTarget }) => void (data && enter(currentTarget, data))}
      onPaste={(event) => {
        if (enter(event.currentTarget, event.clipboardData.getData('text'))) event.preventDefault();
      }}
      type="date"
      {...props}
    />
  );
}
