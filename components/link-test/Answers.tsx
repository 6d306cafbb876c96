import { text } from '../../lib/i18n/texts.ts';

/** The answers to whether the tab showed the page. The buttons disappear, so the focus moves to what holds them first. */
export const Answers = ({ answer }: { answer(hasArrived: boolean): void }) => {
  const press = (event: Event, hasArrived: boolean): void => {
    const button = event.currentTarget as HTMLElement;
    button.closest<HTMLElement>('[tabindex="-1"]')?.focus();
    answer(hasArrived);
  };
  return (
    <div class="buttons">
      <button type="button" onClick={(event) => press(event, true)}>
        {text('diagnosticsAskYes')}
      </button>
      <button type="button" onClick={(event) => press(event, false)}>
        {text('diagnosticsAskNo')}
      </button>
    </div>
  );
};
