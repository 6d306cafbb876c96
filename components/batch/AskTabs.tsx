import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';

interface AskTabsProps {
  askToSeeTabs(): Promise<boolean>;
  onGranted(): void;
}

/** Explains the permission to see the tabs, and requests it. */
export const AskTabs = ({ askToSeeTabs, onGranted }: AskTabsProps) => {
  const [isRefused, setRefused] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const ask = async (answer: Promise<boolean>): Promise<void> => {
    setRefused(false);
    if (await answer) onGranted();
    else setRefused(true);
  };
  return (
    <section class="card ask">
      <p id="ask-why">{text('batchAskWhy')}</p>
      <button
        ref={button}
        class="primary"
        type="button"
        aria-describedby="ask-why"
        onClick={() => void ask(askToSeeTabs())}
      >
        {text('batchAllow')}
      </button>
      <p role="alert" class="problem">
        {isRefused && text('batchRefused')}
      </p>
    </section>
  );
};
