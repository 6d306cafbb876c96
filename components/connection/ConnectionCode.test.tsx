import { createEvent, fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { connectionCode } from '../../lib/connection-code/contract.ts';
import { descriptionOf } from '../testing/description-of.ts';
import { fieldOf, fillIn, renderConnection, savedView, submit } from '../testing/render-connection.tsx';

const parts = { address: 'https://team.example/v3', secretId: 'aB3dE6', secretKey: 'k'.repeat(43) };
const code = connectionCode(parts);

/** Pastes as a browser does: its text is put into the field unless the page prevents that. */
const paste = (name: string, text: string): void => {
  const field = fieldOf(name);
  const event = createEvent.paste(field, { clipboardData: { getData: () => text } });
  fireEvent(field, event);
  if (!event.defaultPrevented) fireEvent.input(field, { target: { value: text } });
};

const values = () => ['Service address', 'SecretID', 'SecretKey'].map((name) => fieldOf(name).value);
const filled = [parts.address, parts.secretId, parts.secretKey];

describe('a connection code', () => {
  it.each(['Service address', 'SecretID', 'SecretKey'])(
    'fills in all three fields from %s, says so, and is nowhere afterwards',
    async (name) => {
      const { container, connect } = renderConnection();
      paste(name, `${code}\n`);
      expect((await screen.findByText(/has filled in all three fields/)).role).toBe('status');
      expect(values()).toEqual(filled);
      expect(new XMLSerializer().serializeToString(container)).not.toContain(code.slice(10));
      submit();
      await screen.findByText('Connected.');
      expect(connect).toHaveBeenCalledExactlyOnceWith({ ...parts, template: '' });
    },
  );

  it('that is dropped or typed fills them in as well', async () => {
    renderConnection();
    fillIn({ 'Service address': code });
    await expect.poll(values).toEqual(filled);
  });

  it('of another service leaves nothing of the former one', async () => {
    const { connect } = renderConnection({ view: { ...savedView, template: 'https://s.ee/{linkID}' } });
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    await screen.findByRole('textbox', { name: 'Service address' });
    paste('Service address', code);
    await expect.poll(() => fieldOf('SecretID').value).toBe(parts.secretId);
    submit();
    await expect.poll(() => connect.mock.calls[0]?.[0]).toEqual({ ...parts, template: '' });
  });

  it.each([
    ['is cut', code.slice(0, -9), 'incomplete or damaged'],
    ['is of a newer version', code.replace(':1:', ':2:'), 'newer version of Waylark'],
  ])('that %s stays in its field with a sentence, also when the form is sent', async (_, text, sentence) => {
    const { requestAccess } = renderConnection();
    paste('SecretID', text);
    await expect.poll(() => fieldOf('SecretID').getAttribute('aria-invalid')).toBe('true');
    const field = fieldOf('SecretID');
    const expectSentence = () => {
      expect(screen.getByRole('alert').textContent).toBe(descriptionOf(field));
      expect([values(), descriptionOf(field)]).toEqual([['', text, ''], expect.stringContaining(sentence)]);
    };
    expectSentence();
    submit();
    await expect.poll(() => document.activeElement).toBe(field);
    expectSentence();
    fieldOf('SecretKey').focus();
    fillIn({ SecretKey: 'k' });
    await expect.poll(() => fieldOf('SecretKey').value).toBe('k');
    expect([descriptionOf(field), document.activeElement]).toEqual([
      expect.stringContaining(sentence),
      fieldOf('SecretKey'),
    ]);
    expect(requestAccess).not.toHaveBeenCalled();

    paste('SecretID', code);
    await expect.poll(() => screen.queryByRole('alert')).toBeNull();
    expect(values()).toEqual(filled);
  });

  it('cannot replace what the organisation sets', async () => {
    renderConnection({ managed: { serviceAddress: 'https://org.example/v3' } });
    paste('SecretID', code);
    await expect.poll(() => fieldOf('SecretID').getAttribute('aria-invalid')).toBe('true');
    expect(descriptionOf(fieldOf('SecretID'))).toContain('your organisation');
    expect(fieldOf('SecretKey').value).toBe('');
  });
});
