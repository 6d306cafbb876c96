import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { formattedLink } from '../../lib/i18n/copied-link.ts';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { formatItems } from '../ui/format-items.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Alert } from '../ui/Problem.tsx';
import type { RunState } from './batch-state.ts';

interface CopyAllProps {
  run: RunState;
  button: RefObject<HTMLButtonElement | null>;
  kind: 'primary' | 'outlined';
}

/** The button that copies all short links, and its menu with the formats; nothing if there is no short link. */
export const CopyAll = ({ run, button, kind }: CopyAllProps) => {
  const links = run.created.value;
  const [first] = links;
  if (!first) return null;
  const isCopied = run.clipboard.value === run.list.value;
  return (
    <div class="split">
      <CopyButton
        button={button}
        kind={kind}
        label="batchCopyAll"
        done={text('batchCopied', formatNumber(links.length))}
        copied={isCopied}
        copy={() => run.copyAll()}
      />
      <Menu
        name={text('batchCopyAs')}
        icon="chevron"
        look={isCopied ? 'done' : kind}
        items={[
          ...formatItems(formattedLink(first), (format) => run.copyAll(format)),
          { icon: 'list', name: text('batchShowText'), startsGroup: true, choose: () => run.showText() },
          { icon: 'save', name: text('batchSave'), choose: () => run.save() },
        ]}
      />
    </div>
  );
};

/** The list as text, selected; nothing until it is requested, or the browser does not copy. */
export const LinkText = ({ run }: { run: RunState }) => {
  const requests = run.textRequests.value;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [requests]);
  if (requests === 0) return null;
  return (
    <div class="text">
      <textarea
        ref={field}
        aria-label={text('batchList')}
        readOnly
        // Otherwise Chromium stores the value on disk together with the window, to restore it later.
        autocomplete="off"
        dir="ltr"
        rows={Math.min(10, Math.max(3, run.created.value.length))}
        value={run.list.value}
      />
      <Alert>{run.isCopyRefused.value && text('batchCopyFailed')}</Alert>
    </div>
  );
};
