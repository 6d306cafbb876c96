import { readTracking } from '../../lib/browser/tracking.ts';
import { copiedContent } from '../../lib/i18n/copied-link.ts';
import { isOfConnection, mayExist, remedy } from '../../lib/i18n/failure-sentence.ts';
import { readableAddress } from '../../lib/url/readable.ts';
import { CheckHistory, Problem } from '../ui/Problem.tsx';
import { UndoneNotice } from '../ui/UndoneNotice.tsx';
import { ConnectionChip } from './ConnectionChip.tsx';
import { EarlierNotice } from './EarlierNotice.tsx';
import { Extras } from './Extras.tsx';
import { OptionFields } from './OptionFields.tsx';
import { PopupResult } from './PopupResult.tsx';
import { ActiveLinks } from './Recent.tsx';
import { TrackingButton } from './TrackingButton.tsx';

/** What the popup needs only after its form has appeared. It is one file, so that the first paint does not wait for it. */
export const parts = {
  ActiveLinks,
  CheckHistory,
  ConnectionChip,
  EarlierNotice,
  Extras,
  OptionFields,
  PopupResult,
  Problem,
  TrackingButton,
  UndoneNotice,
  copiedContent,
  isOfConnection,
  mayExist,
  readTracking,
  readableAddress,
  remedy,
};
