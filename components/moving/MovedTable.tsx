import type { ComponentChildren } from 'preact';
import { copy } from '../../lib/browser/clipboard.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { plural, text, type TextKey } from '../../lib/i18n/texts.ts';
import type { MovedLink } from '../../lib/moving/move.ts';
import { toCsv, toTsv } from '../../lib/moving/table.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { localDate } from '../../lib/validity/validity.ts';
import { CopyButton, useCopy } from '../ui/CopyButton.tsx';
import { Icon } from '../ui/Icon.tsx';

/** The most rows that are shown; all of them are copied and saved. */
const maxRows = 50;

const marks: Record<Exclude<MovedLink['kind'], 'created'>, TextKey> = {
  failed: 'moveNotMoved',
  unknown: 'historyUnknownMark',
};

const Row = ({ title, link, oldShortLink, newShortLink, kind }: MovedLink) => (
  <tr>
    <td class="cut" title={title}>
      <bdi>{title || withoutScheme(link)}</bdi>
    </td>
    <td class="cut soft" dir="ltr">
      {withoutScheme(oldShortLink)}
    </td>
    <td class="cut">
      {newShortLink === null ? (
        kind !== 'created' && text(marks[kind])
      ) : (
        <a href={newShortLink} target="_blank" rel="noreferrer" dir="ltr">
          {withoutScheme(newShortLink)}
        </a>
      )}
    </td>
  </tr>
);

/** Title, old and new short link of each, to copy or save. `children` are the buttons before those of the table. */
export const MovedTable = ({
  links,
  children,
}: {
  links: readonly MovedLink[];
  children: ComponentChildren;
}) => {
  const { copied, copyNow } = useCopy(() => copy(toTsv(links)));
  const save = (): void =>
    saveFile(`waylark-moved-${localDate(Date.now())}.csv`, new Blob([toCsv(links)], { type: 'text/csv' }));
  return (
    <>
      <div class="moved" tabIndex={0} role="region" aria-label={text('moveTable')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text('moveColumnTitle')}</th>
              <th scope="col">{text('moveColumnOld')}</th>
              <th scope="col">{text('moveColumnNew')}</th>
            </tr>
          </thead>
          <tbody>
            {links.slice(0, maxRows).map((each) => (
              <Row key={each.oldShortLink} {...each} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="meta num">
        {links.length > maxRows && plural('moveMore', links.length - maxRows)} {text('moveInHistory')}
      </p>
      <div class="buttons">
        {children}
        <button type="button" onClick={save}>
          <Icon name="save" />
          {text('moveSave')}
        </button>
        <CopyButton copied={copied} copy={copyNow} label="moveCopy" />
      </div>
    </>
  );
};
