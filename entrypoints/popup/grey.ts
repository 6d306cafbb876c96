import { readGrey } from '../../lib/grayscale/stored.ts';

const look = async (): Promise<void> => {
  const [{ isGrey }, data] = await Promise.all([import('../../lib/grayscale/grayscale.ts'), readGrey()]);
  document.documentElement.classList.toggle('grey', isGrey(data, new Date()));
};

/** On the days that the service names, the popup is without colours. Nothing waits for it. */
export const turnGrey = (): void => void look().catch(() => undefined);
