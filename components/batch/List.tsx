import { useRef, useState } from 'preact/hooks';
import { csvAsLines, type LeftOutReason, type PastedList } from '../../lib/batch/pasted-list.ts';
import { oneLine } from '../../lib/characters/text.ts';
import { formatNumber, language, plural, type PluralKey, text, type TextKey } from '../../lib/i18n/texts.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { LongList } from '../ui/LongList.tsx';
import { useSubscription } from '../ui/use-subscription.ts';
import type { BatchState } from './batch-state.ts';

/** Bytes of the largest file that is read: some 100,000 addresses. */
const largestFile = 10 * 1024 * 1024;

/** The text of a file in UTF-8, in UTF-16, or else in the encoding that spreadsheets have in this language. */
const decode = (bytes: Uint8Array): string => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(language() === 'zh-CN' ? 'gb18030' : 'windows-1252').decode(bytes);
  }
};

/** The links of a file of bookmarks, or of another page, each with its title after a tab. The document runs and loads nothing. */
const linksOf = (html: string): string =>
  [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('a[href]')]
    .map((link) => `${oneLine(link.getAttribute('href') ?? '')}\t${oneLine(link.textContent)}`)
    .join('\n');

const linesOf = (name: string, content: string): string => {
  if (/\.html?$/i.test(name) || /^\s*<!doctype/i.test(content)) return linksOf(content);
  return /\.csv$/i.test(name) ? csvAsLines(content) : content;
};

/** The lines of a file, or why it has none. */
const readFile = async (file: File): Promise<{ lines: string } | TextKey> => {
  if (file.size > largestFile) return 'listFileTooLarge';
  // The browser refuses a folder, and a file that was changed or removed meanwhile.
  const buffer = await file.arrayBuffer().catch(() => null);
  if (!buffer) return 'listFileUnreadable';
  const content = decode(new Uint8Array(buffer)).replace(/\r\n?/g, '\n');
  if (content.includes('\0')) return 'listFileNoText';
  try {
    const lines = linesOf(file.name, content).trimEnd();
    return lines === '' ? 'listFileEmpty' : { lines };
  } catch {
    // A cell of millions of characters is too much for the browser's regular expressions.
    return 'listFileUnreadable';
  }
};

/** Adds the lines of files to the list; resolves with what is wrong with one of them. */
export const addFiles = async (state: BatchState, files: readonly File[]): Promise<string | null> => {
  state.way.value = 'list';
  for (const file of files) {
    const read = await readFile(file);
    if (typeof read === 'string') return text(read);
    const before = state.text.value.trimEnd();
    await state.read(before === '' ? read.lines : `${before}\n${read.lines}`);
  }
  return null;
};

/** What is shown while files are held over the page, which are added when they are dropped. */
export const DropArea = ({ add }: { add(files: readonly File[]): void }) => {
  const [isOver, setOver] = useState(false);
  useSubscription((signal) => {
    const follow = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Otherwise the browser would open the file in the place of this page.
      event.preventDefault();
      setOver(event.type === 'dragover');
      if (event.type === 'drop') add([...event.dataTransfer.files]);
    };
    document.addEventListener('dragover', follow, { signal });
    document.addEventListener('drop', follow, { signal });
    document.addEventListener('dragleave', ({ relatedTarget }) => !relatedTarget && setOver(false), {
      signal,
    });
  });
  if (!isOver) return null;
  return (
    <div class="drop">
      <Icon name="file" />
      <h2>{text('listDrop')}</h2>
      <p class="meta">{text('listDropNote')}</p>
    </div>
  );
};

const reasonTexts: Record<LeftOutReason, TextKey> = {
  'email-address': 'listEmailAddress',
  password: 'listPassword',
  'too-long': 'listTooLong',
  'not-web': 'listNotWeb',
  'already-short': 'listAlreadyShort',
  'over-limit': 'listOverLimit',
};

/** Every line that is left out, with its reason. */
const LeftOutLines = ({ lines }: { lines: PastedList['leftOut'] }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary class="line">
        <Icon name="alert" />
        <span class="grow">{plural('listLeftOut', lines.length)}</span>
        <span>{text(isOpen ? 'listHide' : 'listShow')}</span>
      </summary>
      {isOpen && (
        <LongList items={lines} class="lines meta num">
          {({ line, text: words, reason }, at) => (
            <li key={at}>
              <span>{text('listLine', formatNumber(line))}</span>
              <bdi class="cut" title={words}>
                {words}
              </bdi>
              <span>{text(reasonTexts[reason])}</span>
            </li>
          )}
        </LongList>
      )}
    </details>
  );
};

/** How many links, duplicates and other lines the list has. */
const Summary = ({ state }: { state: BatchState }) => {
  const { found, duplicates, leftOut } = state.list.value;
  const isEmpty = found.length + leftOut.length === 0;
  const rows: [IconName, PluralKey, number][] = [
    ['copy', 'listDuplicates', duplicates.length],
    ['shield', 'listCleaned', found.filter(({ removed }) => removed.length > 0).length],
    ['alert', 'listSecret', found.filter(({ hasSecret }) => hasSecret).length],
  ];
  return (
    <div class={isEmpty ? 'unseen' : 'sum num'}>
      <p class="line">
        <Icon name={found.length > 0 ? 'check' : 'alert'} />
        <span id="chosen-count" role="status">
          {!isEmpty && plural('listFound', found.length)}
        </span>
      </p>
      {rows.map(
        ([icon, key, count]) =>
          count > 0 && (
            <p key={key} class={icon === 'alert' ? 'line warn' : 'line soft'}>
              <Icon name={icon} />
              {plural(key, count)}
            </p>
          ),
      )}
      {state.isCut.value && (
        <p class="line warn">
          <Icon name="alert" />
          {text('listCut')}
        </p>
      )}
      {leftOut.length > 0 && <LeftOutLines lines={leftOut} />}
    </div>
  );
};

/** Characters of a paste that this page inserts. Chromium takes 0.3 s for 5,000 lines, but can undo what it has inserted. */
const longPaste = 20_000;

/** The field for the list, and what was found in it. */
export const List = ({ state, add }: { state: BatchState; add(files: readonly File[]): void }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <textarea
        id="list"
        aria-labelledby="list-label"
        placeholder={text('listPlaceholder')}
        // Otherwise Chromium stores the value on disk together with the window, to restore it later.
        autocomplete="off"
        spellcheck={false}
        wrap="off"
        dir="ltr"
        value={state.text.value}
        onInput={({ currentTarget }) => void state.read(currentTarget.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData?.getData('text/plain') ?? '';
          if (pasted.length < longPaste) return;
          event.preventDefault();
          const { currentTarget: field } = event;
          field.setRangeText(pasted, field.selectionStart, field.selectionEnd, 'end');
          void state.read(field.value);
        }}
      />
      <div class="from line wrap">
        <span class="meta grow">{text('listDropHint')}</span>
        <button type="button" class="small quiet" onClick={() => input.current?.click()}>
          <Icon name="file" small />
          {text('listChoose')}
        </button>
        <input
          ref={input}
          type="file"
          accept=".txt,.csv,.html,.htm,text/plain,text/csv,text/html"
          multiple
          hidden
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])]);
            // Without this, the same file could not be chosen again.
            currentTarget.value = '';
          }}
        />
      </div>
      <Summary state={state} />
    </>
  );
};
