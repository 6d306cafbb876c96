import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import type { PlayerSettings } from '../components/pill/handover.ts';
import { startPill } from '../components/pill/start.ts';
import { native } from '../lib/browser/native.ts';

/** The page that was reported as missing may have been replaced by another one since. */
const isMissing = (): boolean => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.responseStatus === 404 || entry?.responseStatus === 410;
};

/** An orphaned script's runtime has lost its id; in Chromium all of it may be gone. */
const isAlive = (): boolean => {
  try {
    return Boolean(native().runtime?.id);
  } catch {
    return false;
  }
};

const closedRootOf = (element: Element): ShadowRoot | null => {
  if (!import.meta.env.FIREFOX) return native().dom?.openOrClosedShadowRoot(element) ?? null;
  return Reflect.get(Element.prototype, 'openOrClosedShadowRoot', element) as ShadowRoot | null;
};

/** Null where the background does not answer. Its answers are typed by lib/messages/protocol.ts. */
const send = async (name: string, request: object = {}): Promise<unknown> => {
  try {
    const answer = (await native().runtime?.sendMessage({ name, request })) as
      { ok: boolean; value?: unknown } | undefined;
    return answer?.ok ? answer.value : null;
  } catch {
    return null;
  }
};

/** Puts the pill on a missing page. It loads the player when the person presses Play or Open. */
export default defineUnlistedScript(() => {
  if (!isMissing()) return;
  const text = (key: string): string => native().i18n.getMessage(key);
  const pill = startPill({
    text,
    lang: text('languageCode'),
    dir: text('textDirection'),
    isAlive,
    closedRootOf,
    loadSettings: async () =>
      ((await send('playerStart')) as PlayerSettings | null) ?? { startByItself: false, grayscale: null },
    injectPlayer(toPlay) {
      // The audio player and its list load while the player is injected.
      if (toPlay) void send('openPlayer', { toPlay });
      return send('injectPlayer');
    },
  });
  native().runtime?.onMessage.addListener((message) => {
    if ((message as { order?: unknown } | null)?.order === 'remove') pill?.remove();
    return undefined;
  });
});
