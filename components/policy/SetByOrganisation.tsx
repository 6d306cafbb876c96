import { text, type TextKey } from '../../lib/i18n/texts.ts';

const Lock = () => (
  <svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" aria-hidden="true">
    <rect x="2.5" y="6" width="9" height="6.5" rx="1.5" fill="currentColor" />
    <path d="M4.5 6V4a2.5 2.5 0 0 1 5 0v2" stroke-width="1.5" />
  </svg>
);

/** The mark beside a control that the person cannot change; the control names its id in `aria-describedby`. */
export const SetByOrganisation = ({ id, message = 'policySet' }: { id: string; message?: TextKey }) => (
  <p id={id} class="note locked">
    <Lock />
    {text(message)}
  </p>
);
