import { Icon } from '../player/Icon.tsx';

/** A drawing of the pill as it stands on a missing page, in the colours of the page around it. */
export const PillPicture = () => (
  <div class="pill-picture" aria-hidden="true">
    <div>
      <Icon name="note" />
      <span class="play">
        <Icon name="play" />
      </span>
      <span>
        <Icon name="open" />
      </span>
      <span>
        <Icon name="close" />
      </span>
    </div>
  </div>
);
