import { readGrayscale } from '../../lib/grayscale/grayscale.ts';

const update = async (): Promise<void> => {
  const [{ isGrayscale }, data] = await Promise.all([
    import('../../lib/grayscale/grayscale.ts'),
    readGrayscale(),
  ]);
  document.documentElement.classList.toggle('grayscale', isGrayscale(data, new Date()));
};

/** Shows the popup in grayscale on the days that the service names. The popup does not wait for it. */
export const applyGrayscale = (): void => void update().catch(() => undefined);
