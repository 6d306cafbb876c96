import { useEffect, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import type { ShorteningActions } from './actions.ts';

interface NoticeBoxProps {
  isWanted: boolean;
  /** Whether the browser allows notices. */
  firstMay: boolean;
  change(isWanted: boolean): void;
  actions: Pick<ShorteningActions, 'askToNotify' | 'mayNotify' | 'onPermissionChange'>;
}

/** Notices before links end: wanted, and allowed by the browser, which is asked within the click. */
export const NoticeBox = ({ isWanted, firstMay, change, actions }: NoticeBoxProps) => {
  const [may, setMay] = useState(firstMay);
  const [isAsking, setAsking] = useState(false);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => actions.onPermissionChange(() => void actions.mayNotify().then(setMay)), []);
  const settle = async (asked: Promise<boolean>): Promise<void> => {
    const isGranted = await asked;
    setMay(isGranted);
    setRefused(!isGranted);
    setAsking(false);
    if (isGranted) change(true);
  };
  const toggle = (isOn: boolean): void => {
    const asked = isOn ? actions.askToNotify() : null;
    setRefused(false);
    setAsking(isOn);
    if (asked) void settle(asked);
    else change(false);
  };
  return (
    <div>
      <Checkbox
        id="notice-before-end"
        label="shorteningNotice"
        hint="shorteningNoticeHint"
        checked={isAsking || (isWanted && may)}
        change={toggle}
      />
      <p role="alert" class="note warn">
        {isRefused && text('shorteningNoticeRefused')}
      </p>
    </div>
  );
};
