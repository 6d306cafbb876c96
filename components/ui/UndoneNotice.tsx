import { useEffect } from 'preact/hooks';
import { announce } from './announce.tsx';
import { Icon } from './Icon.tsx';

/** What Undo has done; announced once. */
export const UndoneNotice = ({ said }: { said: string }) => {
  useEffect(() => {
    announce(said);
    return () => announce('');
  }, [said]);
  const [first, ...rest] = said.split('\n');
  return (
    <div class="notice undone">
      <Icon name="undo" />
      <div class="grow">
        <p class="say">{first}</p>
        <p class="num">{rest.join('\n')}</p>
      </div>
    </div>
  );
};
