import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { withoutHttps } from './texts.ts';

const icons = {
  good: { name: 'check', style: 'good' },
  bad: { name: 'alert', style: 'warn' },
  edited: { name: 'link', style: 'soft' },
} as const satisfies Record<string, { name: IconName; style: string }>;

interface ServiceProps {
  state: keyof typeof icons;
  address: string;
  /** A line about the connection. */
  children: ComponentChildren;
}

/** A service at the start of its row: the state of the connection, and the address. */
export const Service = ({ state, address, children }: ServiceProps) => (
  <>
    <span class={icons[state].style}>
      <Icon name={icons[state].name} />
    </span>
    <div class="grow">
      <p class="cut">
        <bdi dir="ltr">{withoutHttps(address)}</bdi>
      </p>
      {children}
    </div>
  </>
);
