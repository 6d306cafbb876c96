import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PrintedService {
  origin: string;
  /** The connection code as it was printed. */
  code: string;
  /** Sends it SIGINT, as Ctrl+C does. */
  close(): Promise<void>;
}

/** Runs the service as `npm run service` does, and reads what it prints at its first start. */
export async function runService(): Promise<PrintedService> {
  const data = await mkdtemp(join(tmpdir(), 'waylark-printed-'));
  const program = fileURLToPath(new URL('../../../server/main.ts', import.meta.url));
  const child = spawn(process.execPath, [program, '--data', data, '--port', '0']);
  const closed = once(child, 'close');
  const close = async () => {
    child.kill('SIGINT');
    await closed;
    await rm(data, { recursive: true, force: true });
  };

  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    const origin = /Service address +(http:\/\/[^/\s]+)/.exec(printed)?.[1];
    const code = /^ +(waylark:\S+)$/m.exec(printed)?.[1];
    if (printed.includes('Ctrl+C') && origin !== undefined && code !== undefined)
      return { origin, code, close };
  }
  throw new Error(`The service printed no connection code: ${printed}`);
}
