import { useEffect } from 'preact/hooks';
import { announce } from './announce.tsx';
import { Icon } from './Icon.tsx';
import { Lines } from './Problem.tsx';

/** What Undo has done; announced once. */
export const UndoneNotice = ({ said }: { said: string }) => {
  useEffect(() => {
    announce(said);
    return () => announce('');
  }, [said]);
  return (
    <div class="notice undone">
      <Icon name="undo" />
      <p class="grow num">
        <Lines text={said} />
      </p>
    </div>
  );
};
