import { render, screen, waitFor, within } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { announce, LiveRegion } from './announce.tsx';
import { Dialog } from './Dialog.tsx';

it('what is announced is said in a region that was there before, also in a dialog, which makes the page inert', async () => {
  render(
    <>
      <Dialog title="Open" onClose={vi.fn()}>
        Content
      </Dialog>
      <LiveRegion />
    </>,
  );
  const [inside, outside] = screen.getAllByRole('status');
  expect(within(screen.getByRole('dialog')).getByRole('status')).toBe(inside);
  announce('Copied');
  await waitFor(() => expect([inside?.textContent, outside?.textContent]).toEqual(['Copied', 'Copied']));
});
