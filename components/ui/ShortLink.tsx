import { withoutScheme } from '../../lib/url/readable.ts';

interface ShortLinkProps {
  link: string;
  tabIndex?: number;
  target?: string;
  rel?: string;
}

/** A short link without its scheme. Its host is an element of its own, which a narrow window hides. */
export const ShortLink = ({ link, ...attributes }: ShortLinkProps) => {
  const shown = withoutScheme(link);
  const [host] = /^[^/]+(?=\/.)/.exec(shown) ?? [''];
  return (
    <a {...attributes} class="cut tail short" href={link}>
      <bdi dir="ltr">
        <span class="host">{host}</span>
        {shown.slice(host.length)}
      </bdi>
    </a>
  );
};
