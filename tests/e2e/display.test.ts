import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openDisplay } from './support/display.ts';

const screen = '#!/bin/sh\necho 99 >&3\nexec sleep 60\n';
/** Answers of `xdotool search`: before the click, while a window closes, and twice with the menu. */
const xdotool = `#!/bin/sh
[ "$1" = search ] || exit 0
cd "$(dirname "$0")" && echo >> searches
case $(wc -l < searches) in
  1) echo 11 ;;
  2) echo 'X Error of failed request:  BadWindow (invalid Window parameter)' >&2; exit 1 ;;
  *) printf '11\\n12\\n' ;;
esac
`;

it.skipIf(process.platform === 'win32')(
  'a display waits for a menu also if another window closes meanwhile',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'waylark-programs-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'Xvfb'), screen, { mode: 0o755 });
    await writeFile(join(folder, 'xdotool'), xdotool, { mode: 0o755 });
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const display = await openDisplay();
    onTestFinished(() => display.close());
    await expect(display.rightClick(10, 10)).resolves.toBeUndefined();
  },
);
