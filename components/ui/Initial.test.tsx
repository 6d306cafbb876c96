import { render } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { hueOf, Initial } from './Initial.tsx';

it('the pages of a host share a color, and hosts differ', () => {
  const paths = ['https://a.example/', 'https://www.a.example/b?c#d', 'http://a.example:8080/'];
  expect(new Set(paths.map(hueOf)).size).toBe(1);
  const hosts = Array.from({ length: 60 }, (_, at) => hueOf(`https://host-${at}.example/`));
  expect(new Set(hosts)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  expect(hueOf('no address')).toBe(1);
});

it('has the color of the host only with a letter: an address without a page has one color', () => {
  const address = ['https://a.example/', 'https://b.example/'];
  const hues = (name: string) =>
    address.map((each) => {
      const { container } = render(<Initial name={name} address={each} />);
      return Number(container.querySelector<HTMLElement>('.initial')?.dataset['hue']);
    });
  expect(hues('A')).toEqual(address.map(hueOf));
  expect(hues('')).toEqual([1, 1]);
});
