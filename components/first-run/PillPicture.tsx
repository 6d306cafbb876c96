import { Icon } from '../ui/Icon.tsx';

/** A drawing of the pill as it stands on a missing page. */
export const PillPicture = () => (
  <div class="pill-picture" aria-hidden="true">
    <div>
      <Icon name="music" />
      <span>
        <Icon name="play" />
      </span>
      <Icon name="close" />
    </div>
  </div>
);
