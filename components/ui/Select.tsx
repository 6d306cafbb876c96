import { withSpaces } from '../../lib/i18n/texts.ts';

interface SelectProps<Value extends string> {
  id: string;
  options: readonly Value[];
  value: NoInfer<Value>;
  nameOf(option: NoInfer<Value>): string;
  choose(option: NoInfer<Value>): void;
  class?: string;
  /** Of a select without a label. */
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
}

/** A select of a few values, each with its name. */
export const Select = <Value extends string>(props: SelectProps<Value>) => {
  const { value, options, nameOf, choose, ...attributes } = props;
  return (
    <select
      {...attributes}
      value={value}
      // Otherwise Firefox restores what was chosen before the page was loaded again.
      autocomplete="off"
      onChange={({ currentTarget }) => choose(options.find((each) => each === currentTarget.value) ?? value)}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {withSpaces(nameOf(option))}
        </option>
      ))}
    </select>
  );
};
